import { createRequire } from 'node:module'
import type bidiModule from 'bidi-js'
import { type FontName, fontOf, isPlain, lettersOf } from './fonts.ts'

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
