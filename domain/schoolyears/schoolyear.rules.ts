export type SchoolyearRefusal = 'schoolyear-active' | 'schoolyear-archived' | 'schoolyear-in-use'

interface SchoolyearFacts {
  active: boolean
  archived: boolean
  testmoments: number
}

/** Reason why an edit is refused; null if it is allowed. */
export function schoolyearEditRefusal(
  { active, archived }: Omit<SchoolyearFacts, 'testmoments'>,
  before: { archived: boolean },
): SchoolyearRefusal | null {
  if (!active || !archived) return null
  return before.archived ? 'schoolyear-archived' : 'schoolyear-active'
}

export function schoolyearDeletionRefusal({
  active,
  testmoments,
}: Omit<SchoolyearFacts, 'archived'>): SchoolyearRefusal | null {
  if (testmoments > 0) return 'schoolyear-in-use'
  return active ? 'schoolyear-active' : null
}

/** '2026-2027', '2026/27', 'Schooljaar 2026–2027' */
const YEARS = /(?<!\d)(\d{4})\s*[-–/]\s*(\d{2}|\d{4})(?!\d)/

/** Year in which a school year with this name begins: 2026 for '2026-2027'. Null for a name without two consecutive years. */
export function startYearOf(name: string): number | null {
  const [, first = '', last = ''] = YEARS.exec(name) ?? []
  const start = Number(first)
  return first !== '' && String(start + 1).endsWith(last) ? start : null
}

/**
 * Whether a day ('YYYY-MM-DD') is outside the school year with this name, which runs from 1 August to 31 July. False for a name
 * without two consecutive years.
 */
export function isOutsideSchoolyear(name: string, day: string): boolean {
  const start = startYearOf(name)
  return start !== null && (day < `${start}-08-01` || day >= `${start + 1}-08-01`)
}
