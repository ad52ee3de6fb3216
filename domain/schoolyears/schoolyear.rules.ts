/**
 * - `schoolyear-active`: students go by it, so it is neither put away nor deleted
 * - `schoolyear-archived`: it is put away, and so becomes active only once it was brought back
 * - `schoolyear-in-use`: it has test moments, with all that students did there
 */
export type SchoolyearRefusal = 'schoolyear-active' | 'schoolyear-archived' | 'schoolyear-in-use'

interface SchoolyearFacts {
  active: boolean
  archived: boolean
  /** how many it has */
  testmoments: number
}

/** Whether a school year may become so. */
export function schoolyearEditRefusal(
  { active, archived }: Omit<SchoolyearFacts, 'testmoments'>,
  before: { archived: boolean },
): SchoolyearRefusal | null {
  if (!active || !archived) return null
  return before.archived ? 'schoolyear-archived' : 'schoolyear-active'
}

/** Its days without lessons go with it; nothing else may hang on it. */
export function schoolyearDeletionRefusal({
  active,
  testmoments,
}: Omit<SchoolyearFacts, 'archived'>): SchoolyearRefusal | null {
  if (testmoments > 0) return 'schoolyear-in-use'
  return active ? 'schoolyear-active' : null
}

/** '2026-2027', '2026/27', 'Schooljaar 2026–2027' */
const YEARS = /(?<!\d)(\d{4})\s*[-–/]\s*(\d{2}|\d{4})(?!\d)/

/** The year in which a school year of that name begins: 2026 of '2026-2027'. Null of a name that says no two years in a row. */
export function startYearOf(name: string): number | null {
  const [, first = '', last = ''] = YEARS.exec(name) ?? []
  const start = Number(first)
  return first !== '' && String(start + 1).endsWith(last) ? start : null
}

/**
 * Whether a day ('YYYY-MM-DD') lies outside the school year of that name, which runs from 1 August to 31 July. Of a name
 * that says no two years in a row nothing is known.
 */
export function isOutsideSchoolyear(name: string, day: string): boolean {
  const start = startYearOf(name)
  return start !== null && (day < `${start}-08-01` || day >= `${start + 1}-08-01`)
}
