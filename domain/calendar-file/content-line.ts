/** RFC 5545 §3.1: a line is at most 75 octets long, without its break; more of it goes on behind a space. */
const LIMIT = 75

/** One property, as it stands in the file: folded, with the line break behind it. */
export const contentLine = (property: string, value: string): string => `${fold(`${property}:${value}`)}\r\n`

/** Text as a value (§3.3.11): what would end it is escaped, and what may not be in it is gone. */
export const asText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n?|\n/g, '\\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the standard forbids, but for the tab
    .replaceAll(/[\0-\x08\x0b-\x1f\x7f]/g, '')

/** Between letters, never within one: programs may unfold before they decode. */
function fold(line: string): string {
  let folded = ''
  let length = 0
  for (const letter of line) {
    const octets = octetsOf(letter)
    if (length + octets > LIMIT) {
      folded += '\r\n '
      length = 1
    }
    folded += letter
    length += octets
  }
  return folded
}

/** In UTF-8. */
function octetsOf(letter: string): number {
  const point = letter.codePointAt(0) ?? 0
  if (point < 0x80) return 1
  if (point < 0x800) return 2
  return point < 0x10000 ? 3 : 4
}
