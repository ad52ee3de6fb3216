import type { Extent, FaultRow } from './fault-row.ts'

/**
 * Whether nothing failed. How long something took fails the full run alone: where CI runs, others may be busy too. What could
 * not be tried is passed over by the bounded run on a developer's machine alone.
 */
export const allHeld = (rows: readonly FaultRow[], extent: Extent, inCi = process.env.CI === 'true'): boolean =>
  rows.every(({ held, late = false, lacks }) =>
    lacks === undefined ? held && (extent === 'quick' || !late) : extent === 'quick' && !inCi,
  )

/** 'yes', 'yes, late', 'NO' or 'not tried'. */
export function verdictOf({ held, late = false, lacks }: FaultRow): string {
  if (lacks !== undefined) return 'not tried'
  if (!held) return 'NO'
  return late ? 'yes, late' : 'yes'
}
