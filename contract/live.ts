import { endpoint } from './endpoint.ts'

/**
 * What is new for whoever asks. By `accept: text/event-stream` it stays open and tells all that happens (`AppEvents`); else it ends
 * after what happened since the event that the header `last-event-id` names. Either begins with `hello`.
 */
export const readLive = endpoint<{ reply: string }>('GET', '/live')

export const EVENT_STREAM = 'text/event-stream'

/**
 * So often (ms) a stream says that it is still there, so that a screen knows within ten seconds when the server is gone.
 * To 5,000 streams that is some 50 ms of work.
 */
export const HEARTBEAT_MS = 4_000

/** The event `hello`. */
export interface LiveHello {
  /** ms since the epoch */
  server_time: number
  /** the app that the server gives out; null where it gives none: an open page of another is old, and asks for a reload */
  release: string | null
}

/** Which record it is about, where it is about one; `own`: about the account or the enrolments of who hears it. */
interface Concerned {
  id?: number
  own?: true
}

/**
 * All that screens renew themselves by, under the same names everywhere: in the tab in which it was done, in the person's
 * other tabs, and on the live stream, where they are the events beside `hello`.
 */
export interface AppEvents {
  testmomentCreated: Concerned
  /** its fields or modules; its enrolments were opened or closed */
  testmomentEdited: Concerned
  testmomentDeleted: Concerned
  /** a student's own; or, for administrators, how many there are at moment `id` */
  enrollmentsChanged: Concerned
  schoolyearCreated: Concerned
  schoolyearEdited: Concerned
  moduleCreated: Concerned
  moduleEdited: Concerned
  educationDepartmentCreated: Concerned
  /** its fields or modules */
  educationDepartmentEdited: Concerned
  /** these are for administrators alone, and for the person they are about */
  userCreated: Concerned
  userEdited: Concerned
  userDeleted: Concerned
  /** some of these may have been missed */
  eventsMissed: Concerned
}

export type AppEventName = keyof AppEvents

/** What travels with an event: `spread`, within how many ms by chance to fetch anew, so that a crowd does not come at once. */
export interface LiveNews extends Concerned {
  name: AppEventName
  spread: number
}
