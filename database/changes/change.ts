/**
 * What became different, for whoever has a screen open: kinds and ids, never what is in a record. It passes between
 * processes, and parts of it go to browsers (contract/live.ts).
 */
export type Change =
  /** school years, modules, departments */
  | { kind: 'school' }
  | { kind: 'testmoment'; id: number }
  /** how many are enrolled at a test moment */
  | { kind: 'counts'; testmoment_id: number }
  /** a student's enrolments; `session_id`: the login by which they did it themselves, which shows it already */
  | { kind: 'enrollments'; user_id: number; testmoment_ids: readonly number[]; session_id?: number | undefined }
  /** an account: what it is called, or what it may */
  | { kind: 'account'; user_id: number }
  /** many accounts are new */
  | { kind: 'accounts' }
  /** logins of an account ended */
  | { kind: 'logins'; user_id: number }
