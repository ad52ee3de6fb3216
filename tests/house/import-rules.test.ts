import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import readCruiseConfig from 'dependency-cruiser/config-utl/extract-depcruise-options'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { innocent, plantedViolations } from './planted-violations.ts'

const PACKAGES = ['zod', 'kysely', 'pg', 'ky', 'idb', 'web-push']

describe('the import rules', () => {
  let house: string
  let found: ICruiseResult['summary']['violations']
  let rules: string[]

  beforeAll(async () => {
    house = mkdtempSync(join(tmpdir(), 'wiskunde-house-'))
    buildHouse(house)
    const config = await readCruiseConfig('./.dependency-cruiser.cjs')
    rules = config.ruleSet?.forbidden?.map((rule) => String(rule.name)) ?? []
    const { output } = await cruise(['.'], { ...config, baseDir: house })
    if (typeof output === 'string') throw new Error(output)
    found = output.summary.violations
  })
  afterAll(() => rmSync(house, { recursive: true }))

  test('each has a violation planted here', () => {
    expect(Object.keys(plantedViolations).sort()).toEqual([...rules].sort())
  })

  test.each(Object.entries(plantedViolations))('%s is noticed', (rule, { file, folder = file }) => {
    expect(found.filter((violation) => violation.from === folder).map((violation) => violation.rule.name)).toContain(
      rule,
    )
  })

  test('a file that keeps them is left in peace', () => {
    expect(found.filter((violation) => violation.from === innocent.file)).toEqual([])
  })
})

/** A small tree with the real package.json, stand-ins for the packages, and every file that is named above. */
function buildHouse(house: string): void {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(house, path)), { recursive: true })
    writeFileSync(join(house, path), text)
  }
  cpSync('package.json', join(house, 'package.json'))
  for (const name of PACKAGES) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }))
    write(`node_modules/${name}/index.js`, 'export const value = 1\n')
  }
  const planted = [...Object.values(plantedViolations), innocent]
  const holdsValue = 'export const value = 1\n'
  for (const { imports, back } of planted) {
    if (imports.startsWith('#')) write(imports.slice(1), back ? `export { value } from '${back}'\n` : holdsValue)
    if (back) write(back.slice(1), holdsValue)
  }
  write('server/circle.ts', `export { value } from './circle-back.ts'\n`)
  for (const { file, imports } of planted) write(file, `import { value } from '${imports}'\nexport { value }\n`)
}

/** Files with a finding, where each of these lines stands in a file of each folder. */
function lintPlanted(folders: readonly string[], lines: readonly string[]): string[] {
  const house = mkdtempSync(join(tmpdir(), 'wiskunde-lint-'))
  onTestFinished(() => rmSync(house, { recursive: true }))
  for (const file of ['biome.json', ...globSync('scripts/check/*.grit')]) cpSync(file, join(house, file))
  for (const folder of folders) {
    mkdirSync(join(house, folder))
    for (const [n, line] of lines.entries()) writeFileSync(join(house, folder, `${n}.ts`), `${line}\n`)
  }
  const { stdout } = spawnSync(
    resolve('node_modules/.bin/biome'),
    ['lint', '--vcs-enabled=false', '--reporter=json', '.'],
    {
      cwd: house,
    },
  )
  const files = JSON.parse(String(stdout)).diagnostics.map(
    ({ location }: { location: { path: string } }) => location.path,
  )
  return files.sort()
}

test('time and chance are arguments in the domain, and nowhere else', () => {
  const lines = ['Date.now()', 'new Date()', 'Math.random()', 'new Date(5)'].map((code) => `export const it = ${code}`)
  expect(lintPlanted(['domain', 'server'], lines)).toEqual([0, 1, 2].map((n) => `domain/${n}.ts`))
})

test('what the app exports keeps its value', () => {
  const lines = ['export let it = 1\nit += 1', 'let it = 1\nit += 1\nexport const read = () => it']
  expect(lintPlanted(['domain', 'server', 'src', 'sw'], lines)).toEqual(['domain/0.ts', 'src/0.ts', 'sw/0.ts'])
})
