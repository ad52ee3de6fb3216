/** As much as the API takes. */
const MOST = 1_000

/** The number of modules that was typed, 0 for unlimited; null while it is none. */
export function readTypedLimit(text: string): number | null {
  const limit = /^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN
  return limit <= MOST ? limit : null
}
