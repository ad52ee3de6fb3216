import { hash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { features } from 'web-features'
import { BROWSERS } from '../build/browsers.ts'
import { ROOT } from '../root.ts'
import { runTool, type ToolResult } from '../tool.ts'

/** Types as a browser of `BROWSERS` has them, and a project for each of these that compiles with them. */
const FOLDER = join(ROOT, '.tsbuild/browsers')
const PROJECTS = { src: 'dom', sw: 'webworker' } as const

/** The last edition of the language that all of `BROWSERS` have; `lib` in the tsconfig of src, sw, domain and contract says so too. */
const LANGUAGE = /\/lib\.(es5|es20(1\d|2[0-3])(\.\w+)*|decorators(\.legacy)?)\.d\.ts$/

/**
 * Compiles the app and its worker with the browser's API as the oldest browsers have it: what came later may be missing there, so
 * that the compiler refuses its use until the code has asked for it, as in `navigator.setAppBadge?.(1)`.
 */
export async function checkBrowserApis(): Promise<ToolResult> {
  const results = await Promise.all(
    // One checker, as in checks.ts: several each work out the same types.
    Object.keys(PROJECTS).map((project) =>
      runTool('typescript', ['-p', writeProject(project as keyof typeof PROJECTS), '--checkers', '1']),
    ),
  )
  return { ok: results.every(({ ok }) => ok), output: results.map(({ output }) => output).join('') }
}

function writeProject(project: keyof typeof PROJECTS): string {
  const platform = createRequire(import.meta.resolve('typescript')).resolve(
    `@typescript/typescript-${process.platform}-${process.arch}/package.json`,
  )
  const libs = join(dirname(platform), 'lib')
  const text = withDoubt(readFileSync(join(libs, `lib.${PROJECTS[project]}.d.ts`), 'utf8'))
  // Named by its content: the compiler would not read a changed file of the same name again.
  const types = join(FOLDER, `${project}-${hash('sha256', text).slice(0, 8)}.d.ts`)
  const file = join(FOLDER, `${project}.tsconfig.json`)
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(types, text)
  const config = {
    extends: join(ROOT, project, 'tsconfig.json'),
    // Without libraries of its own the compiler also passes over those that packages ask for.
    compilerOptions: {
      ...{ noLib: true, lib: null, composite: false, emitDeclarationOnly: false, noEmit: true, rootDir: ROOT },
      tsBuildInfoFile: join(FOLDER, `${project}.tsbuildinfo`),
    },
    files: [...globSync(join(libs, 'lib.*.d.ts')).filter((lib) => LANGUAGE.test(lib)), types],
    include: [join(ROOT, project, '**/*.ts'), join(ROOT, project, '**/*.tsx')],
    references: [],
  }
  writeFileSync(file, JSON.stringify(config))
  return file
}

/** Address in the comment above each of TypeScript's declarations, which the data on browsers has for its key. */
const REFERENCE = /\/docs\/Web\/API\/([\w/]+)\)/

/** Marks each declaration that is newer than the oldest browsers as one that may be missing. */
export function withDoubt(declarations: string): string {
  const newer = newerKeys('api.')
  let isNewer = false
  let isComment = false
  /** the member that was marked: its overloads and its setter have no comment of their own */
  let marked = ''
  const classes = new Set<string>()
  return declarations
    .split('\n')
    .map((line) => {
      if (line.trimStart().startsWith('/**')) [isNewer, isComment] = [false, true]
      if (isComment) {
        const [, key] = REFERENCE.exec(line) ?? []
        if (key) isNewer = newer.has(key.replaceAll('/', '.'))
        if (line.includes('*/')) isComment = false
        return line
      }
      const [, member = ''] = /^ {4}(?:readonly |get |set )?(\w+)[(<:?]/.exec(line) ?? []
      if (member && (isNewer || member === marked)) {
        ;[marked, isNewer] = [member, false]
        return optional(line, member)
      }
      if (member) marked = ''
      const [, name = ''] = /^(?:interface|declare var|declare function) (\w+)/.exec(line) ?? []
      if (!name) return line
      if (line.startsWith('interface') && isNewer) classes.add(name)
      const doubted = isNewer || classes.has(name)
      isNewer = false
      marked = ''
      if (!doubted || line.startsWith('interface')) return line
      return line
        .replace(/^declare function (\w+)(.*?)\): (.*);$/, 'declare var $1: undefined | ($2) => $3);')
        .replace(/^(declare var \w+:)/, '$1 undefined |')
    })
    .join('\n')
}

/** Methods and properties may be left out; TypeScript has no such mark for an accessor. */
const optional = (line: string, member: string): string =>
  line
    .replace(/^( {4})get (\w+)\(\): (.*);$/, '$1$2?: $3;')
    .replace(/^( {4})set \w+\(.*$/, '')
    .replace(new RegExp(`^( {4}(?:readonly )?${member})\\??(?=[(<:])`), '$1?')

/** Keys by which the data says less than the app may rely on, with the reason. */
const ENOUGH: Readonly<Record<string, string>> = {
  'AbortSignal.timeout_static': 'older browsers only give its error another name',
  'Window.open': 'iOS only opens no window of a given size',
  'ReadableStreamBYOBReader.cancel': 'the declaration is that of every reader',
}

/** iOS has these only in an installed app, as it has push: without push nothing of it is called. */
const OF_PUSH = /^Notification(Event)?(\.|$)/

/** Keys such as `HTMLElement.hidePopover` and `AbortSignal.any_static`, that at least one of the oldest browsers lacks. */
export function newerKeys(kind: 'api.' | 'javascript.builtins.'): ReadonlySet<string> {
  const keys = Object.values(features).flatMap((feature) =>
    feature.kind === 'feature' ? Object.entries<Keyed>(feature.status.by_compat_key ?? {}) : [],
  )
  return new Set(
    keys
      .filter(([key, { support }]) => key.startsWith(kind) && BROWSERS.some((browser) => lacks(browser, support)))
      .map(([key]) => key.slice(kind.length))
      .filter((key) => !Object.hasOwn(ENOUGH, key) && !OF_PUSH.test(key)),
  )
}

interface Keyed {
  /** version since which a browser has it */
  support: Partial<Record<string, string>>
}

/** Names of the browsers as the data has them. */
const IN_DATA: Readonly<Record<string, string>> = { ios: 'safari_ios' }

function lacks(browser: string, support: Keyed['support']): boolean {
  const [, name = '', version = ''] = /^([a-z]+)([\d.]+)$/.exec(browser) ?? []
  const since = support[IN_DATA[name] ?? name]
  return since === undefined || Number.parseFloat(since.replace('≤', '')) > Number.parseFloat(version)
}
