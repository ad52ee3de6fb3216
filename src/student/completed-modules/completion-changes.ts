import { futureEnrollments } from '#domain/enrollments/choice.rules.ts'
import type { ModuleStatus } from '#domain/enrollments/enrollment.schema.ts'
import type { WaitingEntry } from '#domain/enrollments/waiting.schema.ts'

/** The student's ticks that differ from the server, by module id. */
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

/** A module that a result completed stays ticked, even if it was unticked just before. */
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

/** Places on waiting lists that completing these modules ends. */
export const lostWaits = (waiting: readonly WaitingEntry[], { completed }: CompletionChanges): WaitingEntry[] =>
  waiting.filter(({ module_id }) => completed.includes(module_id))

/** Enrollments that completing these modules ends: current ones without a record, even where enrollment is closed. */
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
