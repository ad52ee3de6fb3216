/** Most modules that a limit can allow: far more than any school has, and within 32 bits. */
export const MOST_MODULES = 1_000

export const MOST_SEATS = 100_000

const readWhole = (text: string, most: number): number | null => {
  const typed = text.trim()
  return /^\d{1,6}$/.test(typed) && Number(typed) <= most ? Number(typed) : null
}

/** 0 means no limit. Null if it is not a valid number. */
export const readTypedLimit = (text: string): number | null => readWhole(text, MOST_MODULES)

/** Empty or 0 means no limit. Null if it is not a valid number. */
export const readTypedSeats = (text: string): number | null => (text.trim() === '' ? 0 : readWhole(text, MOST_SEATS))

export const MOST_MOMENTS = 200
/** Most days before a moment at which its opening or closing can be planned, if planned in days. */
export const MOST_DAYS_BEFORE = 365
