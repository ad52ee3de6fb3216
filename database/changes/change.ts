/**
 * A change for everybody with an open screen: events and ids, never the content of a record. It passes between processes, and
 * parts of it go to browsers (contract/app-events.ts explains the events).
 */
export type Change =
  | { event: Exclude<SchoolEvent, 'roomsChanged'>; id?: number }
  /** rooms of the school or a moment; by `user_ids`, these students sit elsewhere: at most `USERS_A_CHANGE` */
  | { event: 'roomsChanged'; id?: number; user_ids?: readonly number[] }
  /**
   * enrollments at these moments changed, or those of `user_id`, whose session `session_id` made the change and shows it
   * already
   */
  | {
      event: 'enrollmentsChanged'
      testmoment_ids: readonly number[]
      user_id?: number
      session_id?: number | undefined
    }
  /** seats or lines at these moments changed; `user_ids`, at most `USERS_A_CHANGE`, wait there or no longer do */
  | { event: 'seatsChanged'; testmoment_ids: readonly number[]; user_ids?: readonly number[] }
  /** attendance at this moment changed, or the devices that tick it */
  | { event: 'presenceChanged'; testmoment_id: number }
  /** drafts at this moment changed; `user_ids` are students whose results were published, at most `USERS_A_CHANGE` */
  | { event: 'resultsChanged'; testmoment_id: number; user_ids?: readonly number[] }
  /** these users got or read a message; with `id`, that message was sent to more people. At most `USERS_A_CHANGE` at a time. */
  | { event: 'messagesChanged'; user_ids: readonly number[]; id?: number }
  /** an account's names or roles changed, or it was deleted */
  | { event: 'userEdited' | 'userDeleted'; user_id: number }
  /** many accounts may be new */
  | { event: 'userCreated' }
  /** sessions of an account ended: no screen shows it, but their live connections end */
  | { event: 'loginsEnded'; user_id: number }
  /** start times (ms) of an account's live connections in one process; for the other processes, not for screens */
  | { event: 'streamsOpened'; user_id: number; process: string; opened: readonly number[] }

/** Most user ids in one change: about 6,600 bytes, which fit in one message of PostgreSQL. */
const USERS_A_CHANGE = 600

/** Changes for users who got or read a message; with `id`, that message was sent to them. */
export const messageChanges = (userIds: readonly number[], id?: number): Change[] =>
  Array.from({ length: Math.ceil(userIds.length / USERS_A_CHANGE) }, (_, nth) => ({
    event: 'messagesChanged',
    user_ids: userIds.slice(nth * USERS_A_CHANGE, (nth + 1) * USERS_A_CHANGE),
    // Only once, so that administrators fetch it once.
    ...(nth === 0 && id !== undefined && { id }),
  }))

/** Changes of seats or lines at these few moments, which concern these students. */
export const seatChanges = (testmoment_ids: readonly number[], userIds: readonly number[]): Change[] =>
  Array.from({ length: Math.max(1, Math.ceil(userIds.length / USERS_A_CHANGE)) }, (_, nth) => ({
    event: 'seatsChanged',
    testmoment_ids,
    user_ids: userIds.slice(nth * USERS_A_CHANGE, (nth + 1) * USERS_A_CHANGE),
  }))

export const resultChanges = (testmoment_id: number, userIds: readonly number[]): Change[] =>
  Array.from({ length: Math.max(1, Math.ceil(userIds.length / USERS_A_CHANGE)) }, (_, nth) => ({
    event: 'resultsChanged',
    testmoment_id,
    user_ids: userIds.slice(nth * USERS_A_CHANGE, (nth + 1) * USERS_A_CHANGE),
  }))

export const roomChanges = (userIds: readonly number[]): Change[] =>
  Array.from({ length: Math.ceil(userIds.length / USERS_A_CHANGE) }, (_, nth) => ({
    event: 'roomsChanged',
    user_ids: userIds.slice(nth * USERS_A_CHANGE, (nth + 1) * USERS_A_CHANGE),
  }))

/** Events that everybody may see; those of rooms are for administrators. */
export type SchoolEvent =
  | 'roomsChanged'
  | 'schoolyearCreated'
  | 'schoolyearEdited'
  | 'testmomentCreated'
  | 'testmomentEdited'
  | 'testmomentDeleted'
  | 'moduleCreated'
  | 'moduleEdited'
  | 'educationDepartmentCreated'
  | 'educationDepartmentEdited'
