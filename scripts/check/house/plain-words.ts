import { type ESTree, type ParseResult, Visitor } from 'vite'

/**
 * Words that comments and names do without, each with the other forms that count as it. A reader of English stumbles over
 * them, and the glossary has a plain word for each.
 */
export const BANNED_WORDS = ['whoever', 'whom', 'thereof', 'told', 'heard', 'anew', 'besides', 'enrolment'] as const

export type BannedWord = (typeof BANNED_WORDS)[number]

/** Other forms that count as the word. */
const OTHER_FORMS: readonly (readonly [BannedWord, readonly string[]])[] = [
  ['whoever', ['whomever', 'whosoever']],
  ['thereof', ['therein', 'thereby', 'whereof']],
  ['told', ['tell', 'tells', 'telling']],
  ['heard', ['hear', 'hears', 'hearing']],
  ['enrolment', ['enrolments', 'unenrolment']],
]

/** Names of the Open Education API, which spells them so. */
const NAMES_OF_STANDARDS = new Set(['activeEnrolment', 'enrolmentPeriods'])

export interface FoundWord {
  word: BannedWord
  place: 'comment' | 'name'
  line: number
  /** the line of the comment, or the name */
  text: string
}

const wordOf = new Map<string, BannedWord>([
  ...BANNED_WORDS.map((word) => [word, word] as const),
  ...OTHER_FORMS.flatMap(([word, forms]) => forms.map((form) => [form, word] as const)),
])

/** Banned words in the comments of a file, and in its names: a name counts once a file. */
export function findBannedWords(
  program: ESTree.Program,
  comments: ParseResult['comments'],
  lineAt: (offset: number) => number,
): FoundWord[] {
  const found: FoundWord[] = []
  for (const comment of comments) {
    const first = lineAt(comment.start)
    for (const [index, text] of comment.value.split('\n').entries()) {
      for (const word of bannedIn(text)) found.push({ word, place: 'comment', line: first + index, text: text.trim() })
    }
  }
  const names = new Map<string, number>()
  const note = ({ name, start }: { name: string; start: number }) => {
    if (!names.has(name)) names.set(name, start)
  }
  new Visitor({ Identifier: note, JSXIdentifier: note }).visit(program)
  for (const [name, start] of names) {
    if (NAMES_OF_STANDARDS.has(name)) continue
    for (const word of bannedIn(wordsOfName(name))) {
      found.push({ word, place: 'name', line: lineAt(start), text: name })
    }
  }
  return found
}

/** Banned words in prose: code between backticks and links are left out. */
function bannedIn(text: string): BannedWord[] {
  const prose = text.replaceAll(/`[^`]*`|\]\([^)]*\)/g, ' ')
  const words = prose.toLowerCase().split(/[^a-z]+/)
  return words.flatMap((word) => wordOf.get(word) ?? [])
}

/** `heardFrom` and `HEARD_FROM` as words with spaces. */
const wordsOfName = (name: string) => name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ')

/** Words with which a comment should not begin: the reader does not know yet what it is about. */
const BARE_START = /^(?:of|by|what|whom|as|whoever)\b/i

/** How many comments begin with a bare relative or preposition. */
export const countBareStarts = (comments: ParseResult['comments']): number =>
  comments.filter(({ value }) => BARE_START.test(value.replace(/^[*\s]+/, ''))).length
