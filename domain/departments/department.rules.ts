import type { EnrollingParty, EnrollmentFacts, LeavingFacts } from '#domain/enrollments/enrollment.rules.ts'
import { isCurrent } from '#domain/testmoments/testmoment.rules.ts'

/**
 * - `onboarding-unfinished`: until it is confirmed a department is chosen, not switched
 * - `education-department-unavailable`: there is no such department, or it is no longer offered
 */
export type DepartmentSwitchRefusal = 'onboarding-unfinished' | 'education-department-unavailable'

export interface DepartmentFacts {
  id: number
  archived: boolean
  modules: readonly { id: number; active: boolean }[]
}

/** With whether a presence or a result belongs to it. */
type HeldFacts = EnrollmentFacts & Pick<LeavingFacts, 'has_record'>

/** Who switches; generic in what a caller knows more of an enrollment. */
export interface SwitchingStudent<Enrollment extends HeldFacts = HeldFacts> {
  information_checked: boolean
  department: DepartmentFacts | null
  completed_module_ids: ReadonlySet<number>
  /** those in the active school year at least */
  enrollments: readonly Enrollment[]
}

export interface SwitchOutcome<Enrollment extends HeldFacts = HeldFacts> {
  /** modules that the student can choose from now on and could not before; completed ones are not new */
  added_module_ids: number[]
  /** the student's current ones in what the new department does not hold, also where enrollment is closed; never one with a record */
  ended: Enrollment[]
}

/** Facts that decide which modules a person may take. */
export interface ModuleTaker {
  is_student: boolean
  information_checked: boolean
  education_department_id: number | null
}

/**
 * Whether a module of these departments is one for this person: a student's own department decides. A teacher may also
 * enroll a student who has not finished onboarding, in modules of the department chosen so far, or in any before that.
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

/** Who keeps to their own department may do so, archived or not. */
export function departmentSwitchRefusal(
  student: Pick<SwitchingStudent, 'information_checked' | 'department'>,
  to: DepartmentFacts | undefined,
): DepartmentSwitchRefusal | null {
  if (!student.information_checked) return 'onboarding-unfinished'
  if (!to || (to.archived && to.id !== student.department?.id)) return 'education-department-unavailable'
  return null
}

/** Effects of a switch: one rule for the preview and for the switch itself. `now` in ms since the epoch. */
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

/**
 * Changes asked for in a department's list of modules; each id comes once. A module that is both removed and added is
 * added.
 */
export interface ModulesWish {
  how: 'replace' | 'add'
  module_ids: readonly number[]
  /** taken off by name, beside those that are added */
  removed_ids?: readonly number[]
}

/** Which modules a department gains and loses by that, and whether it is left with none. */
export function modulesChange(held: readonly number[], { how, module_ids, removed_ids = [] }: ModulesWish) {
  const [before, wished, unwished] = [new Set(held), new Set(module_ids), new Set(removed_ids)]
  const removed = held.filter((id) => !wished.has(id) && (how === 'replace' || unwished.has(id)))
  const added = module_ids.filter((id) => !before.has(id))
  const loses_all = removed.length > 0 && removed.length === held.length && added.length === 0
  return { added, removed, loses_all }
}
