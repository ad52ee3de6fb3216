import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../root.ts'
import { runNpm } from './npm.ts'

interface Locked {
  version: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}
interface Lockfile {
  packages: Record<string, Locked>
}

/**
 * The packages of a release in CycloneDX, by `npm sbom`: those that lie in it, and those of which the app is made, whose
 * code lies in its own files. The same release gives the same bytes: npm's own number and time are of the moment.
 */
export function billOfMaterials(release: string, version: string, made: Date): string {
  const lock: Lockfile = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const root = lock.packages['']
  const app = packagesOfTheApp()
  const inTheApp = reachedFrom(app, lock)
  // npm lists only everything that a package asks for, so it is asked about a package that has what this release has.
  const own = Object.entries(root?.optionalDependencies ?? {}).filter(([name]) =>
    existsSync(join(release, 'node_modules', name)),
  )
  const dependencies = {
    ...root?.dependencies,
    // Node itself, of this release's platform
    ...Object.fromEntries(own),
    ...Object.fromEntries(app.map((name) => [name, versionOf(name, lock)])),
  }
  const product = { name: 'wiskunde-inschrijven', version, dependencies }
  const packages = Object.entries(lock.packages).flatMap(([path, { ...locked }]) => {
    if (path === '' || !(existsSync(join(release, path)) || inTheApp.has(path))) return []
    const flagged: Record<string, unknown> = locked
    for (const flag of ['dev', 'devOptional', 'peer', 'optional']) delete flagged[flag]
    return [[path, flagged]]
  })
  const folder = mkdtempSync(join(tmpdir(), 'wiskunde-bill-'))
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify(product))
    const asked = { ...product, lockfileVersion: 3, packages: { '': product, ...Object.fromEntries(packages) } }
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(asked))
    const command = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--sbom-type=application']
    const bill = JSON.parse(runNpm(command, { cwd: folder }))
    bill.metadata.timestamp = made.toISOString()
    bill.metadata.component.name = product.name
    bill.serialNumber = uuidOf(JSON.stringify({ ...bill, serialNumber: '' }))
    return `${JSON.stringify(bill, null, 2)}\n`
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** No source imports it: `scripts/build/display-face.ts` cut the file from it that the app shows. */
const DISPLAY_FACE = '@fontsource-variable/bricolage-grotesque'

/** Packages that the app and the service worker import by name, and the font that one of their files is a part of. */
function packagesOfTheApp(): string[] {
  const imported = globSync('{src,sw}/**/*.{ts,tsx,css}', { cwd: ROOT }).flatMap((path) => [
    ...readFileSync(join(ROOT, path), 'utf8').matchAll(/(?:from|import|@import) ?\(?['"]([^'"]+)['"]/g),
  ])
  const names = imported.map(([, name = '']) => /^(@[\w.-]+\/)?[a-z][\w.-]*/.exec(name)?.[0] ?? '')
  return [...new Set([...names, DISPLAY_FACE])]
    .filter((name) => existsSync(join(ROOT, 'node_modules', name, 'package.json')))
    .sort()
}

const versionOf = (name: string, { packages }: Lockfile) => packages[`node_modules/${name}`]?.version

/** The places of these packages in the lockfile, and of all that they ask for. */
function reachedFrom(names: readonly string[], { packages }: Lockfile): Set<string> {
  const reached = new Set<string>()
  const due = names.map((name) => `node_modules/${name}`)
  for (let path = due.pop(); path !== undefined; path = due.pop()) {
    const locked = packages[path]
    if (reached.has(path) || !locked) continue
    reached.add(path)
    const asked = Object.keys({ ...locked.dependencies, ...locked.peerDependencies })
    due.push(...asked.flatMap((name) => placeOf(name, path) ?? []))
  }
  return reached

  /** Folder in which Node finds a package: beside its importer, or beside one of the folders around that. */
  function placeOf(name: string, from: string): string | undefined {
    for (let beside = from; ; beside = beside.slice(0, beside.lastIndexOf('/node_modules/'))) {
      const place = `${beside}/node_modules/${name}`
      if (packages[place]) return place
      if (!beside.includes('/node_modules/')) return packages[`node_modules/${name}`] && `node_modules/${name}`
    }
  }
}

/** A name-based one (RFC 9562, version 8): of the same text the same. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)]
  return `urn:uuid:${parts.join('-')}`
}
