import type { EnrollingParty, EnrollmentFacts, LeavingFacts } from '#domain/enrollments/enrollment.rules.ts'
import { isCurrent } from '#domain/testmoments/testmoment.rules.ts'

export type DepartmentSwitchRefusal = 'onboarding-unfinished' | 'education-department-unavailable'

export interface DepartmentFacts {
  id: number
  archived: boolean
  modules: readonly { id: number; active: boolean }[]
}

/** Facts of an enrollment; `has_record` says whether attendance or a result belongs to it. */
type HeldFacts = EnrollmentFacts & Pick<LeavingFacts, 'has_record'>

/** Student who switches; generic, since callers know more of an enrollment. */
export interface SwitchingStudent<Enrollment extends HeldFacts = HeldFacts> {
  information_checked: boolean
  department: DepartmentFacts | null
  completed_module_ids: ReadonlySet<number>
  /** at least those in the active school year */
  enrollments: readonly Enrollment[]
}

export interface SwitchOutcome<Enrollment extends HeldFacts = HeldFacts> {
  /** modules that the student can choose only after the switch, except completed ones */
  added_module_ids: number[]
  /** current enrollments in modules outside the new department, also where enrollment is closed; never one with a record */
  ended: Enrollment[]
}

export interface ModuleTaker {
  is_student: boolean
  information_checked: boolean
  education_department_id: number | null
}

/**
 * Whether a user may take a module of these departments: their own department decides. A teacher may also enroll a student who
 * has not finished onboarding: in modules of the department chosen so far, or any module before that.
 */
export function isForStudent(
  { is_student, information_checked, education_department_id }: ModuleTaker,
  departmentIds: ReadonlySet<number>,
  by: EnrollingParty,
): boolean {
  if (!is_student || (by === 'student' && !information_checked)) return false
  if (education_department_id === null) return !information_checked
  return departmentIds.has(education_department_id)
}

/** Keeping one's own department is allowed, even if it is archived. */
export function departmentSwitchRefusal(
  student: Pick<SwitchingStudent, 'information_checked' | 'department'>,
  to: DepartmentFacts | undefined,
): DepartmentSwitchRefusal | null {
  if (!student.information_checked) return 'onboarding-unfinished'
  if (!to || (to.archived && to.id !== student.department?.id)) return 'education-department-unavailable'
  return null
}

/** Effects of a switch, the same for the preview and the switch itself. */
export function departmentSwitch<Enrollment extends HeldFacts>(
  { department: from, completed_module_ids, enrollments }: SwitchingStudent<Enrollment>,
  to: DepartmentFacts,
  now: number,
): SwitchOutcome<Enrollment> {
  if (from?.id === to.id) return { added_module_ids: [], ended: [] }
  const [before, after] = [moduleIds(from), moduleIds(to)]
  return {
    added_module_ids: to.modules
      .filter(({ id, active }) => active && !before.has(id) && !completed_module_ids.has(id))
      .map(({ id }) => id),
    ended: enrollments.filter(
      ({ module_id, moment, has_record }) =>
        moment.schoolyear_active && isCurrent(moment, now) && !after.has(module_id) && !has_record,
    ),
  }
}

const moduleIds = (department: DepartmentFacts | null) => new Set(department?.modules.map(({ id }) => id))

/** Wished changes of a department's modules, without duplicate ids. A module that is both removed and added is added. */
export interface ModulesWish {
  how: 'replace' | 'add'
  module_ids: readonly number[]
  /** modules to remove if `how` is 'add' */
  removed_ids?: readonly number[]
}

export function modulesChange(held: readonly number[], { how, module_ids, removed_ids = [] }: ModulesWish) {
  const [before, wished, unwished] = [new Set(held), new Set(module_ids), new Set(removed_ids)]
  const removed = held.filter((id) => !wished.has(id) && (how === 'replace' || unwished.has(id)))
  const added = module_ids.filter((id) => !before.has(id))
  const loses_all = removed.length > 0 && removed.length === held.length && added.length === 0
  return { added, removed, loses_all }
}
