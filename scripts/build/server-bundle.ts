import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin, UserConfig } from 'vite'
import { ROOT } from '../root.ts'
import { runVite } from '../tool.ts'
import { withLock } from './app-build.ts'
import { fingerprintOf } from './sources.ts'

/**
 * The servers, and two programs that tests start again and again. The writer of files starts from its source: it inherits no
 * environment, and reads fonts that lie beside packages.
 */
const PROGRAMS = ['api-server/main.ts', 'push-server/main.ts', 'scripts/start.ts', 'scripts/admin.ts']

const SOURCES = [
  '{api-server,push-server,server,database,domain,contract,scripts}/**/*.ts',
  'package.json',
  'package-lock.json',
]

/** Native code, an optional package that is not there, and what fails when it is bundled. */
const NOT_BUNDLED = ['@node-rs/argon2', 'pg-native', '@simplewebauthn/server', 'otpauth']

const FOLDER = join(ROOT, 'node_modules/.cache/servers')
const PRELOAD = 'instead-of-sources.mjs'
const DAY = 86_400_000

/**
 * Bundles the programs, unless that was done for the same sources, and gives the folder. From a bundle a server starts for
 * half the processor time, and is 25 MB smaller.
 */
export async function bundleServers(): Promise<string> {
  const bundle = join(FOLDER, fingerprintOf(SOURCES))
  if (existsSync(bundle)) return bundle
  mkdirSync(FOLDER, { recursive: true })
  await withLock(join(FOLDER, '.lock'), async () => {
    // Another process may have bundled the same sources while this one waited for the lock.
    if (existsSync(bundle)) return
    removeUnused()
    // The folder has its name only once it is whole.
    const making = join(FOLDER, 'making')
    await bundleInto(making, ROOT)
    writeFileSync(join(making, PRELOAD), preload(bundle))
    renameSync(making, bundle)
  })
  return bundle
}

/**
 * Bundles the programs that a checkout or a release has, into a folder in it. It runs there: names in a bundle follow from paths
 * below the folder in which it is made, and a release has the same bytes wherever it is made.
 */
export const bundleInto = (folder: string, root: string): Promise<void> =>
  runVite(['--config', join(ROOT, 'scripts/build/server-bundle.ts'), '--outDir', folder], process.env, root)

/** The module that tests have Node load beforehand (`--import`), to run a program from its bundle. */
export const preloadOf = (bundle: string): string => pathToFileURL(join(bundle, PRELOAD)).href

/** Keeps a bundle while this process runs, of which servers load parts only when somebody needs them. */
export function keepBundle(bundle: string): void {
  const renew = () => utimesSync(bundle, new Date(), new Date())
  renew()
  setInterval(renew, DAY / 4).unref()
}

/** Removes what no test run and no `npm start` has used for a day. */
function removeUnused(): void {
  for (const name of readdirSync(FOLDER)) {
    const path = join(FOLDER, name)
    if (Date.now() - statSync(path).mtimeMs > DAY) rmSync(path, { recursive: true, force: true })
  }
}

/** 'api-server' of 'api-server/main.ts', 'scripts-start' of 'scripts/start.ts'. */
const nameOf = (program: string) => program.replace(/(\/main)?\.ts$/, '').replaceAll('/', '-')

/** Configuration for Vite, which finds it by the path of this file. */
export default {
  publicDir: false,
  plugins: [bundle()],
  ssr: { noExternal: true, external: NOT_BUNDLED },
  build: {
    ssr: true,
    emptyOutDir: true,
    target: 'node22',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: Object.fromEntries(globSync(PROGRAMS).map((program) => [nameOf(program), program])),
      output: {
        entryFileNames: '[name].mjs',
        chunkFileNames: '[name]-[hash].mjs',
        comments: false,
        sourcemapExcludeSources: true,
      },
    },
  },
} satisfies UserConfig

function bundle(): Plugin {
  let outDir = ''
  return {
    name: 'servers',
    configResolved: ({ build }) => {
      outDir = build.outDir
    },
    /** Makes a module find files beside its source. Adds no lines, so that stack traces stay right. */
    transform: {
      order: 'pre',
      handler(code, id) {
        if (id.startsWith('\0') || !code.includes('import.meta.')) return null
        const place = JSON.stringify(relative(outDir, id))
        const folder = JSON.stringify(`/${relative(outDir, dirname(id))}`)
        const placed = code
          .replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`)
          .replaceAll('import.meta.dirname', `(import.meta.dirname + ${folder})`)
        return { code: placed, map: null }
      },
    },
    /**
     * Node keeps the source of a chunk, in twice the memory where it has one sign that is not ASCII. In a stack trace the columns
     * behind such a sign on its line are off.
     */
    generateBundle(_, files) {
      for (const file of Object.values(files))
        if (file.type === 'chunk') file.code = file.code.replace(/[^\0-\x7f]/g, escaped)
    },
  }
}

const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

const preload = (bundle: string) => `import { registerHooks } from 'node:module'

const bundled = new Map(${JSON.stringify(PROGRAMS.map((program) => [program, `${bundle}/${nameOf(program)}.mjs`].map((path) => pathToFileURL(resolve(ROOT, path)).href)))})

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    const url = bundled.get(found.url)
    return url ? { url, format: 'module', shortCircuit: true } : found
  },
})
`
