import { selectEnrollments } from '#api-server/facts/enrollment.queries.ts'
import { compiledBySize, type Ids } from '#database/queries/batched-reads.ts'
import { whenAndWhereColumns } from '#database/queries/when-and-where.ts'
import type { Kysely } from '#database/tables.ts'
import type { WhenAndWhere } from '#domain/calendar/when-and-where.schema.ts'
import { isForStudent, type ModuleTaker } from '#domain/departments/department.rules.ts'
import type {
  EnrollingParty,
  EnrollmentFacts,
  LeavingFacts,
  ModuleFacts,
} from '#domain/enrollments/enrollment.rules.ts'
import type { EnrollmentMaker } from '#domain/enrollments/enrollment.schema.ts'
import type { MomentFacts } from '#domain/testmoments/testmoment.rules.ts'
import { isStudent, rolesOf } from '#domain/users/roles.ts'

/** Subjects of a batch, each id once. */
export interface FactsScope {
  userIds: readonly number[]
  testmomentIds: readonly number[]
  moduleIds: readonly number[]
}

export interface WaitingRow {
  id: number
  user_id: number
  testmoment_id: number
  module_id: number
  moves: boolean
  /** ISO instant */
  created_at: string
}

/** Facts that the rules need about students, moments and modules, by id; a missing id does not exist. */
export interface BatchFacts {
  students: Map<number, StudentState>
  moments: Map<number, MomentState>
  modules: Map<number, ModuleState>
}

export interface StudentState extends ModuleTaker {
  completed_module_ids: Set<number>
  /** the student gets a letter about each change */
  confirmation_letters: boolean
  /** those at moments of this batch, and those in its modules in the active school year; each decision updates them */
  enrollments: HeldEnrollment[]
}

/** An enrollment as the batch sees it; `id` is undefined until the batch has written it. */
export interface HeldEnrollment extends EnrollmentFacts {
  id: number | undefined
  /** facts that decide whether it may end (`has_record` is this enrollment's), and the moment's date and place */
  moment: EnrollmentFacts['moment'] & LeavingFacts & WhenAndWhere
  user_id: number
  /** ISO instant */
  created_at: string
  /** id by which calendars know a moved enrollment, as in the table; null if it never moved */
  calendar_id: number | null
  calendar_sequence: number
}

/** An enrollment made by the batch, with who made it. */
export interface MadeEnrollment extends HeldEnrollment {
  maker: EnrollmentMaker
  /** administrator who made it; null if students enrolled themselves */
  maker_id: number | null
  /** room of the moment where the student is already, on the test day */
  here_id?: number | undefined
}

/** `module_ids` is partial: it holds the batch's modules that the moment lists, and at least one id if it lists any. */
export interface MomentState extends MomentFacts, WhenAndWhere {
  module_ids: number[]
  /** 0 means no limit */
  seats: number
  version: number
  /** ISO instant at which the students were divided over rooms, after which new students get a chair; null before */
  divided_at: string | null
}

interface ModuleState {
  name: string
  active: boolean
  department_ids: Set<number>
}

export async function loadFacts(kysely: Kysely, scope: FactsScope): Promise<BatchFacts> {
  const { userIds, testmomentIds, moduleIds } = scope
  const state: BatchFacts = { students: new Map(), moments: new Map(), modules: new Map() }

  for (const row of await findStudents(kysely, userIds, moduleIds)) {
    const student = state.students.get(row.id) ?? {
      is_student: isStudent({ roles: rolesOf(row) }),
      information_checked: row.information_checked,
      education_department_id: row.education_department_id,
      completed_module_ids: new Set(),
      confirmation_letters: row.confirmation_letters,
      enrollments: [],
    }
    state.students.set(row.id, student)
    if (row.completed_module_id !== null) student.completed_module_ids.add(row.completed_module_id)
  }
  for (const { module_id, some_module_id, ...row } of await findMoments(kysely, testmomentIds, moduleIds)) {
    const moment = state.moments.get(row.id) ?? { ...row, module_ids: some_module_id === null ? [] : [some_module_id] }
    state.moments.set(row.id, moment)
    if (module_id !== null) moment.module_ids.push(module_id)
  }
  for (const row of await findModules(kysely, moduleIds)) {
    const module = state.modules.get(row.id) ?? { name: row.name, active: row.active, department_ids: new Set() }
    state.modules.set(row.id, module)
    if (row.education_department_id !== null) module.department_ids.add(row.education_department_id)
  }
  for (const row of await findEnrollments(kysely, userIds, testmomentIds, moduleIds)) {
    const { id, user_id, testmoment_id, module_id, created_at, calendar_id, calendar_sequence, ...moment } = row
    const enrollment = { id, user_id, testmoment_id, module_id, created_at, calendar_id, calendar_sequence }
    state.students.get(user_id)?.enrollments.push({ ...enrollment, moment })
  }

  return state
}

/** Facts about a module for one student; they depend on whether a student or a teacher asks. */
export function moduleFacts(
  id: number,
  { modules }: BatchFacts,
  student: ModuleTaker & Pick<StudentState, 'completed_module_ids'>,
  by: EnrollingParty,
): ModuleFacts {
  const module = modules.get(id)
  return {
    id,
    active: module?.active ?? false,
    in_department: module !== undefined && isForStudent(student, module.department_ids, by),
    is_completed: student.completed_module_ids.has(id),
  }
}

/**
 * Module facts for a student in line, asked as a teacher. Only a teacher can put a student in line who has not finished
 * onboarding; that student then waits and gets a seat like any other.
 */
export const waitingModuleFacts = (
  id: number,
  facts: BatchFacts,
  student: ModuleTaker & Pick<StudentState, 'completed_module_ids'>,
): ModuleFacts => moduleFacts(id, facts, student, 'administrator')

/** One row per module of the batch that the student completed; one row with null if there is none. */
const findStudents = compiledBySize((trx, userIds: Ids, moduleIds: Ids) =>
  trx
    .selectFrom('user')
    .leftJoin('completed_module', (join) =>
      join.onRef('completed_module.user_id', '=', 'user.id').on('completed_module.module_id', 'in', moduleIds),
    )
    .select([
      'user.id',
      'user.roles',
      'user.information_checked',
      'user.education_department_id',
      'user.confirmation_letters',
      'completed_module.module_id as completed_module_id',
    ])
    .where('user.id', 'in', userIds),
)

/**
 * One row per module of the batch that the moment lists; one row with null if it lists none. `some_module_id` shows whether the
 * moment lists any module at all.
 */
const findMoments = compiledBySize((trx, testmomentIds: Ids, moduleIds: Ids) =>
  trx
    .selectFrom('testmoment')
    .innerJoin('schoolyear', 'schoolyear.id', 'testmoment.schoolyear_id')
    .leftJoin('testmoment_module', (join) =>
      join
        .onRef('testmoment_module.testmoment_id', '=', 'testmoment.id')
        .on('testmoment_module.module_id', 'in', moduleIds),
    )
    .select((select) => [
      'testmoment.id',
      ...whenAndWhereColumns,
      'testmoment.enrollments_enabled',
      'testmoment.enrollments_close_at',
      'testmoment.max_enrollments',
      'testmoment.seats',
      'testmoment.version',
      'testmoment.divided_at',
      'schoolyear.active as schoolyear_active',
      'testmoment_module.module_id',
      select
        .selectFrom('testmoment_module as any_module')
        .select(({ fn }) => fn.min('any_module.module_id').as('id'))
        .whereRef('any_module.testmoment_id', '=', 'testmoment.id')
        .as('some_module_id'),
    ])
    .where('testmoment.id', 'in', testmomentIds),
)

/** One row per department that has the module; one row with null if none has it. */
const findModules = compiledBySize((trx, moduleIds: Ids) =>
  trx
    .selectFrom('module')
    .leftJoin('education_department_module', 'education_department_module.module_id', 'module.id')
    .select(['module.id', 'module.name', 'module.active', 'education_department_module.education_department_id'])
    .where('module.id', 'in', moduleIds),
)

/**
 * The students' enrollments at moments of the batch, and in its modules in the active school year. The moment id is compared on
 * the joined table: with both conditions on `enrollment`, SQLite scans all enrollments in a module.
 */
const findEnrollments = compiledBySize((trx, userIds: Ids, testmomentIds: Ids, moduleIds: Ids) =>
  selectEnrollments(trx)
    .where('enrollment.user_id', 'in', userIds)
    .where((either) =>
      either.or([
        either('testmoment.id', 'in', testmomentIds),
        either.and([either('enrollment.module_id', 'in', moduleIds), either('schoolyear.active', '=', true)]),
      ]),
    ),
)
