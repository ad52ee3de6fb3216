import { z } from 'zod'
import { whenAndWhereSchema } from '#domain/calendar/when-and-where.schema.ts'
import { statusMomentFieldsSchema, testmomentSchema } from '#domain/enrollments/enrollment.schema.ts'
import { calendarDaySchema, idSchema, linkSchema } from '#domain/entities/entity.schema.ts'

/** Room of a divided moment: `taken` of its seats are somebody's chair; `present` students, null before the first test day. */
export const roomFillSchema = z.object({
  id: idSchema,
  name: z.string(),
  seats: z.int().min(0),
  taken: z.int().min(0),
  present: z.int().min(0).nullable(),
})
export type RoomFill = z.infer<typeof roomFillSchema>

/** `enrollments` counts students at the moment, who take one seat each, `tests` their enrollments: one test per module. */
export const testmomentStatisticsEntrySchema = z.object({
  testmoment: statusMomentFieldsSchema.extend(testmomentSchema.pick({ enrollments_open_at: true, seats: true }).shape),
  enrollments: z.int().min(0),
  tests: z.int().min(0),
  waiting: z.int().min(0),
  /** its rooms in their order, once students were divided over them */
  rooms: z.array(roomFillSchema),
})
export type TestmomentStatisticsEntry = z.infer<typeof testmomentStatisticsEntrySchema>

/** `enrollments` made in the week that starts on the Monday `week`, without those that ended since. */
export const enrollmentStatisticsEntrySchema = z.object({ week: calendarDaySchema, enrollments: z.int().min(0) })
export type EnrollmentStatisticsEntry = z.infer<typeof enrollmentStatisticsEntrySchema>

/** `new_accounts` counts accounts made since the last 1 August. */
export const accountStatisticsSchema = z.object({
  admin_accounts: z.int().min(0),
  student_accounts: z.int().min(0),
  new_accounts: z.int().min(0),
})
export type AccountStatistics = z.infer<typeof accountStatisticsSchema>

const students = z.int().min(0)

/** Number of results that `passed`, among those `counted`, as last published. */
const passFigureSchema = z.object({ counted: students, passed: students })
export type PassFigure = z.infer<typeof passFigureSchema>

/** Number of students who were `present` (late or not), among those who were `ticked`. */
const presenceFigureSchema = z.object({ ticked: students, present: students })
export type PresenceFigure = z.infer<typeof presenceFigureSchema>

/** Module with published results. `passes` is null if groups are too small to be shown, see `passesOver`. */
const moduleResultsSchema = z.object({ id: idSchema, name: z.string(), passes: passFigureSchema.nullable() })
export type ModuleResults = z.infer<typeof moduleResultsSchema>

/**
 * Moment with enrollments: `enrollments` counts students. If results were published (`graded`) or attendance was `ticked`, the
 * figure is null if the group is too small.
 */
const testmomentResultsSchema = z.object({
  testmoment: whenAndWhereSchema.extend({ id: idSchema, seats: testmomentSchema.shape.seats }),
  enrollments: students,
  graded: z.boolean(),
  passes: passFigureSchema.nullable(),
  ticked: z.boolean(),
  presence: presenceFigureSchema.nullable(),
})
export type TestmomentResults = z.infer<typeof testmomentResultsSchema>

/** `students` who got `passes`, which is null where the group is too small, or would give one away that is: see `partsShown`. */
const groupFigureSchema = z.object({ students, passes: passFigureSchema.nullable() })

/** Results of the students who are in a department now. None of a department without class groups, or of one that is not shown. */
const departmentResultsSchema = groupFigureSchema.extend({
  /** null for students who are in none */
  department: z.object({ id: idSchema, name: z.string() }).nullable(),
  /** sorted by name; null, for students in none, comes last */
  class_groups: z.array(groupFigureSchema.extend({ name: z.string().nullable() })),
})
export type DepartmentResults = z.infer<typeof departmentResultsSchema>

export const resultStatisticsSchema = z.object({
  modules: z.array(moduleResultsSchema),
  testmoments: z.array(testmomentResultsSchema),
  /** sorted by name; of a student's results in a module they have the one that counts */
  departments: z.array(departmentResultsSchema),
  _links: z.object({ export: linkSchema }),
})
export type ResultStatistics = Omit<z.infer<typeof resultStatisticsSchema>, '_links'>

/** Steps that a school takes, in this order, before its students can enroll: whether each is done. */
export const firstStepsSchema = z.object({
  /** an active one, or one with test moments */
  schoolyear: z.boolean(),
  modules: z.boolean(),
  /** one with modules */
  departments: z.boolean(),
  testmoments: z.boolean(),
  students: z.boolean(),
  /** some schools name a place with the moment, and need none */
  rooms: z.boolean(),
  /** enrolling is or was open, or will be at its own time */
  opened: z.boolean(),
})
export type FirstSteps = z.infer<typeof firstStepsSchema>
