import { futureEnrollments } from '#domain/enrollments/choice.rules.ts'
import type { ModuleStatus } from '#domain/enrollments/module-status.schema.ts'
import type { WaitingEntry } from '#domain/enrollments/waiting.schema.ts'

/** Ticks of the student that differ from the server, by the module's id. */
export type Ticks = Readonly<Record<number, boolean>>

export interface CompletionChanges {
  completed: number[]
  /** no longer completed */
  reopened: number[]
}

export interface LostEnrollment {
  moduleName: string
  testmoment: ModuleStatus['enrollments'][string]['testmoment']
}

/** A module that a result completed stays ticked, also where it was unticked just before that. */
export const isTicked = ({ module, is_completed, by_result }: ModuleStatus, ticks: Ticks): boolean =>
  by_result ?? ticks[module.id] ?? is_completed

export function changesIn(statuses: readonly ModuleStatus[], ticks: Ticks): CompletionChanges {
  const changed = statuses.filter((status) => isTicked(status, ticks) !== status.is_completed)
  const idsOf = (completed: boolean) =>
    changed.filter((status) => isTicked(status, ticks) === completed).map(({ module }) => module.id)
  return { completed: idsOf(true), reopened: idsOf(false) }
}

export const isEmpty = ({ completed, reopened }: CompletionChanges): boolean =>
  completed.length === 0 && reopened.length === 0

/** The places on waiting lists that go with it. */
export const lostWaits = (waiting: readonly WaitingEntry[], { completed }: CompletionChanges): WaitingEntry[] =>
  waiting.filter(({ module_id }) => completed.includes(module_id))

/** The enrollments that end when these modules are completed: the current ones without a record, also where enrollment is closed. */
export const lostEnrollments = (
  statuses: readonly ModuleStatus[],
  { completed }: CompletionChanges,
  now: number,
): LostEnrollment[] =>
  statuses
    .filter(({ module }) => completed.includes(module.id))
    .flatMap((status) =>
      futureEnrollments(status, now)
        .filter(({ enrollment }) => !enrollment.has_record)
        .map(({ testmoment }) => ({ moduleName: status.module.name, testmoment })),
    )
