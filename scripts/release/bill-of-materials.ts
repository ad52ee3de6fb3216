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
 * Lists the packages of a release in CycloneDX, by `npm sbom`: those in its node_modules and those that are bundled in the app.
 * The same release gives the same bytes, so npm's serial number and time, which differ each time, are replaced.
 */
export function billOfMaterials(release: string, version: string, made: Date): string {
  const lock: Lockfile = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const root = lock.packages['']
  const app = packagesOfTheApp()
  const inTheApp = reachedFrom(app, lock)
  // npm lists only dependencies of a package, so this makes a package that depends on everything in the release.
  const own = Object.entries(root?.optionalDependencies ?? {}).filter(([name]) =>
    existsSync(join(release, 'node_modules', name)),
  )
  const dependencies = {
    ...root?.dependencies,
    // Node itself, for the platform of this release
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

/** No source imports this font: `scripts/build/display-face.ts` cuts the app's font file from it. */
const DISPLAY_FACE = '@fontsource-variable/bricolage-grotesque'

/** Packages that the app and the service worker import by name, and the package of the display font. */
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

/** Places in the lockfile of these packages and of everything that they depend on. */
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

  /** Place in the lockfile where Node finds a package: the importer's own node_modules, then those around it. */
  function placeOf(name: string, from: string): string | undefined {
    for (let beside = from; ; beside = beside.slice(0, beside.lastIndexOf('/node_modules/'))) {
      const place = `${beside}/node_modules/${name}`
      if (packages[place]) return place
      if (!beside.includes('/node_modules/')) return packages[`node_modules/${name}`] && `node_modules/${name}`
    }
  }
}

/** Name-based UUID (RFC 9562, version 8): the same text gives the same UUID. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)]
  return `urn:uuid:${parts.join('-')}`
}
