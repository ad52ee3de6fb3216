/** Which record it is about, where it is about one; `own`: about the receiver's account or enrollments. */
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
  /** its fields or modules; its enrollments were opened or closed */
  testmomentEdited: Concerned
  testmomentDeleted: Concerned
  /** a student's own; or, for administrators, how many there are at moment `id` */
  enrollmentsChanged: Concerned
  /** a student has, or read, one of their own; for administrators, one was sent to (more) people */
  messagesChanged: Concerned
  /** `free` seats for newcomers at moment `id`; or, where it is `own`, where a student waits, or no longer does */
  seatsChanged: Concerned & { free?: number }
  /** for administrators: who was at moment `id`, or which devices tick there */
  presenceChanged: Concerned
  /** a student's own were published; or, for administrators, what was typed or published at moment `id` */
  resultsChanged: Concerned
  /** for administrators: a room of the school */
  roomsChanged: Concerned
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

/** Data of an event: `spread`, ms within which to fetch again at a random moment, so that a crowd does not come at once. */
export interface LiveNews extends Concerned {
  name: AppEventName
  spread: number
  free?: number
}
