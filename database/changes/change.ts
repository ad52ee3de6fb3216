/**
 * What became different, for whoever has a screen open: events and ids, never what is in a record. It passes between
 * processes, and parts of it go to browsers (contract/app-events.ts, where the events are told apart).
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
  /** an account: what it is called, what it may, or that it is no more */
  | { event: 'userEdited' | 'userDeleted'; user_id: number }
  /** many accounts may be new */
  | { event: 'userCreated' }
  /** logins of an account ended: no screen shows it, but their connections end */
  | { event: 'loginsEnded'; user_id: number }
  /** live connections of an account in one process: when each began (ms); for the other processes, and no screen */
  | { event: 'streamsOpened'; user_id: number; process: string; opened: readonly number[] }

/** What everybody may see. */
export type SchoolEvent =
  | 'schoolyearCreated'
  | 'schoolyearEdited'
  | 'testmomentCreated'
  | 'testmomentEdited'
  | 'testmomentDeleted'
  | 'moduleCreated'
  | 'moduleEdited'
  | 'educationDepartmentCreated'
  | 'educationDepartmentEdited'
