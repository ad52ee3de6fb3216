/**
 * White space, and signs that show nothing: soft hyphens, joiners, byte order marks and marks of direction. Spreadsheets,
 * address books and mail programs leave them at the edges of what is copied from them.
 */
const UNSEEN = /[\s\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]/

/** The text without what nobody sees at its edges. Looks at each sign once: an expression with `$` would take the square. */
export function trimText(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && UNSEEN.test(text.charAt(start))) start += 1
  while (start < end && UNSEEN.test(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

/** PostgreSQL keeps no NUL, and half a character has no UTF-8: what holds one is no text. */
export const isText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
