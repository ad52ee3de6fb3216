import { foldText } from '#domain/users/search.rules.ts'
import type { CsvRow } from './csv.rules.ts'
import type { ColumnReading } from './import.schema.ts'
import { type ImportKind, type importKinds, listKind } from './import-kinds.ts'

export type ColumnMeaning<Kind extends ImportKind> = keyof (typeof importKinds)[Kind]['columns'] & string

/** Folded header: 'E-mail adres' and 'emailadres' are equal; non-Latin letters stay. */
export const foldHeader = (name: string): string => {
  const folded = foldText(name)
  return folded.replace(/[^a-z0-9]/g, '') || folded
}

/** Words of a header: 'E-mail adres student' has 'email', 'adres' and 'student'. */
export const wordsOf = (name: string): string[] =>
  name
    .split(/[^\p{L}\p{N}\p{M}-]+/u)
    .map((word) => foldText(word).replace(/[^a-z0-9]/g, ''))
    .filter((word) => word !== '')

/** Words, and each that two or three words beside each other make: of 'FAMILY_NAME_OF_STUDENT' also 'familyname'. */
const compoundsOf = (words: readonly string[]): string[] =>
  words.flatMap((_, at) => [1, 2, 3].map((length) => words.slice(at, at + length).join('')))

export interface ListChoices {
  columns?: readonly ColumnReading[] | undefined
  /** line of the column names, 0 for none; undefined searches for it */
  heading?: number | undefined
  /** modules, for a list of results, in which each may have a column */
  modules?: readonly ModuleColumn[] | undefined
}

export interface ModuleColumn {
  id: number
  name: string
}

const RESULT_OF = 'result:'

export const resultOf = ({ id }: ModuleColumn): string => `${RESULT_OF}${id}`

export const moduleOf = (meaning: string): number | null =>
  meaning.startsWith(RESULT_OF) ? Number(meaning.slice(RESULT_OF.length)) : null

interface KnownColumns {
  /** headers by meaning, in the order in which they are matched */
  names: ReadonlyMap<string, readonly string[]>
  others: readonly string[]
  whole: readonly string[]
  needs: readonly (readonly string[])[]
}

function known(kind: ImportKind, modules: readonly ModuleColumn[] = []): KnownColumns {
  const { columns, searched = Object.keys(columns), others, whole, needs, perModule } = listKind(kind)
  const ofModules = perModule ? modules.map((module) => [resultOf(module), [foldHeader(module.name)]] as const) : []
  const [results = [], ...rest] = needs
  return {
    names: new Map([...searched.map((meaning) => [meaning, columns[meaning]?.names ?? []] as const), ...ofModules]),
    others,
    whole: [...whole, ...ofModules.flatMap(([, names]) => names)],
    needs: [[...results, ...ofModules.map(([meaning]) => meaning)], ...rest],
  }
}

/** Distinct labels of columns: of two headers 'Naam' the second is 'Naam (2)'. */
export function columnLabels(header: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return header.map((cell) => {
    const label = cell.replace(/\s+/g, ' ').trim()
    if (label === '') return ''
    const folded = foldHeader(label)
    const times = (seen.get(folded) ?? 0) + 1
    seen.set(folded, times)
    return times === 1 ? label : `${label} (${times})`
  })
}

/**
 * Meanings of the columns of a header, in its order; null for a column that is not read. A user's choice for a header comes
 * first. Other columns are matched by name, in any order, ignoring capitals and spaces; if no header is exactly such a name, by
 * a header that contains it as a word ('E-mailadres student'), unless another word shows that it is about somebody or something
 * else; and last by an abbreviation ('Tussenv.'). No two columns get the same meaning. Where two columns have the same name for
 * what identifies a line or for its result, neither is read: the user says which.
 */
export function meaningsOf(
  kind: ImportKind,
  header: readonly string[],
  { columns: chosen = [], modules }: Pick<ListChoices, 'columns' | 'modules'>,
): readonly (string | null)[] {
  const { names, others, whole, needs } = known(kind, modules)
  const needed = new Set(needs.flat())
  const labels = columnLabels(header)
  const folded = header.map(foldHeader)
  const worded = header.map(wordsOf)
  const compounds = worded.map(compoundsOf)
  const positions = new Map<string, number>()
  const choices = new Map(chosen.map((column) => [foldHeader(column.header), column.meaning]))
  const settled = new Set<number>()
  for (const [at, label] of labels.entries()) {
    const meaning = choices.size === 0 || label === '' ? undefined : choices.get(foldHeader(label))
    if (meaning === undefined) continue
    settled.add(at)
    if (meaning !== null && names.has(meaning) && !positions.has(meaning)) positions.set(meaning, at)
  }
  const find = (isCalled: (position: number, name: string) => boolean, mayRival: (meaning: string) => boolean) => {
    for (const [meaning, known] of names) {
      if (positions.has(meaning)) continue
      const free = [...folded.keys()].filter((at) => !settled.has(at))
      const [found, ...rivals] = known.map((name) => free.filter((at) => isCalled(at, name))).find(isFilled) ?? []
      if (found === undefined) continue
      settled.add(found)
      if (rivals.length === 0 || !mayRival(meaning)) positions.set(meaning, found)
      else for (const rival of rivals) settled.add(rival)
    }
  }
  find(
    (at, name) => folded[at] === name,
    (meaning) => needed.has(meaning),
  )
  find(
    (at, name) =>
      !whole.includes(name) &&
      compounds[at]?.includes(name) === true &&
      worded[at]?.some((word) => others.includes(word)) === false,
    // 'Cijfer 1' and 'Cijfer 2'
    (meaning) => meaning === 'result',
  )
  for (const [at, label] of labels.entries()) {
    const meaning = settled.has(at) ? undefined : abbreviated(label, names)
    if (meaning === undefined || positions.has(meaning)) continue
    positions.set(meaning, at)
    settled.add(at)
  }
  const byPosition = new Map([...positions].map(([meaning, at]) => [at, meaning]))
  return header.map((_, at) => byPosition.get(at) ?? null)
}

const isFilled = (some: readonly unknown[]): boolean => some.length > 0

const SHORTEST_ABBREVIATION = 4

/** Meaning of 'Tussenv.' or 'Achtern.': the only one with a name that begins so, apart from longer ones ('Achternaam, voornaam'). */
function abbreviated(label: string, names: KnownColumns['names']): string | undefined {
  const folded = foldHeader(label)
  if (!label.endsWith('.') || folded.length < SHORTEST_ABBREVIATION) return undefined
  const called = [...names].flatMap(([meaning, known]) =>
    known.filter((name) => name.startsWith(folded)).map((name) => ({ meaning, name })),
  )
  const [shortest, ...others] = called.toSorted((one, other) => one.name.length - other.name.length)
  const isClear = others.every(
    ({ meaning, name }) => meaning === shortest?.meaning || name.startsWith(shortest?.name ?? ''),
  )
  return isClear ? shortest?.meaning : undefined
}

/**
 * How much a line with these meanings of its columns resembles a header: three points for each exact name, one for each header
 * that contains one.
 */
export function rateHeader(
  kind: ImportKind,
  header: readonly string[],
  meanings: readonly (string | null)[],
  choices: ListChoices,
): number {
  const { names } = known(kind, choices.modules)
  const { columns } = listKind(kind)
  const exact = new Set([
    ...[...names.values()].flat(),
    ...(choices.columns ?? []).filter(({ meaning }) => meaning !== null).map((column) => foldHeader(column.header)),
  ])
  return meanings.reduce<number>((rating, meaning, at) => {
    if (meaning === null || columns[meaning]?.inTitles) return rating
    return rating + (exact.has(foldHeader(header[at] ?? '')) ? 3 : 1)
  }, 0)
}

/** Needed meanings that these columns lack: for each, the alternatives, of which one suffices. */
export function missingMeanings(
  kind: ImportKind,
  columns: readonly Pick<ColumnReading, 'meaning'>[],
  modules: readonly ModuleColumn[] = [],
): readonly (readonly string[])[] {
  const isMeant = (wanted: string) => columns.some(({ meaning }) => meaning === wanted)
  // Missing columns are named by meanings that any list can have.
  return known(kind, modules)
    .needs.filter((some) => !some.some(isMeant))
    .map((some) => some.filter((meaning) => moduleOf(meaning) === null))
}

/** Text of a cell without outer spaces; line ends within it stay. */
export const cellAt = ({ cells }: CsvRow, at: number | undefined): string => cells[at ?? -1]?.trim() ?? ''
