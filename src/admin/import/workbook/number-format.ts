/** How numbers of a cell are displayed, as far as that adds meaning. */
export type NumberFormat =
  | { kind: 'plain' }
  | { kind: 'percent' }
  | { kind: 'day' }
  | { kind: 'clock' }
  | { kind: 'elapsed' }
  /** leading zeros and letters are part of the value; `section` is the format code for positive numbers */
  | { kind: 'padded'; section: string }
  /** at least one section shows a word in place of the number: '"V";;"O"' */
  | { kind: 'words'; sections: readonly string[] }

const PLAIN: NumberFormat = { kind: 'plain' }
const PERCENT: NumberFormat = { kind: 'percent' }
const DAY: NumberFormat = { kind: 'day' }
const CLOCK: NumberFormat = { kind: 'clock' }
const ELAPSED: NumberFormat = { kind: 'elapsed' }

/** Built-in formats, which have a number and no code (ECMA-376, 18.8.30). */
export function builtInFormat(id: number): NumberFormat {
  if (id === 9 || id === 10) return PERCENT
  if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return DAY
  if ((id >= 18 && id <= 21) || id === 45 || id === 47) return CLOCK
  if (id === 46) return ELAPSED
  return PLAIN
}

const MAX_CODE_LENGTH = 255

/**
 * Recognizes only formats that add something to the number: days, times, percentages, leading zeros (0000000, "s"0000000),
 * letters right beside the figures ("WI"0"A"), and words in place of a number. Decimals are never rounded as displayed: a 7,25
 * that a worksheet shows as 7,3 is for a teacher to decide.
 */
export function readNumberFormat(code: string): NumberFormat {
  if (code.length > MAX_CODE_LENGTH) return PLAIN
  const sections = splitSections(code)
  return sections.some(isWord) ? { kind: 'words', sections } : readSection(sections[0] ?? '')
}

/** Whether a section shows only a word. One of signs ('-' for zero) shows no other value. */
const isWord = (section: string): boolean => /[\p{L}\p{N}]/u.test(wordIn(section)) && bareOf(section).trim() === ''

const wordIn = (section: string): string => partsOf(section).map(literalOf).join('').trim()

/** A section without its quoted texts, colours, languages and conditions. */
const bareOf = (section: string): string => section.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '')

function readSection(section: string): NumberFormat {
  const isElapsed = /\[(?:h+|m+|s+)\]/i.test(section)
  const bare = bareOf(section)
  if (isElapsed) return ELAPSED
  if (/^\s*general\s*$|@/i.test(bare)) return PLAIN
  if (/[dy]|j{2,}/i.test(bare)) return DAY
  if (/h|s/i.test(bare.replace(/e[+-]/gi, ''))) return CLOCK
  if (/m/i.test(bare)) return DAY
  if (bare.includes('%')) return PERCENT
  const hasCondition = /\[[<>=]/.test(section)
  const isPadded = /00|0[^#?.,eE/]*0/.test(bare) || LETTERED.test(section)
  return isPadded && !/[.,/]|e[+-]/i.test(bare) && !hasCondition ? { kind: 'padded', section } : PLAIN
}

/** Letters or figures right beside a figure: "WI"0"A". A word after a space ('30 plaatsen') is a unit. */
const LETTERED = /"[^"]*[\p{L}\p{N}]"[0#?]|[0#?]"[\p{L}\p{N}]|\\\p{L}[0#?]|[0#?]\\\p{L}/u

/** Sections are separated by semicolons outside texts; an empty one shows nothing. */
const splitSections = (code: string): string[] =>
  [...`${code};`.matchAll(/((?:"[^"]*"|\\.|\[[^\]]*\]|[^;])*);/g)].map(([, section = '']) => section)

const CONDITION = /\[(<=|>=|<>|[<>=])(-?\d+(?:\.\d+)?)\]/

/** The section that shows a number (ECMA-376, 18.8.31): by its condition, otherwise by the sign. */
function sectionFor(value: number, sections: readonly string[]): string {
  const numeric = sections.slice(0, 3)
  const conditions = numeric.map((section) => CONDITION.exec(section))
  const at = conditions.some((condition) => condition !== null)
    ? conditions.findIndex((condition) => condition === null || holds(value, condition[1], Number(condition[2])))
    : [true, value < 0, value === 0].lastIndexOf(true, numeric.length - 1)
  return numeric[at] ?? ''
}

function holds(value: number, sign = '', limit: number): boolean {
  return (
    (sign.includes('<') && value < limit) ||
    (sign.includes('>') && value > limit) ||
    (sign.endsWith('=') && value === limit)
  )
}

/** Writes a number as Dutch Excel would in a CSV file. `is1904`: days count from 1904, as in Excel on old Macs. */
export function numberText(raw: string, format: NumberFormat, is1904: boolean): string {
  const value = Number(raw)
  if (raw.trim() === '' || !Number.isFinite(value)) return raw.trim()
  switch (format.kind) {
    case 'percent':
      return `${decimals(value * 100)}%`
    case 'words': {
      const section = sectionFor(value, format.sections)
      return isWord(section) ? wordIn(section) : numberText(raw, readSection(section), is1904)
    }
    case 'padded':
      return Number.isInteger(value) && value >= 0 ? padded(value, format.section) : decimals(value)
    case 'day':
    case 'clock':
    case 'elapsed':
      return timeText(value, format.kind, is1904) ?? decimals(value)
    case 'plain':
      // A spreadsheet program keeps 15 digits: of a longer number in full it knows no others, and 1.23E+18 lacks some.
      return Math.abs(value) >= 1e15 ? raw.trim().replace('.', ',') : decimals(value)
  }
}

/** Spreadsheet programs calculate in binary: 7.199999999999999 was typed as 7,2. */
const decimals = (value: number): string => String(Number(value.toPrecision(15))).replace('.', ',')

const partsOf = (section: string): string[] => section.match(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|./gs) ?? []

/** 12345 with 0000000 is 0012345, with "s"0000000 s0012345, with 000-0000 001-2345. */
function padded(value: number, section: string): string {
  const parts = partsOf(section)
  let figures = String(value)
  const places = parts.filter((part) => /^[0#?]$/.test(part)).length
  let left = places
  let text = ''
  for (const part of parts.toReversed()) {
    if (/^[0#?]$/.test(part)) {
      left -= 1
      const figure = left === 0 ? figures : figures.slice(-1)
      figures = left === 0 ? '' : figures.slice(0, -1)
      text = (figure || (part === '0' ? '0' : '')) + text
    } else text = literalOf(part) + text
  }
  return text.trim()
}

function literalOf(part: string): string {
  if (part.startsWith('"')) return part.slice(1, -1)
  if (part.startsWith('\\')) return part.slice(1)
  if (part.startsWith('_')) return ' '
  return part.startsWith('*') || part.startsWith('[') ? '' : part
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const EPOCH = Date.UTC(1899, 11, 30)
const EPOCH_1904 = Date.UTC(1904, 0, 1)
/** 31 December 9999 */
const LAST_DAY = 2_958_465

/** Writes a time as text; null if the value is not a time. */
function timeText(value: number, kind: 'day' | 'clock' | 'elapsed', is1904: boolean): string | null {
  if (value < 0 || value >= LAST_DAY + 1) return null
  const minutes = Math.round((value * DAY_MS) / MINUTE_MS)
  // 1,5 as [h]:mm is 36:00.
  if (kind === 'elapsed') return clockOf(minutes)
  if (kind === 'clock') return clockOf(minutes % 1_440)
  // A value below one is a time of day without a day.
  if (value < 1) return clockOf(minutes)
  const written = dayText(new Date((is1904 ? EPOCH_1904 : EPOCH) + minutes * MINUTE_MS))
  return minutes % 1_440 === 0 ? written : `${written} ${clockOf(minutes % 1_440)}`
}

const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

const dayText = (day: Date): string => day.toISOString().slice(0, 10).split('-').reverse().join('-')

/** Reads a cell with a time as text: '2026-11-24T09:00:00'. */
export function isoText(text: string): string {
  const [, day, clock] = /^(\d{4}-\d{2}-\d{2})?T?(?:(\d{2}:\d{2})(?::[\d.]*)?Z?)?$/.exec(text.trim()) ?? []
  if (day === undefined) return clock ?? text
  const written = day.split('-').reverse().join('-')
  return clock === undefined || clock === '00:00' ? written : `${written} ${clock}`
}
