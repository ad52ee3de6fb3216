/**
 * White space and invisible characters: soft hyphens, joiners, byte order marks and direction marks. Text copied from
 * spreadsheets, address books and mail programs has them at its edges.
 */
const UNSEEN = /[\s\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]/

/**
 * Removes soft hyphens, joiners and byte order marks, also within words: web pages have them where an address may be broken. Not
 * direction marks: with one, an address is not what is seen.
 */
export const removeBreaks = (text: string): string =>
  text.replace(/[\u00AD\u180E\u200B-\u200D\u2060-\u2064\uFEFF]+/g, '')

/** Removes invisible characters at the edges. Reads each character once: a pattern with `$` would take quadratic time. */
export function trimText(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && UNSEEN.test(text.charAt(start))) start += 1
  while (start < end && UNSEEN.test(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

/** Text with one space for each run of them: a pattern in which two parts may be spaces takes quadratic time on a long run. */
export const singleSpaced = (text: string): string => text.trim().replace(/\s+/g, ' ')

/** Whether databases can store it: PostgreSQL has no NUL, and a lone surrogate has no UTF-8. */
export const isText = (text: string): boolean => !/\0|\p{Surrogate}/u.test(text)

/** Control characters, half surrogate pairs, and marks that change the direction of writing. */
const HARMFUL = /[\p{Cc}\p{Cs}\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu

/** A description or remark as stored: one line, without invisible characters. */
export const tidyLine = (text: string): string =>
  text.normalize('NFC').replace(HARMFUL, ' ').replace(/\s+/g, ' ').trim()
