import type { EducationDepartment } from '#domain/departments/department.schema.ts'
import type { ModuleStatus } from '#domain/enrollments/enrollment.schema.ts'
import type { ConfirmingPreview } from '#domain/enrollments/listed-enrollment.schema.ts'
import type { OnboardingStep, User } from '#domain/users/user.schema.ts'
import { tidyNames } from '#domain/users/user-edit.rules.ts'

type Names = Pick<User, 'first_name' | 'last_name'>

/** Data from the server. A list is null until its step is opened, and again after a save that may change it. */
export interface Known {
  user: User
  departments: readonly EducationDepartment[] | null
  department: EducationDepartment | null
  modules: readonly ModuleStatus[] | null
  /** enrollments that confirming would make and end */
  preview: ConfirmingPreview | null
}

/** Fields that the student filled in, and that the server has not received or accepted. */
export interface Entered {
  names: Names | null
  departmentId: number | null
  /** whether a module is completed, by module id */
  completed: Readonly<Record<number, boolean>>
}

export interface Failure {
  during: 'loading' | 'saving' | 'confirming'
  error: unknown
}

export interface OnboardingContext {
  step: OnboardingStep
  known: Known
  entered: Entered
  failure: Failure | null
}

export const nothingEntered: Entered = { names: null, departmentId: null, completed: {} }

export const onlyUser = (user: User): Known => ({
  user,
  departments: null,
  department: null,
  modules: null,
  preview: null,
})

/** Answers of all steps: as filled in, else the server's value; for the department, else the first one. */
export interface Answers {
  names: Names
  departmentId: number | null
  completedIds: number[]
  /** modules that are completed on the server, and not for the student */
  uncompletedIds: number[]
}

export function answersIn({ known, entered }: Pick<OnboardingContext, 'known' | 'entered'>): Answers {
  const modules = known.modules ?? []
  const isCompleted = ({ module, is_completed, by_result }: ModuleStatus) =>
    by_result ?? entered.completed[module.id] ?? is_completed
  const idOf = ({ module }: ModuleStatus) => module.id
  return {
    names: entered.names ?? namesOf(known.user),
    departmentId: entered.departmentId ?? known.department?.id ?? known.departments?.[0]?.id ?? null,
    completedIds: modules.filter(isCompleted).map(idOf),
    uncompletedIds: modules.filter((status) => status.is_completed && !isCompleted(status)).map(idOf),
  }
}

/** Drops fields that equal the server's data by now, and choices that it no longer offers. */
export function stillEntered(entered: Entered, { user, departments, department, modules }: Known): Entered {
  const { names, departmentId, completed } = entered
  const isOffered = departments?.some(({ id }) => id === departmentId) ?? true
  const isChanged = ([id, isCompleted]: [string, boolean]) =>
    modules?.some(
      ({ module, is_completed, by_result }) => module.id === Number(id) && !by_result && is_completed !== isCompleted,
    ) ?? true
  return {
    names: names && sameNames(names, user) ? null : names,
    departmentId: departmentId === department?.id || !isOffered ? null : departmentId,
    completed: Object.fromEntries(Object.entries(completed).filter(isChanged)),
  }
}

/** Whether the step was saved, and its answers equal the server's. */
export function isSaved(
  step: OnboardingStep,
  { known, entered }: Pick<OnboardingContext, 'known' | 'entered'>,
): boolean {
  if (known.user.onboarding_step <= step) return false
  const { names, departmentId, completed } = stillEntered(entered, known)
  if (step === 1) return names === null
  return step === 2 ? departmentId === null : Object.keys(completed).length === 0
}

/** Whether the server's data for the step are here. */
export function isLoaded(step: OnboardingStep, { departments, modules, preview }: Known): boolean {
  if (step === 2) return departments !== null
  if (step === 3) return modules !== null
  return step === 4 ? preview !== null && modules !== null : true
}

const namesOf = ({ first_name, last_name }: User): Names => ({ first_name, last_name })

/** The server tidies names before it stores them. */
function sameNames(typed: Names, kept: Names): boolean {
  const { first_name, last_name } = tidyNames(typed)
  return first_name === kept.first_name && last_name === kept.last_name
}

export type OnboardingEvent =
  /** opened by its address: a link, the back button, a reload */
  | { type: 'step.opened'; step: OnboardingStep }
  /** the session fetched the user for its own reasons */
  | { type: 'user.refreshed'; user: User }
  | { type: 'names.typed'; names: Names }
  | { type: 'department.chosen'; id: number }
  | { type: 'module.ticked'; id: number; isCompleted: boolean }
  /** saves the answers of the open step */
  | { type: 'step.submitted' }
  | { type: 'overview.confirmed' }
  | { type: 'retry.requested' }
  /** the student is back in this tab: they may have continued elsewhere */
  | { type: 'page.shown' }
  | { type: 'connection.returned' }

export type OnboardingEmitted =
  | { type: 'user.changed'; user: User }
  | ({ type: 'onboarding.failed' } & Failure)
  /** `made`: number of automatic enrollments */
  | { type: 'information.confirmed'; made: number }
