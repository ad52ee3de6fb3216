import { randomBytes } from 'node:crypto'
import type { AppEventName, LiveNews } from '#contract/app-events.ts'
import type { LiveHello } from '#contract/live.ts'
import type { Change } from '#database/changes/change.ts'
import { type Audience, isFor, type LiveReader } from './open-streams.ts'

/** An event that the app knows by name, with its audience. */
export interface LiveEvent {
  to: Audience
  name: AppEventName
  /** id of the test moment, or of another subject */
  id?: number
  /** seats there, see `AppEvents` */
  free?: number
  /**
   * time within which to fetch (ms), as in `LiveNews`; without it, as long as so many screens take to fetch their lists
   */
  spread?: number
}

const everyone: Audience = { who: 'everyone' }
const administrators: Audience = { who: 'administrators' }

export const someWereMissed: LiveEvent = { to: everyone, name: 'eventsMissed' }

/**
 * Events of a change for each audience: a student gets no event about other people's acts, nor learns that there were any. How many
 * seats are free is announced to everybody by the code that counts them.
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
        ...(change.user_ids.length > 0 ? [ownNews(change.event, change.user_ids)] : []),
        ...(change.id === undefined ? [] : [{ to: administrators, name: change.event, id: change.id }]),
      ]
    case 'enrollmentsChanged':
      return [
        ...(change.user_id === undefined ? [] : [ownEnrollments(change.user_id, change.session_id)]),
        ...change.testmoment_ids.map((id): LiveEvent => ({ to: administrators, name: change.event, id })),
      ]
    case 'presenceChanged':
      return [{ to: administrators, name: change.event, id: change.testmoment_id, spread: 0 }]
    case 'resultsChanged':
      return [
        ...(change.user_ids?.length ? [ownNews(change.event, change.user_ids)] : []),
        { to: administrators, name: change.event, id: change.testmoment_id, spread: 0 },
      ]
    case 'seatsChanged':
      return [
        ...(change.user_ids?.length ? [ownNews(change.event, change.user_ids)] : []),
        ...change.testmoment_ids.map((id): LiveEvent => ({ to: administrators, name: change.event, id })),
      ]
    default:
      return [{ to: everyone, name: change.event, ...(change.id !== undefined && { id: change.id }) }]
  }
}

/** One event for all of them: what was sent lately is kept by its number. */
const ownNews = (name: AppEventName, ids: readonly number[]): LiveEvent => ({
  to: { who: 'users', ids: new Set(ids) },
  name,
})

/** How many there are, to administrators: at an opening it changes a thousand times a second, and in an exam hall with each tick. */
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

/** Some half a minute of the busiest opening, and weeks of any other time; 1 MB. */
const KEPT = 10_000

/** Processes receive the same announcement at about the same time, and their clocks differ (ms). */
const TOLERANCE_MS = 1_000

/** Events sent lately, for clients that reconnect. */
export class RecentEvents {
  readonly #kept: SentEvent[] = []
  /** nothing before it is known (ms since the epoch) */
  #since: number
  readonly #limit: number

  constructor(since: number, limit = KEPT) {
    this.#since = since
    this.#limit = limit
  }

  add(sent: SentEvent): void {
    this.#kept.push(sent)
    // All at once rather than each time: taking one from the front moves all others.
    if (this.#kept.length < 2 * this.#limit) return
    const [last] = this.#kept.splice(0, this.#limit).slice(-1)
    if (last) this.#since = last.id.at + 1
  }

  /** Events that this reader missed after `id`, or null when that can't be known any more. */
  after(id: EventId, reader: LiveReader, ownProcess: string): SentEvent[] | null {
    const from = id.process === ownProcess ? id.at + 1 : id.at - TOLERANCE_MS
    if (from < this.#since) return null
    return this.#kept.filter((sent) => sent.id.at >= from && isFor(sent.event.to, reader))
  }
}

/** Id of an event: its time, by the clock of the process that sent it (ms), and that process. */
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

const writeEventId = ({ at, process }: EventId): string => `${at}-${process}`

/**
 * Reads the header `last-event-id`. A client without an event yet sends only the time at which its screen was loaded.
 */
export function readEventId(header: string | undefined): EventId | undefined {
  const [, at, process = ''] = /^(\d{1,15})(?:-([0-9a-f]{8}))?$/.exec(header ?? '') ?? []
  return at === undefined ? undefined : { at: Number(at), process }
}

/** These are lines of text/event-stream (WHATWG HTML, 9.2.6). */
export const helloFrame = (id: EventId, hello: LiveHello): string => frame(id, 'hello', hello)

export const eventFrame = (id: EventId, { name, ...message }: LiveNews): string => frame(id, name, message)

/** Says that the connection stands, and moves the id on, so that who was sent nothing for long has missed nothing. */
export const heartbeatFrame = (id: EventId): string => `id: ${writeEventId(id)}\n\n`

const frame = (id: EventId, event: string, data: object): string =>
  `id: ${writeEventId(id)}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
