import { trimText } from '#domain/entities/text.rules.ts'

/** Most lines of a pasted list, not counting blank ones; also most students that are named one by one. */
export const MAX_PEOPLE = 2_000

/** Most enrollments changed in one transaction. */
export const MAX_TESTS_AT_ONCE = 100

export const MAX_MODULES_AT_ONCE = 20

export const lineFaults = /* @__PURE__ */ [
  'line-unreadable',
  'person-unknown',
  'person-ambiguous',
  'person-no-student',
  'person-repeated',
] as const
export type LineFault = (typeof lineFaults)[number]

/** Lines of a pasted list with their numbers; blank lines are skipped. */
export const linesOf = (list: string): { line: number; text: string }[] =>
  list
    .split(/\r\n|[\r\n]/)
    .flatMap((text, index) => recipientsIn(text).map((one) => ({ line: index + 1, text: trimText(one) })))
    .filter(({ text }) => text !== '')

/**
 * The people on one line, as mail programs copy recipients: 'Bos, Noor <noor@school.nl>; look@school.nl'. A comma ends a person
 * only after an address or a number, since it also separates the surname and first name of one person.
 */
function recipientsIn(line: string): string[] {
  const people = ['']
  for (const part of line.match(/(?:"[^"]*"|[^;,])+|[;,]/g) ?? []) {
    const last = people.at(-1) ?? ''
    const isEnd = part === ';' || (part === ',' && /@|^\s*\p{L}?\d+\s*$/u.test(last))
    if (isEnd) people.push('')
    else people[people.length - 1] = last + part
  }
  return people
}
