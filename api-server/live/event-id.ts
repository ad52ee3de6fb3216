import { randomBytes } from 'node:crypto'

/** What an event is called: when it was, by the clock of the process that told it (ms), and which process that was. */
export interface EventId {
  at: number
  process: string
}

/** Ids that only go up, however the clock goes. */
export function createEventIds(clock: () => number) {
  const process = randomBytes(4).toString('hex')
  let last = 0
  return {
    process,
    next: (): EventId => {
      last = Math.max(clock(), last + 1)
      return { at: last, process }
    },
  }
}

export const writeEventId = ({ at, process }: EventId): string => `${at}-${process}`

/** Of the header `last-event-id`. A client that has heard nothing yet gives the time alone since when its screen stands. */
export function readEventId(header: string | undefined): EventId | undefined {
  const [, at, process = ''] = /^(\d{1,15})(?:-([0-9a-f]{8}))?$/.exec(header ?? '') ?? []
  return at === undefined ? undefined : { at: Number(at), process }
}
