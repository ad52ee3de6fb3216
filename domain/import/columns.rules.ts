import { foldText } from '#domain/users/search.rules.ts'
import { type CsvRow, finish, type Work } from './csv.rules.ts'
import { type ListReading, readingLines } from './import.rules.ts'
import type { ColumnReading, ImportKind } from './import.schema.ts'

/** What columns may be called: by what they mean, of each first the name that wins when a list has several of them. */
interface KnownColumns {
  names: Readonly<Record<string, readonly string[]>>
  /** words by which a header is about somebody or something else */
  others: readonly string[]
  /** names that are only ever a whole header */
  whole: readonly string[]
  /** a list has at least one meaning of each */
  needs: readonly (readonly string[])[]
}

/** By which a list says whom a line is about. */
const studentKeys = {
  username: [
    ...['email', 'emailadres', 'emailaddress', 'mail', 'mailadres', 'schoolmail', 'studentmail'],
    ...['gebruikersnaam', 'username', 'inlognaam'],
  ],
  student_number: [
    ...['studentnummer', 'studentnr', 'studnr', 'studentennummer', 'leerlingnummer', 'leerlingnr', 'stamnummer'],
    ...['studentnumber', 'studentid', 'nummer'],
  ],
}

/** Beside the student's own columns a list may have those of others, whose letters must never go there, and of other things. */
const OF_OTHER_PEOPLE = [
  ...['ouder', 'ouders', 'vader', 'moeder', 'verzorger', 'verzorgers', 'voogd', 'contactpersoon', 'noodcontact'],
  ...['mentor', 'docent', 'leraar', 'begeleider', 'coach', 'slb', 'bedrijf', 'stage', 'prive', 'thuis', 'partner'],
]

const knownColumns = {
  students: {
    names: {
      ...studentKeys,
      education_department: [
        ...['studierichting', 'opleiding', 'opleidingsnaam', 'studie', 'educationdepartment', 'department'],
      ],
      first_name: ['roepnaam', 'voornaam', 'voornamen', 'firstname', 'givenname'],
      prefix: ['tussenvoegsel', 'tussenvoegsels', 'voorvoegsel', 'voorvoegsels'],
      last_name: ['achternaam', 'familienaam', 'lastname', 'surname', 'familyname'],
      whole_name: ['naam', 'volledigenaam', 'studentnaam', 'leerlingnaam', 'name', 'fullname'],
    },
    others: [
      ...OF_OTHER_PEOPLE,
      ...['groep', 'klas', 'vak', 'toets', 'locatie', 'jaar', 'code', 'nummer', 'id', 'niveau', 'datum', 'status'],
      ...['fase'],
    ],
    whole: [],
    needs: [['username']],
  },
  testmoments: {
    names: {
      date: ['datum', 'startdatum', 'begindatum', 'date', 'toetsmoment', 'moment', 'dag'],
      duration: ['duur', 'duration'],
      // before the limit: 'Maximum aantal plaatsen' counts students
      seats: ['plaatsen', 'aantalplaatsen', 'zitplaatsen', 'stoelen', 'capaciteit', 'seats'],
      limit: ['maximum', 'max', 'limiet', 'maximumaantal', 'maximumaantalmodules', 'maxmodules', 'maxenrollments'],
      modules: ['modules', 'module', 'toetsen'],
      opens: ['opent', 'opentop', 'opening', 'inschrijvenvanaf', 'opens'],
      closes: ['sluit', 'sluitop', 'sluiting', 'inschrijventot', 'closes'],
      starts: [
        'begintijd',
        'starttijd',
        'aanvang',
        'aanvangstijd',
        'tijd',
        'tijden',
        'begin',
        'start',
        'van',
        'startsat',
      ],
      ends: ['eindtijd', 'eind', 'einde', 'tot', 'endsat'],
      location: ['locatie', 'plaats', 'zaal', 'lokaal', 'ruimte', 'location'],
    },
    // Of other days than the one that the test moment begins on, and of other seats than all that there are.
    others: [
      ...['einddatum', 'eind', 'einde', 'aangemaakt', 'gewijzigd', 'uitslag', 'herkansing', 'inzage'],
      ...['vrij', 'vrije', 'bezet', 'bezette', 'resterend', 'resterende'],
    ],
    // Too common to be a column's name beside other words: 'Inschrijving tot' is no time at which a test ends.
    whole: ['aanvang', 'begin', 'start', 'van', 'eind', 'einde', 'tot', 'tijd', 'tijden'],
    needs: [['date']],
  },
  modules: {
    names: {
      name: ['naam', 'module', 'modulenaam', 'modulecode', 'code', 'afkorting', 'name'],
      description: ['beschrijving', 'omschrijving', 'titel', 'uitleg', 'description'],
      departments: ['studierichtingen', 'studierichting', 'opleidingen', 'opleiding', 'departments'],
    },
    others: ['docent', 'datum', 'aantal', 'jaar'],
    whole: ['code', 'titel', 'naam', 'name'],
    needs: [['name']],
  },
  results: {
    names: {
      ...studentKeys,
      module: ['module', 'modules', 'modulecode', 'modulenaam', 'vak', 'vakcode', 'toets', 'onderdeel'],
      result: ['cijfer', 'resultaat', 'uitslag', 'eindcijfer', 'beoordeling', 'grade', 'result'],
    },
    others: OF_OTHER_PEOPLE,
    whole: ['toets', 'vak'],
    // A list that says of nobody what they got, or of nobody who that is, is none of results.
    needs: [['result'], ['student_number', 'username']],
  },
} as const satisfies Record<ImportKind, KnownColumns>

/** What a column of such a list can mean. */
export type ColumnMeaning<Kind extends ImportKind> = keyof (typeof knownColumns)[Kind]['names'] & string

/** 'E-mail adres' and 'emailadres' are one name; a header in other letters than ours is known by those. */
export const foldHeader = (name: string): string => {
  const folded = foldText(name)
  return folded.replace(/[^a-z0-9]/g, '') || folded
}

/** 'E-mail adres student' is of 'email', 'adres' and 'student'. */
const wordsOf = (name: string): string[] =>
  name
    .split(/[^\p{L}\p{N}\p{M}-]+/u)
    .map((word) => foldText(word).replace(/[^a-z0-9]/g, ''))
    .filter((word) => word !== '')

/**
 * What each column of a header means, in the order of the header; null of which nothing is read. What was `chosen` for a header
 * counts before its name. The others are found by their names, in any order and however they are capitalised or spaced;
 * where no header is just that name, by a header that has it among its words ('E-mailadres student'), unless it has a word
 * by which it is about somebody or something else. No two columns mean the same.
 */
function meaningsOf(
  kind: ImportKind,
  header: readonly string[],
  chosen: readonly ColumnReading[],
): readonly (string | null)[] {
  const { names, others, whole }: KnownColumns = knownColumns[kind]
  const folded = header.map(foldHeader)
  const worded = header.map(wordsOf)
  const positions = new Map<string, number>()
  const choices = new Map(chosen.map((column) => [foldHeader(column.header), column.meaning]))
  const settled = new Set<number>()
  for (const [at, name] of folded.entries()) {
    const meaning = choices.get(name)
    if (meaning === undefined || name === '') continue
    settled.add(at)
    if (meaning !== null && meaning in names && !positions.has(meaning)) positions.set(meaning, at)
  }
  const find = (isCalled: (position: number, name: string) => boolean) => {
    for (const [meaning, known] of Object.entries(names)) {
      const free = [...folded.keys()].filter((at) => !settled.has(at))
      const found = known.map((name) => free.find((at) => isCalled(at, name))).find((at) => at !== undefined)
      if (found === undefined || positions.has(meaning)) continue
      positions.set(meaning, found)
      settled.add(found)
    }
  }
  find((at, name) => folded[at] === name)
  find(
    (at, name) =>
      !whole.includes(name) && worded[at]?.includes(name) === true && !worded[at].some((word) => others.includes(word)),
  )
  const byPosition = new Map([...positions].map(([meaning, at]) => [at, meaning]))
  return header.map((_, at) => byPosition.get(at) ?? null)
}

/** What each column that has a name is read as; a screen asks it before it sends a list. */
export function readColumns(
  kind: ImportKind,
  header: readonly string[],
  chosen: readonly ColumnReading[] = [],
): ColumnReading[] {
  const meanings = meaningsOf(kind, header, chosen)
  return header.flatMap((name, at) =>
    name.trim() === '' ? [] : [{ header: name.trim(), meaning: meanings[at] ?? null }],
  )
}

/** Of what a list needs that these columns lack: of each the meanings of which one would do. */
export function missingMeanings(kind: ImportKind, columns: readonly ColumnReading[]): readonly (readonly string[])[] {
  const { needs }: KnownColumns = knownColumns[kind]
  return needs.filter((some) => !columns.some(({ meaning }) => meaning !== null && some.includes(meaning)))
}

export interface ReadList<Meaning extends string> {
  rows: readonly CsvRow[]
  columns: ColumnReading[]
  /** what stands in this column of a row, without spaces around it; empty where the list has no such column */
  cell: (row: CsvRow, meaning: Meaning) => string
  has: (meaning: Meaning) => boolean
  /** more cells than the header has: some sign in the row was taken for the end of a cell */
  isShifted: (row: CsvRow) => boolean
}

/** A bare column of addresses needs no header: nothing else it could be. */
const ADDRESSES: CsvRow = { line: 0, cells: ['email'] }

type ListOf<Kind extends ImportKind> =
  | ({ read: true } & ReadList<ColumnMeaning<Kind>>)
  | (ListReading<never> & { read: false })

/** A text by the columns of its header, which `chosen` says of some. */
export const readList = <Kind extends ImportKind>(
  kind: Kind,
  text: string,
  chosen: readonly ColumnReading[] = [],
): ListOf<Kind> => finish(readingList(kind, text, chosen))

export function* readingList<Kind extends ImportKind>(
  kind: Kind,
  text: string,
  chosen: readonly ColumnReading[] = [],
): Work<ListOf<Kind>> {
  const reading = yield* readingLines(text)
  if (!reading.read) return reading
  const { lines } = reading
  const isBare = kind === 'students' && lines.every(({ cells }) => cells.length === 1 && cells[0]?.includes('@'))
  const [header, ...rows] = isBare ? [ADDRESSES, ...lines] : lines
  const columns = readColumns(kind, header.cells, chosen)
  if (missingMeanings(kind, columns).length > 0) return { read: false, fault: 'import-column-missing' }
  if (rows.length === 0) return { read: false, fault: 'import-empty' }
  const positions = new Map(meaningsOf(kind, header.cells, chosen).map((meaning, at) => [meaning, at]))
  return {
    read: true,
    rows,
    columns,
    has: (meaning) => positions.has(meaning),
    cell: ({ cells }, meaning) => cells[positions.get(meaning) ?? -1]?.trim() ?? '',
    isShifted: ({ cells }) => cells.slice(header.cells.length).some((cell) => cell.trim() !== ''),
  }
}
