/** Where the device keeps the card of a student's next test (kept-card.ts). */
export const KEY = 'next-test'

export function dropCard(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Then nothing was kept.
  }
}
