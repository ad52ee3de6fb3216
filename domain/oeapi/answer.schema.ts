import { z } from 'zod'
import { instantSchema } from '#domain/entities/entity.schema.ts'

// Answers of /oeapi/v6: the fields of the standard that we fill in. They are strict, so that no other field can slip in.

/** UUID of version 8, made by api-server/oeapi/ids.ts */
const id = z.uuid({ version: 'v8' })
const codeOf = <const Type extends string>(...types: Type[]) =>
  z.strictObject({ codeType: z.enum(types), code: z.string() })
const texts = z.tuple([z.strictObject({ language: z.literal('nl-NL'), value: z.string() })])

export const academicSessionSchema = z.strictObject({
  academicSessionId: id,
  academicSessionType: z.literal('academic_year'),
  primaryCode: codeOf('identifier'),
  name: texts,
  startDateTime: instantSchema,
  endDateTime: instantSchema,
})

export const organisationSchema = z.strictObject({
  organisationId: id,
  organisationType: z.literal('institute'),
  primaryCode: codeOf('identifier'),
  name: texts,
  link: z.url(),
})

export const programmeSchema = z.strictObject({
  programmeId: id,
  programmeType: z.literal('programme'),
  primaryCode: codeOf('programme_code'),
  name: texts,
  organisationId: id,
  organisation: organisationSchema.optional(),
})

export const testComponentSchema = z.strictObject({
  componentId: id,
  componentType: z.literal('test_on_paper'),
  primaryCode: codeOf('component_code'),
  name: texts,
  abbreviation: z.string(),
  /** active: students may choose it */
  state: z.enum(['active', 'inactive']),
  passFrom: z.literal('5.5'),
  resultValueType: z.literal('grade_0_10_one_decimal'),
  organisationId: id,
  organisation: organisationSchema.optional(),
})

/** A module at a test moment. */
export const testComponentOfferingSchema = z.strictObject({
  testComponentOfferingId: id,
  primaryCode: codeOf('offering_code'),
  name: texts,
  abbreviation: z.string(),
  /** active: students can enroll now */
  state: z.enum(['active', 'inactive']),
  /** definitive: its time is known */
  rosteringState: z.enum(['definitive', 'preliminary']),
  startDateTime: instantSchema,
  endDateTime: instantSchema,
  resultExpected: z.literal(true),
  resultValueType: z.literal('grade_0_10_one_decimal'),
  /** seats of the moment, for all its modules; null without a limit */
  maxNumberStudents: z.int().nullable(),
  enrolledNumberStudents: z.int(),
  /** rooms of the moment; null before a teacher published them */
  roomIds: z.array(id).nullable(),
  /** planned opening and closing */
  enrolmentPeriods: z.array(
    z.strictObject({
      startDateTime: instantSchema,
      endDateTime: instantSchema.nullable(),
      queueEnabled: z.boolean(),
    }),
  ),
  academicSessionId: id,
  componentId: id,
  component: testComponentSchema.optional(),
  organisationId: id,
  organisation: organisationSchema.optional(),
})

/** A room as it is furnished for a test, whatever it is used for. */
export const roomSchema = z.strictObject({
  roomId: id,
  roomType: z.literal('exam_location'),
  primaryCode: codeOf('room_code'),
  name: texts,
  totalSeats: z.int(),
  availableSeats: z.int(),
})

export const personSchema = z.strictObject({
  personId: id,
  /** without a student number, the id itself: nothing else names a person as surely */
  primaryCode: codeOf('student_number', 'uuid'),
  givenName: z.string().nullable(),
  surnamePrefix: z.string().nullable(),
  surname: z.string(),
  displayName: z.string(),
  activeEnrolment: z.boolean(),
  affiliations: z.tuple([z.literal('student')]),
  email: z.string(),
})

const resultSchema = z.strictObject({
  state: z.literal('completed'),
  pass: z.enum(['passed', 'failed']),
  /** '7.5'; null for a result without a grade */
  score: z.string().nullable(),
  final: z.literal(true),
  resultDateTime: instantSchema,
})

const attendanceSchema = z.enum(['present', 'absent', 'unknown'])
const associationStateSchema = z.enum(['associated', 'finished'])

/** The one try of an enrollment. */
export const attemptSchema = z.strictObject({
  attemptId: id,
  attempt: z.literal(1),
  /** '2': the student took this module at one earlier moment */
  opportunity: z.string(),
  state: associationStateSchema,
  startDateTime: instantSchema,
  endDateTime: instantSchema,
  attendance: attendanceSchema,
  /** only with the scope `results.read`; null until it is published */
  result: resultSchema.nullable().optional(),
  /** only with the scope `needs`: the student's own, once it is published */
  roomIds: z.array(id).max(1).optional(),
  testComponentOfferingAssociationId: id,
})

/** An enrollment. */
export const associationSchema = z.strictObject({
  associationId: id,
  role: z.literal('student'),
  /** finished: the moment is over */
  state: associationStateSchema,
  attempt: z.literal(1),
  attendance: attendanceSchema,
  /** only with the scope `results.read`; null until it is published */
  result: resultSchema
    .extend({ weight: z.literal(100) })
    .nullable()
    .optional(),
  /** only with the scope `needs` */
  requiredPersonalNeeds: z.array(z.literal('extra_time')).optional(),
  personId: id,
  person: personSchema.optional(),
  testComponentOfferingId: id,
  testComponentOffering: testComponentOfferingSchema.optional(),
  attemptIds: z.tuple([id]),
})

export type AcademicSession = z.infer<typeof academicSessionSchema>
export type Organisation = z.infer<typeof organisationSchema>
export type Programme = z.infer<typeof programmeSchema>
export type TestComponent = z.infer<typeof testComponentSchema>
export type TestComponentOffering = z.infer<typeof testComponentOfferingSchema>
export type Room = z.infer<typeof roomSchema>
export type Person = z.infer<typeof personSchema>
export type Attempt = z.infer<typeof attemptSchema>
export type Association = z.infer<typeof associationSchema>
