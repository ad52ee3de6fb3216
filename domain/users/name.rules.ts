/** In code points of the composed form, so that an é counts once however it was typed. */
export const MAX_NAME_LENGTH = 100

export type NameRefusal = 'name-missing' | 'name-too-long' | 'name-unreadable'

/**
 * Line ends and other controls, halves of characters, and what turns the direction of text around: on an attendance list
 * these hide or forge what stands there; so do the fillers of Hangul, which are letters and show nothing. Joiners stay,
 * since Persian and Hindi names need them.
 */
const UNREADABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u115F\u1160\u200E\u200F\u202A-\u202E\u2066-\u2069\u3164\uFFA0]/u

/** Spaces and marks alone, also those that have no width, are no name. */
const READABLE = /[\p{L}\p{N}]/u

/** The name as it is kept: composed, and without spaces around it. */
export const tidyName = (name: string): string => name.normalize('NFC').trim()

/** What keeps a first or last name from being kept; null when nothing does. */
export function nameRefusal(name: string): NameRefusal | null {
  const tidy = tidyName(name)
  if (UNREADABLE.test(tidy)) return 'name-unreadable'
  if (!READABLE.test(tidy)) return 'name-missing'
  if ([...tidy].length > MAX_NAME_LENGTH) return 'name-too-long'
  return null
}
