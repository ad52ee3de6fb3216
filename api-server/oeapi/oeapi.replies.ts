import { addDays } from '#domain/calendar/amsterdam.ts'
import { canBeChosen, closesAfterOpening } from '#domain/enrollments/enrollment.rules.ts'
import type {
  AcademicSession,
  Association,
  Attempt,
  Organisation,
  Person,
  Programme,
  Room,
  TestComponent,
  TestComponentOffering,
} from '#domain/oeapi/answer.schema.ts'
import type { ConnectionScope } from '#domain/oeapi/connection.rules.ts'
import {
  academicYearSpan,
  attendanceOf,
  COMPONENT_TYPE,
  ORGANISATION_TYPE,
  offeringCode,
  PROGRAMME_TYPE,
  RESULT_TYPE,
  ROOM_TYPE,
  registerNames,
  SESSION_TYPE,
  scoreOf,
  testSpan,
} from '#domain/oeapi/mapping.rules.ts'
import { isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import type { AssociationRow, AttemptRow, PersonRow } from './association.queries.ts'
import type { Ids } from './ids.ts'
import type { DepartmentRow, ModuleRow, OfferingRow, SchoolyearRow } from './offer.queries.ts'
import type { RoomRow } from './room.queries.ts'

/** Facts that an answer depends on in addition to its rows. */
export interface View {
  ids: Ids
  /** address of the app, without a slash at the end */
  publicUrl: string
  /** scopes of the token: fields outside them are left out */
  scopes: readonly ConnectionScope[]
  now: number
}

/** Number of the school in its id: there is one. */
export const THE_SCHOOL = 1

const inDutch = (value: string): [{ language: 'nl-NL'; value: string }] => [{ language: 'nl-NL', value }]

const organisationIdOf = ({ ids }: View): string => ids.write('organisation', THE_SCHOOL)

/** The school, by the host of its app: it has no other name here. */
export const organisationAnswer = (view: View): Organisation => {
  const { host } = new URL(view.publicUrl)
  return {
    organisationId: organisationIdOf(view),
    organisationType: ORGANISATION_TYPE,
    primaryCode: { codeType: 'identifier', code: host },
    name: inDutch(host),
    link: view.publicUrl,
  }
}

export function academicSessionAnswer(row: SchoolyearRow, { ids }: View): AcademicSession {
  const weekEnd = row.last_week === null ? null : addDays(row.last_week, 6)
  const last = [row.last_day, weekEnd].filter((day) => day !== null).toSorted()
  return {
    academicSessionId: ids.write('academic-session', row.id),
    academicSessionType: SESSION_TYPE,
    primaryCode: { codeType: 'identifier', code: row.name },
    name: inDutch(row.name),
    ...academicYearSpan({ ...row, last_day: last.at(-1) ?? null }),
  }
}

export const programmeAnswer = ({ id, name }: DepartmentRow, view: View): Programme => ({
  programmeId: view.ids.write('programme', id),
  programmeType: PROGRAMME_TYPE,
  primaryCode: { codeType: 'programme_code', code: name },
  name: inDutch(name),
  organisationId: organisationIdOf(view),
})

export const testComponentAnswer = (
  { id, module_name, module_active, description }: ModuleRow,
  view: View,
): TestComponent => ({
  componentId: view.ids.write('test-component', id),
  componentType: COMPONENT_TYPE,
  primaryCode: { codeType: 'component_code', code: module_name },
  name: inDutch(description || module_name),
  abbreviation: module_name,
  state: module_active ? 'active' : 'inactive',
  passFrom: '5.5',
  resultValueType: RESULT_TYPE,
  organisationId: organisationIdOf(view),
})

export const offeringAnswer = (row: OfferingRow, view: View): TestComponentOffering => ({
  testComponentOfferingId: view.ids.write('test-component-offering', row.testmoment_id, row.module_id),
  primaryCode: { codeType: 'offering_code', code: offeringCode(row.module_name, row) },
  name: inDutch(row.description || row.module_name),
  abbreviation: row.module_name,
  state: canBeChosen(row, view.now) ? 'active' : 'inactive',
  rosteringState: row.starts_at === null ? 'preliminary' : 'definitive',
  ...testSpan(row),
  resultExpected: true,
  resultValueType: RESULT_TYPE,
  maxNumberStudents: row.seats === 0 ? null : row.seats,
  enrolledNumberStudents: row.enrolled ?? 0,
  roomIds: row.room_ids?.map((id) => view.ids.write('room', id)) ?? null,
  // A period without a beginning cannot be said in the standard.
  enrolmentPeriods:
    row.enrollments_open_at === null
      ? []
      : [
          {
            startDateTime: row.enrollments_open_at,
            endDateTime: closesAfterOpening(row, row.enrollments_open_at),
            queueEnabled: row.seats > 0,
          },
        ],
  academicSessionId: view.ids.write('academic-session', row.schoolyear_id),
  componentId: view.ids.write('test-component', row.module_id),
  organisationId: organisationIdOf(view),
})

/** An offering with the parts that were asked for written out. */
export const expandedOfferingAnswer = (
  row: OfferingRow,
  view: View,
  expand: ReadonlySet<string>,
): TestComponentOffering => ({
  ...offeringAnswer(row, view),
  ...(expand.has('test_component') && { component: testComponentAnswer({ ...row, id: row.module_id }, view) }),
  ...(expand.has('organisation') && { organisation: organisationAnswer(view) }),
})

export const personAnswer = (row: PersonRow, { ids }: View): Person => {
  const personId = ids.write('person', row.id)
  return {
    personId,
    primaryCode:
      row.student_number === null
        ? { codeType: 'uuid', code: personId }
        : { codeType: 'student_number', code: row.student_number },
    ...registerNames(row),
    activeEnrolment: isEnrolledPerson(row),
    affiliations: ['student'],
    email: row.username,
  }
}

/** Whether no teacher switched the account off, and its owner proved that the address is theirs. */
const isEnrolledPerson = ({ activated, registration_ends_at, last_login_at }: PersonRow): boolean =>
  activated || (registration_ends_at === null && last_login_at === null)

function resultOf({ published_outcome, published_grade, published_at }: AssociationRow) {
  if (published_outcome === null || published_at === null) return null
  return {
    state: 'completed',
    pass: published_outcome,
    score: scoreOf(published_grade),
    final: true,
    resultDateTime: published_at,
  } as const
}

/** State of an enrollment: finished once its moment is over. */
export const stateOf = (row: AssociationRow, now: number): 'associated' | 'finished' =>
  isCurrent(row, now) ? 'associated' : 'finished'

export function associationAnswer(row: AssociationRow, { ids, scopes, now }: View): Association {
  const result = resultOf(row)
  return {
    associationId: ids.write('association', row.id),
    role: 'student',
    state: stateOf(row, now),
    attempt: 1,
    attendance: attendanceOf(row.presence),
    ...(scopes.includes('results.read') && { result: result && { ...result, weight: 100 } }),
    ...(scopes.includes('needs') && { requiredPersonalNeeds: row.extra_time ? ['extra_time'] : [] }),
    personId: ids.write('person', row.user_id),
    testComponentOfferingId: ids.write('test-component-offering', row.testmoment_id, row.module_id),
    attemptIds: [ids.write('attempt', row.id)],
  }
}

/** The student's room, once students may see it. */
const ownRooms = ({ room_id, rooms_published_at }: AttemptRow): number[] =>
  room_id === null || rooms_published_at === null ? [] : [room_id]

export const roomAnswer = ({ id, name, seats }: RoomRow, { ids }: View): Room => ({
  roomId: ids.write('room', id),
  roomType: ROOM_TYPE,
  primaryCode: { codeType: 'room_code', code: name },
  name: inDutch(name),
  totalSeats: seats,
  availableSeats: seats,
})

export const attemptAnswer = (row: AttemptRow, { ids, scopes, now }: View): Attempt => ({
  attemptId: ids.write('attempt', row.id),
  attempt: 1,
  opportunity: String((row.earlier_tries ?? 0) + 1),
  state: stateOf(row, now),
  ...testSpan(row),
  attendance: attendanceOf(row.presence),
  ...(scopes.includes('results.read') && { result: resultOf(row) }),
  // Somebody with extra time sits in another room.
  ...(scopes.includes('needs') && { roomIds: ownRooms(row).map((id) => ids.write('room', id)) }),
  testComponentOfferingAssociationId: ids.write('association', row.id),
})

/** Describes in the standard's form what this server supports. */
export const serviceAnswer = (
  contactEmail: string,
  operations: readonly { path: string; expands: readonly string[]; isWritable: boolean }[],
) => ({
  contactEmail,
  specification: 'https://openonderwijsapi.nl/',
  documentation: null,
  supportedConsumers: [],
  // The standard requires `verb` and describes `verbs`, and the same with expandable objects.
  supportedOperations: operations.flatMap(({ path, isWritable }) =>
    (isWritable ? ['GET', 'PATCH'] : ['GET']).map((verb) => ({ verb, verbs: [verb], path })),
  ),
  supportedExpands: operations.flatMap(({ path, expands }) =>
    expands.length === 0 ? [] : [{ expandableObject: expands[0], expandableObjects: expands, path }],
  ),
})
