import { ACT_DIALOGS, PREVIEWS } from './house/asking-first.ts'
import { LONG_FUNCTION_LINES, MOST_BRANCHES } from './house/functions.ts'
import { BANNED_WORDS, type BannedWord } from './house/plain-words.ts'
import { type Chapter, filesInGit, linesOf, readHouse } from './house/read-house.ts'
import { listShapesDeclaredTwice } from './house/wire-shapes.ts'
import { measureLayers } from './layers.ts'

interface Figure {
  name: string
  value: number
  /** value in the last round's table of docs/architecture.md */
  last?: number | undefined
  /** such as `≤ 10` */
  aim?: string
}

interface Listing {
  title: string
  entries: readonly string[]
}

/** Prints the measurements of the code, each beside the last round's value and its aim, and then the files behind them. */
export async function printFigures(): Promise<void> {
  const house = readHouse()
  const parts = [
    measureFiles(house),
    measureReaching(house),
    measureFunctionSizes(house),
    await measureLayers(),
    measureAskingFirst(),
    measureWords(house),
    measureWireShapes(),
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
      { name: 'product files (.ts and .tsx)', value: product.length, last: 984, aim: '≤ 880' },
      { name: 'product lines', value: sum(lines), last: 97_900, aim: '≤ 89000' },
      {
        name: 'test lines',
        value: sum(house.filter((chapter) => !isProduct(chapter)).map(({ lines }) => lines)),
        last: 83_000,
        aim: '≤ 75000',
      },
      { name: 'CSS lines', value: sum(filesInGit('*.css').map(linesOf)), last: 8_900, aim: '≤ 6000' },
      { name: 'median lines of a product file', value: lines[Math.floor(lines.length / 2)] ?? 0, last: 84 },
      {
        name: 'product files with one importer and fewer than 20 lines (migrations not counted)',
        value: splinters.length,
        last: 7,
        aim: '≤ 25',
      },
      { name: 'exports that one product file uses', value: countExportsUsedOnce(product), last: 1829 },
    ],
    listings: [{ title: 'one importer, fewer than 20 lines', entries: splinters.map(({ file }) => file).toSorted() }],
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
        last: 35,
        aim: '≤ 10',
      },
      {
        name: `product functions that branch more than ${MOST_BRANCHES} times`,
        value: branching.length,
        last: 8,
        aim: '0',
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
      { name: 'ways to preview an act', value: ways.size, last: 9, aim: '≤ 3' },
      { name: 'dialogs for acts', value: ACT_DIALOGS.length, last: 7, aim: '≤ 1' },
    ],
    listings: [
      { title: 'ways to preview an act', entries: [...ways] },
      { title: 'dialogs for acts', entries: ACT_DIALOGS },
    ],
  }
}

function measureWords(house: readonly Chapter[]): Part {
  const product = house.filter(isProduct)
  const sentencesIn = (files: readonly Chapter[]) => sum(files.map(({ dutchSentences }) => dutchSentences))
  const inTexts = sentencesIn(product.filter(({ file }) => file.endsWith('.texts.ts')))
  const unitless = product.flatMap(({ file, unitless }) => unitless.map(({ name, line }) => `${file}:${line} ${name}`))
  return {
    figures: [
      { name: 'Dutch sentences outside *.texts.ts', value: sentencesIn(product) - inTexts },
      {
        name: '% of Dutch sentences in *.texts.ts',
        value: Math.round((100 * inTexts) / sentencesIn(product)),
        last: 42,
        aim: '≥ 90',
      },
      ...BANNED_WORDS.map((word): Figure => {
        const { comments, names } = countWord(product, word)
        const inTests = countWord(
          house.filter((chapter) => !isProduct(chapter)),
          word,
        )
        return {
          name: `'${word}': ${comments} in comments, ${names} in names (tests: ${inTests.comments}, ${inTests.names})`,
          value: comments + names,
          aim: '0',
          last: lastOf.get(word),
        }
      }),
      {
        name: 'comments that begin with a bare Of, By, What, Whom or As (released migrations not counted)',
        value: sum(product.map(({ bareStarts }) => bareStarts)),
        aim: '0',
      },
      { name: 'constants that hold a time or a size and do not name its unit', value: unitless.length, aim: '0' },
    ],
    listings: [
      { title: 'constants without a unit', entries: unitless },
      {
        title: 'Dutch sentences outside *.texts.ts, by file',
        entries: product
          .filter(({ file, dutchSentences }) => dutchSentences > 0 && !file.endsWith('.texts.ts'))
          .toSorted((a, b) => b.dutchSentences - a.dutchSentences)
          .map(({ file, dutchSentences }) => `${file} (${dutchSentences})`),
      },
    ],
  }
}

const lastOf = new Map<BannedWord, number>([
  ['whoever', 190],
  ['told', 286],
])

function countWord(chapters: readonly Chapter[], word: BannedWord) {
  const found = chapters.flatMap(({ bannedWords }) => bannedWords.filter((one) => one.word === word))
  const comments = found.filter(({ place }) => place === 'comment').length
  return { comments, names: found.length - comments }
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

function measureWireShapes(): Part {
  const entries = listShapesDeclaredTwice()
  return {
    figures: [{ name: 'wire shapes declared twice', value: entries.length, last: 199, aim: '0' }],
    listings: [{ title: 'wire shapes declared twice', entries }],
  }
}
