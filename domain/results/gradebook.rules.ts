import { groupBy } from '#domain/entities/groups.ts'
import type { GradebookCell, GradebookModule, GradebookRow } from './gradebook.schema.ts'
import type { ResultValue } from './result.schema.ts'

export interface Try {
  module_id: number
  testmoment_id: number
  value: ResultValue
}

/** A pass counts above a fail, then the higher grade; a result without a grade counts below those with one. */
function isAtLeast(one: ResultValue, other: ResultValue): boolean {
  if (one.outcome !== other.outcome) return one.outcome === 'passed'
  return (one.grade ?? 0) >= (other.grade ?? 0)
}

/**
 * Cells of one student, by module id. `tries` are the published results in the order of their moments: of two that are
 * equal the later one is the best. `completed` holds the ids of the modules that the student has completed.
 */
export function gradebookCells(tries: readonly Try[], completed: ReadonlySet<number>): GradebookCell[] {
  const byModule = groupBy(tries, ({ module_id }) => module_id)
  const ids = new Set([...byModule.keys(), ...completed])
  return [...ids]
    .toSorted((one, other) => one - other)
    .map((module_id) => {
      const tests = byModule.get(module_id) ?? []
      const [first] = tests
      const best =
        first && tests.reduce((leading, each) => (isAtLeast(each.value, leading.value) ? each : leading), first)
      return {
        module_id,
        best: best?.value ?? null,
        testmoment_id: best?.testmoment_id ?? null,
        tries: tests.length,
        completed: completed.has(module_id),
      }
    })
}

/**
 * Columns for these rows: the expected modules, and behind them all others in which one of the rows has a result. So a row that is
 * loaded later moves no column.
 */
export function gradebookColumns(
  modules: readonly GradebookModule[],
  rows: readonly Pick<GradebookRow, 'cells'>[],
): GradebookModule[] {
  const graded = new Set(rows.flatMap(({ cells }) => cells.flatMap(({ module_id, best }) => (best ? [module_id] : []))))
  return [
    ...modules.filter(({ expected }) => expected),
    ...modules.filter(({ id, expected }) => !expected && graded.has(id)),
  ]
}
