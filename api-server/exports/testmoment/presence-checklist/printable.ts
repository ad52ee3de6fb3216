import { openSync } from 'fontkit'
import { fontFiles } from './font.ts'

/** Stands where a letter cannot be printed, so that nobody's name is shortened in silence. */
const REPLACEMENT = '\uFFFD'

export interface Printable {
  text: string
  /** false when a letter had to be replaced */
  whole: boolean
}

/** What of a text the font can print. A wide 'Ａ' and the like become the letter that they are a form of. */
export function printable(text: string): Printable {
  const letters = Array.from(text.normalize('NFC'), (letter) => {
    if (hasGlyphs(letter)) return letter
    const plain = letter.normalize('NFKC')
    return hasGlyphs(plain) ? plain : undefined
  })
  return {
    text: letters.map((letter) => letter ?? REPLACEMENT).join(''),
    whole: letters.every((letter) => letter !== undefined),
  }
}

const font = openSync(fontFiles.regular)

const hasGlyphs = (letters: string): boolean =>
  'hasGlyphForCodePoint' in font &&
  Array.from(letters, (letter) => letter.codePointAt(0) ?? 0).every((point) => font.hasGlyphForCodePoint(point))
