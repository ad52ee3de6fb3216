import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseSync } from 'vite'
import { ROOT } from '../root.ts'
import { filesOfEnrolling } from './enrolling-files.ts'
import { printLayers } from './layers.ts'

/** The house in figures: each with the aim that it is held to, where there is one. */
export async function printFigures(): Promise<void> {
  const house = readHouse()
  const product = house.filter(({ file }) => !file.startsWith('tests/'))
  const lines = product.map((chapter) => chapter.lines).toSorted((a, b) => a - b)
  const importers = importersIn(product)
  const splinters = product.filter(({ file, lines }) => lines < 20 && importers.get(file)?.size === 1)
  const long = house.filter((chapter) => chapter.lines > 300)
  const modulesScreen = staticFilesFrom('src/routes/student/modules.tsx', product)
  const enrolling = await filesOfEnrolling()

  const rows: [figure: string, value: number, aim?: number][] = [
    ['product files (.ts and .tsx)', product.length, 700],
    ['median lines of a product file', lines[Math.floor(lines.length / 2)] ?? 0],
    ['product files with one importer and fewer than 20 lines', splinters.length, 25],
    ['exports that one product file uses', countExportsUsedOnce(product)],
    ['server files that POST /enrollment passes', enrolling.length, 22],
    ['static files of /student/modules', modulesScreen.length, 60],
    ['files of more than 300 lines, tests included', long.length, 0],
  ]
  for (const [figure, value, aim] of rows) {
    console.log(`${String(value).padStart(6)}  ${figure}${aim === undefined ? '' : ` (aim: at most ${aim})`}`)
  }
  await printLayers()
  list('POST /enrollment passes', enrolling)
  list('/student/modules loads', modulesScreen)
  list('one importer, fewer than 20 lines', splinters.map(({ file }) => file).toSorted())
  list('more than 300 lines', long.map(({ file, lines }) => `${file} (${lines})`).toSorted())
}

const list = (title: string, files: readonly string[]) =>
  console.log(`\n${title}\n${files.map((file) => `  ${file}`).join('\n')}`)

interface Chapter {
  /** from the folder that holds package.json */
  file: string
  lines: number
  exports: readonly string[]
  imports: readonly Import[]
}

interface Import {
  file: string
  /** none for an import of a whole module, as `import()` is */
  name: string | undefined
  isDynamic: boolean
}

/** Every source file that is kept, with what it imports from the others; what is generated is not ours. */
function readHouse(): readonly Chapter[] {
  const kept = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: ROOT, encoding: 'utf8' })
  return kept
    .split('\n')
    .filter((file) => file && !file.endsWith('.gen.ts'))
    .map(readChapter)
}

function readChapter(file: string): Chapter {
  const source = readFileSync(join(ROOT, file), 'utf8')
  const { module } = parseSync(file, source)
  const fileAt = (specifier: string) =>
    specifier.startsWith('#') ? specifier.slice(1) : posix.join(posix.dirname(file), specifier)
  const isOurs = (specifier: string) => /^(#|\.\.?\/).*\.tsx?$/.test(specifier)

  const imports: Import[] = []
  for (const { moduleRequest, entries } of module.staticImports) {
    if (!isOurs(moduleRequest.value)) continue
    const from = fileAt(moduleRequest.value)
    if (entries.length === 0) imports.push({ file: from, name: undefined, isDynamic: false })
    for (const { importName } of entries) {
      imports.push({ file: from, name: importName.name ?? undefined, isDynamic: false })
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const specifier = source.slice(moduleRequest.start + 1, moduleRequest.end - 1)
    if (isOurs(specifier)) imports.push({ file: fileAt(specifier), name: undefined, isDynamic: true })
  }
  const exports: string[] = []
  for (const { entries } of module.staticExports) {
    for (const { exportName, moduleRequest } of entries) {
      if (exportName.name) exports.push(exportName.name)
      if (moduleRequest && isOurs(moduleRequest.value)) {
        imports.push({ file: fileAt(moduleRequest.value), name: undefined, isDynamic: false })
      }
    }
  }
  return { file, lines: source.split('\n').length - 1, exports, imports }
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

/** What a reader of the screen may have to open: all that it imports and that imports in turn, types too; `import()` does not count. */
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
