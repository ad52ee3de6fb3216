/**
 * A change, for everybody with a screen open: events and ids, never the content of a record. It passes between
 * processes, and parts of it go to browsers (contract/app-events.ts, which distinguishes the events).
 */
export type Change =
  | { event: SchoolEvent; id?: number }
  /** how many there are at these test moments; and by `user_id`, whose: `session_id` is the login by which they did it
   * themselves, which shows it already */
  | {
      event: 'enrollmentsChanged'
      testmoment_ids: readonly number[]
      user_id?: number
      session_id?: number | undefined
    }
  /** how many seats or who waits at these test moments; by `user_ids`, who waits there or no longer does: at most `USERS_A_CHANGE` */
  | { event: 'seatsChanged'; testmoment_ids: readonly number[]; user_ids?: readonly number[] }
  /** who was there, by the list of this test moment; or by which devices it is ticked */
  | { event: 'presenceChanged'; testmoment_id: number }
  /** drafts at this test moment; by `user_ids`, whose results were published: at most `USERS_A_CHANGE` */
  | { event: 'resultsChanged'; testmoment_id: number; user_ids?: readonly number[] }
  /** these have a message, or read it; by `id`, one was sent to more people. At most `USERS_A_CHANGE` at a time. */
  | { event: 'messagesChanged'; user_ids: readonly number[]; id?: number }
  /** an account: what it is called, what it may, or that it is no more */
  | { event: 'userEdited' | 'userDeleted'; user_id: number }
  /** many accounts may be new */
  | { event: 'userCreated' }
  /** logins of an account ended: no screen shows it, but their connections end */
  | { event: 'loginsEnded'; user_id: number }
  /** live connections of an account in one process: when each began (ms); for the other processes, and no screen */
  | { event: 'streamsOpened'; user_id: number; process: string; opened: readonly number[] }

/** So many ids take some 6,600 bytes: what PostgreSQL passes on in one message holds them. */
const USERS_A_CHANGE = 600

/** Says that these have a message; `id`, that it was sent to them. */
export const messageChanges = (userIds: readonly number[], id?: number): Change[] =>
  Array.from({ length: Math.ceil(userIds.length / USERS_A_CHANGE) }, (_, nth) => ({
    event: 'messagesChanged',
    user_ids: userIds.slice(nth * USERS_A_CHANGE, (nth + 1) * USERS_A_CHANGE),
    // Administrators are to fetch it once.
    ...(nth === 0 && id !== undefined && { id }),
  }))

/** Says that seats or lines at these few test moments are others, and that it concerns who these students are. */
export const seatChanges = (testmoment_ids: readonly number[], userIds: readonly number[]): Change[] =>
  Array.from({ length: Math.max(1, Math.ceil(userIds.length / USERS_A_CHANGE)) }, (_, nth) => ({
    event: 'seatsChanged',
    testmoment_ids,
    user_ids: userIds.slice(nth * USERS_A_CHANGE, (nth + 1) * USERS_A_CHANGE),
  }))

/** Says that results at this test moment were published to these students. */
export const resultChanges = (testmoment_id: number, userIds: readonly number[]): Change[] =>
  Array.from({ length: Math.max(1, Math.ceil(userIds.length / USERS_A_CHANGE)) }, (_, nth) => ({
    event: 'resultsChanged',
    testmoment_id,
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
