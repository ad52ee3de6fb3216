import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { settingNames } from '#server/config.ts'

const read = (file: string): string => readFileSync(file, 'utf8')
const pages = globSync('{.,docs,{api-server,database,domain,push-server,scripts,server,src,sw,tests}/**}/*.md').map(
  (file) => [file, read(file)],
)
const scripts = Object.keys(
  z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read('package.json'))).scripts,
)

/** Of Node, and of tests. */
const UNWRITTEN = ['NODE_ENV', 'PUSH_TEST_ORIGIN']

/** What the pages name by this pattern, each with its page. */
const namedBy = (pattern: RegExp): string[][] =>
  pages.flatMap(([page = '', text = '']) => [...text.matchAll(pattern)].map(([, name = '']) => [name, page]))

/** Keys of the object that begins with this line of a file. */
const keysIn = (file: string, beginning: string): string[] =>
  [...(read(file).split(beginning)[1]?.split('\n}')[0] ?? '').matchAll(/^ {2}'?([\w-]+)'?[:,]/gm)].map(
    ([, key = '']) => key,
  )

test('docs/settings.md has each setting, and no other', () => {
  const text = read('docs/settings.md')
  const rows = [...text.matchAll(/^\| (`.+?) \|/gm)].flatMap(([, cell = '']) => cell.match(/[A-Z][A-Z_]+/g) ?? [])
  expect(rows.filter((name) => !settingNames.includes(name))).toEqual([])
  expect(settingNames.filter((name) => !text.includes(`\`${name}\``) && !UNWRITTEN.includes(name))).toEqual([])
})

test('a command that a page gives is there, and docs/scripts.md has each of package.json', () => {
  const ran = namedBy(/\bnpm run ([\w-]+)/g)
  expect(ran.length).toBeGreaterThan(50)
  expect(ran.filter(([name = '']) => !scripts.includes(name))).toEqual([])
  const listed = read('docs/scripts.md')
  const unlisted = scripts.filter((name) => !new RegExp(`\`npm (?:run )?${name}\\b`).test(listed))
  expect(unlisted).toEqual(['preinstall'])
})

test('a bench, a fault and a command of `wiskunde` that a page names is there', () => {
  const benches = keysIn('tests/bench/run.ts', 'const benches: Record<string, Bench> = {')
  const faults = keysIn('tests/faults/faults.ts', 'export const faults: Readonly<Record<string, Fault>> = {')
  const commands = /^ {2}([a-z]+(?: \| [a-z]+)+)\)$/m.exec(read('deploy/wiskunde'))?.[1]?.split(' | ') ?? []
  expect([benches.length > 15, faults.length > 25, commands.length > 4]).toEqual([true, true, true])
  expect(namedBy(/\bnpm run bench ([a-z]+)/g).filter(([name = '']) => !benches.includes(name))).toEqual([])
  expect(namedBy(/\bnpm run faults ([a-z-]+)/g).filter(([name = '']) => !faults.includes(name))).toEqual([])
  const known = [...commands, 'version', 'sh']
  const typed = namedBy(/(?:^|`|\/deploy\/)wiskunde ([a-z]+)/gm)
  expect(typed.length).toBeGreaterThan(15)
  expect(typed.filter(([name = '']) => !known.includes(name))).toEqual([])
})
