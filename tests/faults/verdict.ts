import type { Extent, FaultRow } from './fault-row.ts'

/** Whether nothing failed. How long something took fails the full run alone: where CI runs, others may be busy too. */
export const allHeld = (rows: readonly FaultRow[], extent: Extent): boolean =>
  rows.every(({ held, late = false }) => held && (extent === 'quick' || !late))

/** 'yes', 'yes, late' or 'NO'. */
export function verdictOf({ held, late = false }: FaultRow): string {
  if (!held) return 'NO'
  return late ? 'yes, late' : 'yes'
}
