import { createRequire } from 'node:module'
import type bidiModule from 'bidi-js'
import { type Font, openSync } from 'fontkit'

const require = createRequire(import.meta.url)

/**
 * Noto fonts (SIL Open Font License 1.1), as ttf: fontkit cannot read all woff2. Latin includes Greek, Cyrillic and Vietnamese.
 * Japanese is printed in the Chinese font, which has kana. A PDF contains only the letters that are used.
 */
export const fontFiles = {
  latin: require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
  arabic: require.resolve('@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf'),
  hebrew: require.resolve('@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf'),
  devanagari: require.resolve('@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf'),
  thai: require.resolve('@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf'),
  chinese: require.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
  korean: require.resolve('@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf'),
  emoji: require.resolve('@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf'),
}
type FontName = Exclude<keyof typeof fontFiles, 'bold'>

/** Letters for which a font is opened: the Chinese one alone is 10 MB, so it stays closed without Chinese names. */
const LETTERS: readonly [FontName, RegExp][] = [
  ['devanagari', /\p{sc=Deva}/u],
  ['latin', /./su],
  ['arabic', /\p{scx=Arab}/u],
  ['hebrew', /\p{scx=Hebr}/u],
  ['thai', /\p{scx=Thai}/u],
  ['chinese', /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}]/u],
  ['korean', /[\p{scx=Hang}\p{scx=Han}]/u],
  ['emoji', /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u],
]

/** Invisible characters: joiners, and the one that requests a coloured emoji. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u

const graphemes = new Intl.Segmenter('nl', { granularity: 'grapheme' })

/** Splits a text into letters as readers see them, each with its marks. */
export const lettersOf = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment)

/** Fonts, opened when first needed and kept as long as the process that writes the file. */
const opened = new Map<FontName, Font | null>()

function open(name: FontName): Font | null {
  const font = opened.get(name) ?? openSync(fontFiles[name])
  // A font collection has no glyphs; none of these files is one.
  const single = font && 'hasGlyphForCodePoint' in font ? font : null
  opened.set(name, single)
  return single
}

const has = (name: FontName, letter: string): boolean =>
  Array.from(letter).every((sign) => INVISIBLE.test(sign) || open(name)?.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0))

const known = new Map<string, FontName | undefined>()

/** Font with this letter and all its marks; undefined if none has it. A missing glyph would be printed without an error. */
export function fontOf(letter: string): FontName | undefined {
  if (!known.has(letter))
    known.set(letter, LETTERS.find(([name, letters]) => letters.test(letter) && has(name, letter))?.[0])
  return known.get(letter)
}

/** Replaces a letter that cannot be printed, so that no text is silently shortened. */
const REPLACEMENT = '\uFFFD'

interface Printable {
  text: string
  /** false if a letter was replaced */
  whole: boolean
}

/** Replaces letters that our fonts cannot print. Compatibility forms such as the wide 'Ａ' become the normal letter. */
export function printable(text: string): Printable {
  if (isPlain(text)) return { text, whole: true }
  const letters = lettersOf(text.normalize('NFC')).map((letter) => {
    const plain = letter.normalize('NFKC')
    return [letter, plain].find((form) => lettersOf(form).every((each) => fontOf(each)))
  })
  return {
    text: letters.map((letter) => letter ?? REPLACEMENT).join(''),
    whole: letters.every((letter) => letter !== undefined),
  }
}

/** Whether a text is ASCII: it is printed in the Latin font, left to right, without looking at its letters. */
export const isPlain = (text: string): boolean => /^[ -~]*$/.test(text)

/** Piece of a line in one font and one direction, in reading order. */
export interface TextRun {
  text: string
  font: FontName
}

/** The package's types declare a default export, but Node imports the function itself. */
const bidiFactory: typeof bidiModule.default = createRequire(import.meta.url)('bidi-js')
const bidi = bidiFactory()

/** Whether pdfkit alone can print a text: it supports one font and one direction at a time. */
export const isSimple = (text: string): boolean =>
  isPlain(text) || lettersOf(text).every((letter) => fontOf(letter) === 'latin')

/**
 * Splits a line into runs of one font and direction, in their order on paper from left to right (UAX #9; the list itself is
 * left to right). A space beside other scripts is a run of its own, in the Latin font, so that pdfkit never gets two Arabic
 * words at once, which it would put in the wrong order.
 */
export function visualRuns(line: string): TextRun[] {
  const { levels } = bidi.getEmbeddingLevels(line, 'ltr')
  const runs: (TextRun & { level: number })[] = []
  let at = 0
  for (const letter of lettersOf(line)) {
    const [font, level] = [fontOf(letter) ?? 'latin', levels[at] ?? 0]
    const last = runs.at(-1)
    if (last?.font === font && last.level === level) last.text += letter
    else runs.push({ text: letter, font, level })
    at += letter.length
  }
  for (let level = Math.max(0, ...levels); level > 0; level--) turnAround(runs, level)
  return runs.map(({ text, font, level }) => ({
    font,
    text: font === 'latin' && level % 2 === 1 ? mirrored(text) : text,
  }))
}

/** Rule L2: reverses each sequence of runs at this level or a deeper one. */
function turnAround(runs: { level: number }[], level: number): void {
  for (let from = 0; from < runs.length; from++) {
    let to = from
    while ((runs[to]?.level ?? -1) >= level) to++
    runs.splice(from, to - from, ...runs.slice(from, to).reverse())
    from = to
  }
}

/** Mirrors brackets and the like between right-to-left words. Letters of those are reversed by their font. */
const mirrored = (text: string): string =>
  lettersOf(text)
    .reverse()
    .map((letter) => bidi.getMirroredCharacter(letter) ?? letter)
    .join('')

/** Breaks text into lines of at most `width`, at spaces, and within a word only if it does not fit on a line. */
export function linesOf(text: string, width: number, widthOf: (line: string) => number): string[] {
  const fits = (line: string) => widthOf(line.trimEnd()) <= width
  if (fits(text)) return [text]
  const lines: string[] = ['']
  for (const word of text.split(/(?<=\s)/u))
    for (const piece of fits(word) ? [word] : lettersOf(word)) {
      const longer = `${lines.at(-1)}${piece}`
      if (fits(longer) || lines.at(-1) === '') lines[lines.length - 1] = longer
      else lines.push(piece)
    }
  return lines.map((line) => line.trimEnd())
}
