import { addDays, dayOf } from '#domain/calendar/amsterdam.ts'
import { schoolyearStart } from '#domain/calendar/school-year.ts'
import { groupBy } from '#domain/entities/groups.ts'
import { FEWEST_COUNTED, figureOver } from '#domain/results/result.rules.ts'
import { compareDutch } from '#domain/users/names.ts'
import type { DepartmentResults, PassFigure, PresenceFigure } from './statistics.schema.ts'

const WEEKS = 8
const DAYS = 7

/** Mondays of the last eight weeks in Amsterdam, including that of `now` (ms), earliest first. */
export function lastWeeks(now: number): string[] {
  const today = dayOf(now)
  const daysSinceMonday = (new Date(today).getUTCDay() + DAYS - 1) % DAYS
  const monday = addDays(today, -daysSinceMonday)
  return Array.from({ length: WEEKS }, (_, index) => addDays(monday, (index + 1 - WEEKS) * DAYS))
}

/** Instant (ms) from which accounts count as new. */
export const newAccountsSince = (now: number): number => schoolyearStart(now)

/**
 * Adds up passed results of groups (the students of one module at one moment); null if none is large enough. Groups that are
 * too small to be shown are not counted in any figure: their results make no difference to them, so they can't be found by
 * subtraction either, whatever else is known.
 */
export function passesOver(groups: readonly PassFigure[]): PassFigure | null {
  const shown = groups.flatMap((group) => figureOver(group.counted, group) ?? [])
  if (shown.length === 0) return null
  return shown.reduce((sum, { counted, passed }) => ({ counted: sum.counted + counted, passed: sum.passed + passed }))
}

/** Attendance at one moment; it is part of no total. */
export const presenceOver = (figure: PresenceFigure | undefined): PresenceFigure | null =>
  figure ? figureOver(figure.ticked, figure) : null

interface Group {
  students: number
}

/**
 * Which parts of a whole may be shown, where the figure of the whole is known: those that are large enough. Where what is left
 * of the whole would then be a group that is too small, the smallest of them is left out as well: else that group is found by
 * subtracting.
 */
export function partsShown<Part extends Group>(parts: readonly Part[]): ReadonlySet<Part> {
  const shown = parts
    .filter(({ students }) => students >= FEWEST_COUNTED)
    .toSorted((one, other) => one.students - other.students)
  const notShown = studentsIn(parts) - studentsIn(shown)
  return new Set(notShown > 0 && notShown < FEWEST_COUNTED ? shown.slice(1) : shown)
}

const studentsIn = (groups: readonly Group[]): number => groups.reduce((sum, { students }) => sum + students, 0)

/** Students of one department and class group, each counted once, with what they got. */
export interface ClassGroupResults extends PassFigure, Group {
  department_id: number | null
  department_name: string | null
  class_group: string | null
}

/**
 * Results by department, and by class group within it. The departments are parts of all results, which the figures of the
 * modules add up to; the class groups are parts of their department.
 */
export function resultsByDepartment(groups: readonly ClassGroupResults[]): DepartmentResults[] {
  const departments = [...groupBy(groups, ({ department_id }) => department_id)].map(([id, groups]) => {
    const name = groups[0]?.department_name ?? ''
    return { ...sumOf(groups), department: id === null ? null : { id, name }, groups }
  })
  const shown = partsShown(departments)
  return departments
    .toSorted((one, other) => byName(one.department?.name, other.department?.name))
    .map((department) => ({
      department: department.department,
      ...shownFigure(department, shown.has(department)),
      class_groups: shown.has(department) ? classGroupsIn(department.groups) : [],
    }))
}

function classGroupsIn(groups: readonly ClassGroupResults[]): DepartmentResults['class_groups'] {
  if (groups.every(({ class_group }) => class_group === null)) return []
  const shown = partsShown(groups)
  return groups
    .toSorted((one, other) => byName(one.class_group, other.class_group))
    .map((group) => ({ name: group.class_group, ...shownFigure(group, shown.has(group)) }))
}

const sumOf = (groups: readonly ClassGroupResults[]): PassFigure & Group => ({
  students: studentsIn(groups),
  counted: groups.reduce((sum, { counted }) => sum + counted, 0),
  passed: groups.reduce((sum, { passed }) => sum + passed, 0),
})

const shownFigure = ({ students, counted, passed }: PassFigure & Group, isShown: boolean) => ({
  students,
  passes: isShown ? { counted, passed } : null,
})

/** Compares names of groups in Dutch order; null, the group of students who are in none, comes last. */
const byName = (one: string | null | undefined, other: string | null | undefined): number =>
  one == null || other == null ? Number(one == null) - Number(other == null) : compareDutch(one, other)
