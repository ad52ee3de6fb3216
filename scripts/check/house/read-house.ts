import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { type ParseResult, parseSync } from 'vite'
import { ROOT } from '../../root.ts'
import { type MeasuredFunction, measureFunctions } from './functions.ts'
import { type FoundCall, findCalls } from './writes.ts'

export interface Chapter {
  /** from the folder that holds package.json */
  file: string
  lines: number
  exports: readonly string[]
  imports: readonly Import[]
  functions: readonly MeasuredFunction[]
  /** each `api.call` and `api.follow` of the app, by the name of the call */
  calls: readonly FoundCall[]
}

export interface Import {
  file: string
  /** none for an import of a whole module, as `import()` is */
  name: string | undefined
  isDynamic: boolean
}

/** Every source file in version control, measured; generated files are left out. */
export function readHouse(): readonly Chapter[] {
  return filesInGit('*.ts', '*.tsx')
    .filter((file) => !file.endsWith('.gen.ts'))
    .map(readChapter)
}

export const filesInGit = (...patterns: string[]): string[] =>
  execFileSync('git', ['ls-files', ...patterns], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '')

const isMigration = (file: string) => /^database\/migrations\/\d/.test(file)

export const linesOf = (file: string): number => readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1

function readChapter(file: string): Chapter {
  const source = readFileSync(join(ROOT, file), 'utf8')
  const parsed = parseSync(file, source)
  const lineAt = lineCounter(source)
  const { program } = parsed
  return {
    file,
    lines: source.split('\n').length - 1,
    ...readModule(file, source, parsed),
    // A migration that was released never changes, its length included.
    functions: isMigration(file) ? [] : measureFunctions(program, lineAt),
    calls: file.startsWith('src/') ? findCalls(program, lineAt) : [],
  }
}

function readModule(file: string, source: string, { module }: ParseResult): Pick<Chapter, 'exports' | 'imports'> {
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
  return { exports, imports }
}

/** Line number, from 1, of an offset in the source. */
function lineCounter(source: string): (offset: number) => number {
  const starts = [0]
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}
