import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../root.ts'
import { fingerprintOf } from './sources.ts'

/**
 * Programs that tests start again and again. The writer of files starts from its source: it inherits no environment, and reads
 * fonts that lie beside packages.
 */
const PROGRAMS = [
  'scripts/start.ts',
  'scripts/admin.ts',
  'scripts/product/end-with-parent.ts',
  'api-server/main.ts',
  'push-server/main.ts',
]

const SOURCES = [
  '{api-server,push-server,server,database,domain,contract,scripts}/**/*.ts',
  'package.json',
  'package-lock.json',
]

/** Native code, an optional package that is not there, what only a build loads, and what fails when it is bundled. */
const NOT_BUNDLED = ['@node-rs/argon2', 'pg-native', 'vite', '@simplewebauthn/server', 'otpauth']

const FOLDER = join(ROOT, 'node_modules/.cache/servers')
const PRELOAD = 'instead-of-sources.mjs'
const DAY = 86_400_000

/**
 * Bundles the programs, unless that was done for the same sources, and gives the module that Node loads beforehand (`--import`)
 * to run a program from its bundle: a server starts for half the processor time, and places in its stack traces stay those
 * of the sources. For tests on this machine alone: paths in the bundle are those of this checkout.
 */
export async function bundleServers(): Promise<string> {
  const bundle = join(FOLDER, fingerprintOf(SOURCES))
  if (!existsSync(bundle)) {
    mkdirSync(FOLDER, { recursive: true })
    removeUnused()
    // Another run may bundle the same sources meanwhile: the folder has its name only once it is whole.
    const making = mkdtempSync(join(FOLDER, 'making-'))
    await bundleInto(making)
    writeFileSync(join(making, PRELOAD), preload())
    if (existsSync(bundle)) rmSync(making, { recursive: true })
    else renameSync(making, bundle)
  }
  return pathToFileURL(join(bundle, PRELOAD)).href
}

/** A run that goes on may still load parts of an older bundle: it goes a day later. */
function removeUnused(): void {
  for (const name of readdirSync(FOLDER)) {
    const path = join(FOLDER, name)
    if (Date.now() - statSync(path).mtimeMs > DAY) rmSync(path, { recursive: true, force: true })
  }
}

async function bundleInto(outDir: string): Promise<void> {
  const { build } = await import('vite')
  // Vite sets it to 'production' for the whole process, and programs that are started later would inherit that.
  const { NODE_ENV } = process.env
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    publicDir: false,
    plugins: [{ name: 'own-place', transform: { order: 'pre', handler: inItsOwnPlace } }],
    ssr: { noExternal: true, external: NOT_BUNDLED },
    build: {
      ssr: true,
      target: 'node22',
      minify: false,
      sourcemap: true,
      outDir,
      rolldownOptions: {
        input: Object.fromEntries(PROGRAMS.map((program) => [nameOf(program), join(ROOT, program)])),
        output: {
          entryFileNames: '[name].mjs',
          chunkFileNames: '[name]-[hash].mjs',
          sourcemapExcludeSources: true,
        },
      },
    },
  })
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = NODE_ENV
}

const nameOf = (program: string) => program.replace('.ts', '').replaceAll('/', '-')

/** Makes a module find files beside its source, not beside the bundle. Adds no lines, so that stack traces stay right. */
function inItsOwnPlace(code: string, id: string) {
  if (!code.includes('import.meta.')) return null
  const placed = code
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
  return { code: placed, map: null }
}

const preload = () => `import { registerHooks } from 'node:module'

const bundled = new Map(${JSON.stringify(PROGRAMS.map((program) => [pathToFileURL(join(ROOT, program)).href, `${nameOf(program)}.mjs`]))})

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    const name = bundled.get(found.url)
    if (!name) return found
    process.setSourceMapsEnabled(true)
    return { url: new URL(name, import.meta.url).href, format: 'module', shortCircuit: true }
  },
})
`
