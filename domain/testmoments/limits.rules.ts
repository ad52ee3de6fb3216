/** Far more modules than any school has; keeps within 32 bits. */
export const MOST_MODULES = 1_000

/** Most students that a school may have. */
export const MOST_SEATS = 100_000

const readWhole = (text: string, most: number): number | null => {
  const typed = text.trim()
  return /^\d{1,6}$/.test(typed) && Number(typed) <= most ? Number(typed) : null
}

/** The number of modules one student may take that was typed, 0 for no limit; null where it is no such number. */
export const readTypedLimit = (text: string): number | null => readWhole(text, MOST_MODULES)

/** The number of seats that was typed; nothing typed, or 0, is no limit. Null where it is no such number. */
export const readTypedSeats = (text: string): number | null => (text.trim() === '' ? 0 : readWhole(text, MOST_SEATS))

/** Most moments changed in one transaction. */
export const MOST_MOMENTS = 200
/** How long before a moment its opening or closing can be planned, where that is said in days. */
export const MOST_DAYS_BEFORE = 365
