import type { CopyPreview } from '#contract/schoolyears.calls.ts'
import {
  type AssessedCopy,
  type CopyRemark,
  copiedDay,
  copyOn,
  copyRemarks,
  type Shift,
} from '#domain/testmoments/copy.rules.ts'
import type { CopySource } from '#domain/testmoments/copy.schema.ts'

/** The teacher's choices, for all moments and for single ones. */
export interface CopyWish {
  shift: Shift
  /** planned times are shifted too */
  plans: boolean
  /** days chosen by hand, by the id of the source moment */
  moved: ReadonlyMap<number, string>
  /** ids of source moments ticked or unticked by hand */
  turned: ReadonlySet<number>
}

/** A moment, and the copy that it would become. */
export interface CopyRow extends AssessedCopy {
  source: CopySource
  isChosen: boolean
  /** the teacher chose the day by hand */
  isMoved: boolean
  remarks: CopyRemark[]
}

/**
 * All moments that can be copied. All are ticked initially, except those whose copy would have no module left, and so offer all
 * modules. `now` is in ms since the epoch.
 */
export function copyRows(preview: CopyPreview, { shift, plans, moved, turned }: CopyWish, now: number): CopyRow[] {
  const { schoolyear, source: from, taken, recesses } = preview
  const years = { source: from.name, target: schoolyear.name }
  const rows = preview.testmoments.map((source) => {
    const byHand = moved.get(source.id)
    const assessed = copyOn(source, byHand ?? copiedDay(source.date, shift, years), { plans, now })
    const isChosen = assessed.opensAll === turned.has(source.id)
    return { ...assessed, source, isChosen, isMoved: byHand !== undefined }
  })
  const days = rows.filter(({ isChosen }) => isChosen).map(({ copy }) => copy.date)
  return rows.map((row) => ({
    ...row,
    remarks: copyRemarks(row, { target: schoolyear.name, taken, days: row.isChosen ? days : [], recesses, now }),
  }))
}

/** Ticks or unticks these; returns the new `turned`. */
export function tickRows(
  rows: readonly CopyRow[],
  { turned, ids, isOn }: { turned: ReadonlySet<number>; ids: readonly number[]; isOn: boolean },
): Set<number> {
  const changed = rows.filter(({ source, isChosen }) => ids.includes(source.id) && isChosen !== isOn)
  const after = new Set(turned)
  for (const { source } of changed) if (!after.delete(source.id)) after.add(source.id)
  return after
}

/** Most days: more than between any two school years. */
const MOST_DAYS = 10_000

/** A typed number of days, negative for earlier; null if it is not a number. */
export function readDays(text: string): number | null {
  const days = /^[+-]?\d{1,5}$/.test(text.trim().replace('−', '-')) ? Number(text.trim().replace('−', '-')) : Number.NaN
  return Math.abs(days) <= MOST_DAYS ? days : null
}
