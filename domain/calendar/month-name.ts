const LONG_MONTHS = [
  'januari',
  'februari',
  'maart',
  'april',
  'mei',
  'juni',
  'juli',
  'augustus',
  'september',
  'oktober',
  'november',
  'december',
]

/** 'februari' for 2: `month` is 1 to 12. */
export const monthName = (month: number): string => `${LONG_MONTHS[month - 1]}`
