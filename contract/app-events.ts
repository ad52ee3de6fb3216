/** `id`: the record that the event is about, if any; `own`: it is about the receiver's account or enrollments. */
interface Concerned {
  id?: number
  own?: true
}

/**
 * Events after which screens refetch. They have the same names everywhere: in the tab that made the change, in the user's other
 * tabs, and on the live stream, where they are all events but `hello`.
 */
export interface AppEvents {
  testmomentCreated: Concerned
  /** its fields or modules changed; its enrollments were opened or closed */
  testmomentEdited: Concerned
  testmomentDeleted: Concerned
  /** a student's own changed; for administrators, the number at moment `id` */
  enrollmentsChanged: Concerned
  /** a student got or read a message; for administrators, one was sent to (more) people */
  messagesChanged: Concerned
  /** `free` is the number of seats for newcomers at moment `id`; with `own`, the student's places on waiting lists changed */
  seatsChanged: Concerned & { free?: number }
  /** for administrators: attendance at moment `id` changed, or its devices */
  presenceChanged: Concerned
  /** a student's own were published; for administrators, results at moment `id` were edited or published */
  resultsChanged: Concerned
  /** a student sits in another room, or at another place in it; or, for administrators, a room of the school */
  roomsChanged: Concerned
  schoolyearCreated: Concerned
  schoolyearEdited: Concerned
  moduleCreated: Concerned
  moduleEdited: Concerned
  educationDepartmentCreated: Concerned
  educationDepartmentEdited: Concerned
  // Events about users are for administrators, and for the user concerned.
  userCreated: Concerned
  userEdited: Concerned
  userDeleted: Concerned
  /** some events may have been missed */
  eventsMissed: Concerned
}

export type AppEventName = keyof AppEvents

/** Data of an event. `spread`: ms within which to fetch at a random time, so that a crowd does not come at once. */
export interface AppEventMessage extends Concerned {
  name: AppEventName
  spread: number
  free?: number
}

/**
 * Interval (ms) of a stream's heartbeats, so that a screen knows within ten seconds when the server is unreachable. For 5,000
 * streams one takes about 50 ms of work.
 */
export const HEARTBEAT_MS = 4_000
