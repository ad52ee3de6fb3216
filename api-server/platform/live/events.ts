import { randomBytes } from 'node:crypto'
import type { AppEventMessage, AppEventName } from '#contract/app-events.ts'
import type { LiveHello } from '#contract/live.calls.ts'
import type { Change } from '#database/changes/change.ts'
import { type Audience, isFor, type LiveReader } from './open-streams.ts'

export interface LiveEvent {
  to: Audience
  name: AppEventName
  /** id of the test moment, or of another subject */
  id?: number
  /** free seats at the moment, see `AppEvents` */
  free?: number
  /** ms over which receivers spread their fetching, as in `AppEventMessage`; by default computed from the number of connections */
  spread?: number
}

const everyone: Audience = { who: 'everyone' }
const administrators: Audience = { who: 'administrators' }

export const someWereMissed: LiveEvent = { to: everyone, name: 'eventsMissed' }

/**
 * Events of a change, per audience: a student gets no event about other people's acts, nor learns that there were any. Numbers
 * of free seats are announced to everybody by the code that counts them.
 */
export function eventsOf(change: Change): LiveEvent[] {
  switch (change.event) {
    case 'loginsEnded':
    case 'streamsOpened':
      return []
    case 'userCreated':
      return [{ to: administrators, name: change.event }]
    case 'userEdited':
    case 'userDeleted':
      return [
        { to: { who: 'user', id: change.user_id }, name: change.event },
        { to: administrators, name: change.event, id: change.user_id },
      ]
    case 'messagesChanged':
      return [
        ...eventsFor(change.event, change.user_ids),
        ...(change.id === undefined ? [] : [{ to: administrators, name: change.event, id: change.id }]),
      ]
    case 'enrollmentsChanged':
      return [
        ...(change.user_id === undefined ? [] : [ownEnrollments(change.user_id, change.session_id)]),
        ...change.testmoment_ids.map((id): LiveEvent => ({ to: administrators, name: change.event, id })),
      ]
    case 'roomsChanged':
      if (change.user_ids) return eventsFor(change.event, change.user_ids)
      return [{ to: administrators, name: change.event, ...(change.id !== undefined && { id: change.id }) }]
    case 'presenceChanged':
      return [{ to: administrators, name: change.event, id: change.testmoment_id, spread: 0 }]
    case 'resultsChanged':
      return [
        ...eventsFor(change.event, change.user_ids),
        { to: administrators, name: change.event, id: change.testmoment_id, spread: 0 },
      ]
    case 'seatsChanged':
      return [
        ...eventsFor(change.event, change.user_ids),
        ...change.testmoment_ids.map((id): LiveEvent => ({ to: administrators, name: change.event, id })),
      ]
    default:
      return [{ to: everyone, name: change.event, ...(change.id !== undefined && { id: change.id }) }]
  }
}

/** One event for all these users, since sent events are kept and numbered. */
const eventsFor = (name: AppEventName, ids: readonly number[] = []): LiveEvent[] =>
  ids.length === 0 ? [] : [{ to: { who: 'users', ids: new Set(ids) }, name }]

/**
 * True for events to administrators about counts, which change a thousand times a second at an opening, and at each tick in an
 * exam hall.
 */
export const isCount = ({ to, name, id }: LiveEvent): boolean =>
  to === administrators && id !== undefined && counted.has(name)

const counted: ReadonlySet<AppEventName> = new Set(['enrollmentsChanged', 'seatsChanged', 'presenceChanged'])

const ownEnrollments = (id: number, except: number | undefined): LiveEvent => ({
  to: { who: 'user', id, except },
  name: 'enrollmentsChanged',
})

interface SentEvent {
  id: EventId
  event: LiveEvent
}

/** Events kept at least, and up to twice as many: half a minute of the busiest opening, or weeks of any other time; 2 MB. */
const EVENTS_KEPT = 10_000

/** ms by which clocks and arrival of the same announcement may differ between processes. */
const TOLERANCE_MS = 1_000

/** Recently sent events, for clients that reconnect. */
export class RecentEvents {
  readonly #kept: SentEvent[] = []
  /** ms since the epoch before which events are unknown */
  #since: number
  readonly #limit: number

  constructor(since: number, limit = EVENTS_KEPT) {
    this.#since = since
    this.#limit = limit
  }

  add(sent: SentEvent): void {
    this.#kept.push(sent)
    // Removed in bulk, since removing one from the front moves all others.
    if (this.#kept.length < 2 * this.#limit) return
    const [last] = this.#kept.splice(0, this.#limit).slice(-1)
    if (last) this.#since = last.id.at + 1
  }

  /** Events for this reader after `id`; null if they are no longer known. */
  after(id: EventId, reader: LiveReader, ownProcess: string): SentEvent[] | null {
    const from = id.process === ownProcess ? id.at + 1 : id.at - TOLERANCE_MS
    if (from < this.#since) return null
    return this.#kept.filter((sent) => sent.id.at >= from && isFor(sent.event.to, reader))
  }
}

/** Id of an event: the time at which it was sent, by that process's clock (ms since the epoch), and that process. */
export interface EventId {
  at: number
  process: string
}

/** Creates ids that always increase, whatever the clock does. */
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

const writeEventId = ({ at, process }: EventId): string => `${at}-${process}`

/** Reads the header `last-event-id`. A client without an event yet sends only the time at which its screen loaded. */
export function readEventId(header: string | undefined): EventId | undefined {
  const [, at, process = ''] = /^(\d{1,15})(?:-([0-9a-f]{8}))?$/.exec(header ?? '') ?? []
  return at === undefined ? undefined : { at: Number(at), process }
}

/** The frames below are lines of text/event-stream (WHATWG HTML, 9.2.6). */
export const helloFrame = (id: EventId, hello: LiveHello): string => frame(id, 'hello', hello)

export const eventFrame = (id: EventId, { name, ...message }: AppEventMessage): string => frame(id, name, message)

/** Shows that the connection is alive and advances the id, so that a client without events for long has missed none. */
export const heartbeatFrame = (id: EventId): string => `id: ${writeEventId(id)}\n\n`

const frame = (id: EventId, event: string, data: object): string =>
  `id: ${writeEventId(id)}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
