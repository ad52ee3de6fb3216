import type { CopyPreview } from '#contract/schoolyears.ts'
import {
  type AssessedCopy,
  type CopyRemark,
  copiedDay,
  copyOn,
  copyRemarks,
  type Shift,
} from '#domain/testmoments/copy.rules.ts'
import type { CopySource } from '#domain/testmoments/copy.schema.ts'

/** The teacher's choices for all moments, and for some. */
export interface CopyWish {
  shift: Shift
  /** planned times move along */
  plans: boolean
  /** the days that were chosen by hand, by the moment that is taken over */
  moved: ReadonlyMap<number, string>
  /** those that were ticked or unticked by hand */
  turned: ReadonlySet<number>
}

/** A moment with what it would become. */
export interface CopyRow extends AssessedCopy {
  source: CopySource
  isChosen: boolean
  /** its day was chosen by hand */
  isMoved: boolean
  remarks: CopyRemark[]
}

/**
 * All that could be taken over; ticked from the start but for what would lose its last module, and so offer all. `now` in
 * ms.
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

/** Ticks or unticks these: `turned` as it is then. */
export function tickRows(
  rows: readonly CopyRow[],
  { turned, ids, isOn }: { turned: ReadonlySet<number>; ids: readonly number[]; isOn: boolean },
): Set<number> {
  const changed = rows.filter(({ source, isChosen }) => ids.includes(source.id) && isChosen !== isOn)
  const after = new Set(turned)
  for (const { source } of changed) if (!after.delete(source.id)) after.add(source.id)
  return after
}

/** More than a day in any other year is away. */
const MOST_DAYS = 10_000

/** A number of days as it was typed, earlier ones with a minus; null where it is none. */
export function readDays(text: string): number | null {
  const days = /^[+-]?\d{1,5}$/.test(text.trim().replace('−', '-')) ? Number(text.trim().replace('−', '-')) : Number.NaN
  return Math.abs(days) <= MOST_DAYS ? days : null
}
