import { ACT_DIALOGS, PREVIEWS } from './house/asking-first.ts'
import { LONG_FUNCTION_LINES, MOST_BRANCHES } from './house/functions.ts'
import { type Chapter, filesInGit, linesOf, readHouse } from './house/read-house.ts'
import { measureLayers } from './layers.ts'

interface Figure {
  name: string
  value: number
  /** value before, as in the table of docs/architecture.md */
  last?: number | undefined
  /** e.g. `≤ 10` */
  aim?: string
}

interface Listing {
  title: string
  entries: readonly string[]
}

export async function printFigures(): Promise<void> {
  const house = readHouse()
  const parts = [
    measureFiles(house),
    measureSubjects(house),
    measureReaching(house),
    measureFunctionSizes(house),
    await measureLayers(),
    measureAskingFirst(),
  ]
  console.log(`${'now'.padStart(8)}${'last'.padStart(8)}  ${'aim'.padEnd(10)}figure`)
  for (const { name, value, last, aim } of parts.flatMap((part) => part.figures)) {
    console.log(`${String(value).padStart(8)}${String(last ?? '').padStart(8)}  ${(aim ?? '').padEnd(10)}${name}`)
  }
  for (const { title, entries } of parts.flatMap((part) => part.listings)) {
    console.log(`\n${title}\n${entries.map((entry) => `  ${entry}`).join('\n')}`)
  }
}

interface Part {
  figures: readonly Figure[]
  listings: readonly Listing[]
}

const isProduct = ({ file }: Chapter) => !file.startsWith('tests/')
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

function measureFiles(house: readonly Chapter[]): Part {
  const product = house.filter(isProduct)
  const lines = product.map((chapter) => chapter.lines).toSorted((a, b) => a - b)
  const importers = importersIn(product)
  const splinters = product.filter(
    ({ file, lines }) => lines < 20 && importers.get(file)?.size === 1 && !file.startsWith('database/migrations/'),
  )
  return {
    figures: [
      { name: 'product files (.ts and .tsx)', value: product.length, last: 1_339, aim: '≤ 880' },
      { name: 'product lines', value: sum(lines), last: 127_254, aim: '≤ 89000' },
      {
        name: 'test lines',
        value: sum(house.filter((chapter) => !isProduct(chapter)).map(({ lines }) => lines)),
        last: 100_013,
        aim: '≤ 75000',
      },
      { name: 'CSS lines', value: sum(filesInGit('*.css').map(linesOf)), last: 5_953, aim: '≤ 6000' },
      { name: 'median lines of a product file', value: lines[Math.floor(lines.length / 2)] ?? 0, last: 84 },
      {
        name: 'product files with one importer and fewer than 20 lines (migrations not counted)',
        value: splinters.length,
        last: 24,
        aim: '≤ 25',
      },
      { name: 'exports that one product file uses', value: countExportsUsedOnce(product), last: 1829 },
    ],
    listings: [{ title: 'one importer, fewer than 20 lines', entries: splinters.map(({ file }) => file).toSorted() }],
  }
}

/** Floors whose folders are subjects, `acts` and the rooms of the app among them. */
const SUBJECT = /^(?:domain|contract|api-server|push-server|src)\/(?:(?:acts|admin|student|parts)\/)?([a-z-]+)/

function measureSubjects(house: readonly Chapter[]): Part {
  const subjects = Map.groupBy(house.filter(isProduct), ({ file }) => SUBJECT.exec(file)?.[1])
  const entries = [...subjects]
    .filter(([subject]) => subject !== undefined)
    .map(([subject, chapters]) => ({ subject, files: chapters.length, lines: sum(chapters.map(({ lines }) => lines)) }))
    .toSorted((a, b) => b.lines - a.lines)
  return {
    figures: [{ name: 'lines of the largest subject, on all floors', value: entries[0]?.lines ?? 0 }],
    listings: [
      {
        title: 'subjects, on all floors',
        entries: entries.map(({ subject, files, lines }) => `${subject}: ${lines} lines in ${files} files`),
      },
    ],
  }
}

function measureReaching(house: readonly Chapter[]): Part {
  const modulesScreen = staticFilesFrom('src/routes/student/modules.tsx', house.filter(isProduct))
  return {
    figures: [{ name: 'static files of /student/modules', value: modulesScreen.length, last: 99 }],
    listings: [{ title: '/student/modules loads', entries: modulesScreen }],
  }
}

function measureFunctionSizes(house: readonly Chapter[]): Part {
  const functions = house
    .filter(isProduct)
    .flatMap(({ file, functions }) => functions.map((measured) => ({ file, ...measured })))
  const long = functions.filter(({ lines }) => lines > LONG_FUNCTION_LINES).toSorted((a, b) => b.lines - a.lines)
  const branching = functions
    .filter(({ branches }) => branches > MOST_BRANCHES)
    .toSorted((a, b) => b.branches - a.branches)
  return {
    figures: [
      {
        name: `product functions of more than ${LONG_FUNCTION_LINES} lines`,
        value: long.length,
        last: 10,
        aim: '≤ 10',
      },
      {
        name: `product functions that branch more than ${MOST_BRANCHES} times`,
        value: branching.length,
        last: 0,
        aim: '0',
      },
      {
        name: `product functions that branch more than ${MOST_BRANCHES} times with the functions in them`,
        value: functions.filter(({ withNested }) => withNested > MOST_BRANCHES).length,
      },
    ],
    listings: [
      {
        title: `functions of more than ${LONG_FUNCTION_LINES} lines`,
        entries: long.map(({ file, line, name, lines }) => `${file}:${line} ${name} (${lines})`),
      },
      {
        title: `functions that branch more than ${MOST_BRANCHES} times`,
        entries: branching.map(({ file, line, name, branches }) => `${file}:${line} ${name} (${branches})`),
      },
    ],
  }
}

function measureAskingFirst(): Part {
  const ways = new Set(Object.values(PREVIEWS))
  return {
    figures: [
      { name: 'ways to preview an act', value: ways.size, last: 11, aim: '≤ 3' },
      { name: 'dialogs for acts', value: ACT_DIALOGS.length, last: 7, aim: '≤ 1' },
    ],
    listings: [
      { title: 'ways to preview an act', entries: [...ways] },
      { title: 'dialogs for acts', entries: ACT_DIALOGS },
    ],
  }
}

function importersIn(chapters: readonly Chapter[]): Map<string, Set<string>> {
  const importers = new Map<string, Set<string>>()
  for (const { file, imports } of chapters) {
    for (const { file: imported } of imports) {
      const known = importers.get(imported) ?? new Set()
      importers.set(imported, known.add(file))
    }
  }
  return importers
}

function countExportsUsedOnce(chapters: readonly Chapter[]): number {
  const users = new Map<string, Set<string>>()
  for (const { file, imports } of chapters) {
    for (const { file: from, name } of imports) {
      if (name === undefined) continue
      const key = `${from} ${name}`
      users.set(key, (users.get(key) ?? new Set()).add(file))
    }
  }
  return [...users.values()].filter(({ size }) => size === 1).length
}

/** All files that a screen imports, directly or through others, types too; `import()` does not count. */
function staticFilesFrom(start: string, chapters: readonly Chapter[]): readonly string[] {
  const byFile = new Map(chapters.map((chapter) => [chapter.file, chapter]))
  const reached = new Set<string>()
  const queue = [start]
  for (const file of queue) {
    const chapter = byFile.get(file)
    if (!chapter || reached.has(file)) continue
    reached.add(file)
    queue.push(...chapter.imports.filter(({ isDynamic }) => !isDynamic).map((imported) => imported.file))
  }
  return [...reached].toSorted()
}
