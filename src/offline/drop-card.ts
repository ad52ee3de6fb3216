/** Key of the stored card with a student's next test (kept-card.ts). */
export const KEY = 'next-test'

export function dropCard(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Nothing was stored either.
  }
}
