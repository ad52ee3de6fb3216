import { createRequire } from 'node:module'
import type bidiModule from 'bidi-js'
import { type Font, openSync } from 'fontkit'

const require = createRequire(import.meta.url)

/**
 * Noto (SIL Open Font License 1.1), as ttf: fontkit cannot read all woff2. Latin is Greek, Cyrillic and Vietnamese too.
 * Japanese is printed by the Chinese font, which has its kana. Of each file only the letters that are used end up in the PDF.
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

/**
 * Letters for which a font is opened: the Chinese one alone is 10 MB, so it stays shut where nobody has a Chinese name.
 */
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

/** They show nothing by themselves: joiners, and the sign that asks for an emoji's colours. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u

const graphemes = new Intl.Segmenter('nl', { granularity: 'grapheme' })

/** Splits a text into what a reader takes for letters, each with its marks. */
export const lettersOf = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment)

/** Opened when the first letter asks for it, and kept for as long as the thread that writes the file. */
const opened = new Map<FontName, Font | null>()

function open(name: FontName): Font | null {
  const font = opened.get(name) ?? openSync(fontFiles[name])
  // A collection of fonts has no glyphs of its own; none of these is one.
  const single = font && 'hasGlyphForCodePoint' in font ? font : null
  opened.set(name, single)
  return single
}

const has = (name: FontName, letter: string): boolean =>
  Array.from(letter).every((sign) => INVISIBLE.test(sign) || open(name)?.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0))

const known = new Map<string, FontName | undefined>()

/** The font that has this letter with all its marks; undefined when none has. An unknown glyph would fail in silence. */
export function fontOf(letter: string): FontName | undefined {
  if (!known.has(letter))
    known.set(letter, LETTERS.find(([name, letters]) => letters.test(letter) && has(name, letter))?.[0])
  return known.get(letter)
}

/** Stands where a letter cannot be printed, so that nothing is shortened in silence. */
const REPLACEMENT = '\uFFFD'

interface Printable {
  text: string
  /** false when a letter had to be replaced */
  whole: boolean
}

/**
 * Replaces the letters of a text that our fonts cannot print. A wide 'Ａ' and the like become the letter that they are a
 * form of.
 */
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

/** ASCII: printed by the Latin font, from left to right, without a look at its letters. */
export const isPlain = (text: string): boolean => /^[ -~]*$/.test(text)

/** A piece of a line that one font prints in one direction; as it is read, and not as it is drawn. */
export interface TextRun {
  text: string
  font: FontName
}

/** Its types promise a default export; what Node finds is the factory itself. */
const bidiFactory: typeof bidiModule.default = createRequire(import.meta.url)('bidi-js')
const bidi = bidiFactory()

/** Whether a text is for pdfkit alone, which knows one font at a time and one direction. */
export const isSimple = (text: string): boolean =>
  isPlain(text) || lettersOf(text).every((letter) => fontOf(letter) === 'latin')

/**
 * A line, parted into what one font prints in one direction, from left to right as it stands on the paper (UAX #9; the
 * list itself is read from left to right). A space is a run by itself beside other scripts, since it is Latin's: so
 * pdfkit never gets two Arabic words at once, which it would put down in the wrong order.
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

/** Rule L2: turns around each row of neighbours that are of this level or deeper. */
function turnAround(runs: { level: number }[], level: number): void {
  for (let from = 0; from < runs.length; from++) {
    let to = from
    while ((runs[to]?.level ?? -1) >= level) to++
    runs.splice(from, to - from, ...runs.slice(from, to).reverse())
    from = to
  }
}

/** Signs between words that run to the left. Letters that do are turned around by their own font. */
const mirrored = (text: string): string =>
  lettersOf(text)
    .reverse()
    .map((letter) => bidi.getMirroredCharacter(letter) ?? letter)
    .join('')

/** Lines of at most `width`, broken at spaces, and inside a word only where it does not fit a line by itself. */
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
