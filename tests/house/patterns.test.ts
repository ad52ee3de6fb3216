import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { analyse } from 'scslre'
import { type ESTree, parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { underLoad } from '#tests/support/under-load.ts'
import { filesInGit } from '../../scripts/check/house/read-house.ts'
import { ROOT } from '../../scripts/root.ts'

/**
 * A regular expression whose time grows faster than its text lets one long text hold a server, which has one thread:
 * /\s+$/ reads the rest of a run of spaces again from each of them, 20,000 of them for 0.7 s. Mostly a start helps that
 * cannot be within the run: /(?<!\s)\s+$/.
 *
 * The checker finds texts that repeat one sign. It misses those that repeat several, as '<a <a <a' for /<a [^>]*>/.
 */

/** Patterns that are slow on a text longer than can reach them, with what bounds it. */
const BOUNDED: Readonly<Record<string, string>> = {
  'api-server/accounts/guessed-words.ts /\\W+$/': 'MAX_TRIED_LENGTH, 32 signs',
  'api-server/accounts/guessed-words.ts /\\W+(?:(?:19|20)\\d\\d\\W?(?:19|20)?\\d\\d|\\d{1,4})\\W*$/':
    'MAX_TRIED_LENGTH, 32 signs',
  'api-server/platform/mail/transport.ts /^<|@.*$/g': 'the id of our own letter',
  'database/engine/url-password.ts /^(\\w+:\\/\\/)([^:/?#]*)(?::([^/?#]*))?(@.*)$/': 'a setting, read once',
  'server/config.ts /^[^\\r\\n]*@[^\\r\\n]*$/': 'a setting, read once',
  'server/config.ts /\\/+$/': 'a setting, read once',
  'server/source-config.ts /\\/+$/': 'a setting, read once',
  'src/admin/import/workbook/number-format.ts /"[^"]*"|\\\\.|_.|\\*.|\\[[^\\]]*\\]/g': 'MAX_CODE_LENGTH, 255 signs',
  'src/admin/import/workbook/number-format.ts /"[^"]*"|\\\\.|_.|\\*.|\\[[^\\]]*\\]|./gs': 'MAX_CODE_LENGTH, 255 signs',
  'src/admin/import/workbook/number-format.ts /((?:"[^"]*"|\\\\.|\\[[^\\]]*\\]|[^;])*);/g':
    'MAX_CODE_LENGTH, 255 signs; never fails, since a semicolon follows the code',
}

/** Patterns made of what a call is given, which are not judged here, with the reason why each takes linear time. */
const MADE_IN_CALLS: Readonly<Record<string, string>> = {
  'api-server/acts/source/read-source.ts': 'begins at the start; its only repetition ends at a slash',
  'api-server/platform/mail/refusal.ts': 'an escaped name, without repetition',
  'domain/import/csv.rules.ts': 'sticky, and repeats one class',
  'server/strict-requests.ts': 'a path: begins at the start, and each repetition ends at a slash',
  'sw/lists/list-strategy.ts': 'without repetition',
}

interface Pattern {
  /** from the folder that holds package.json */
  file: string
  source: string
  flags: string
}

/** The patterns written in a source, and the lines of those that it puts together. */
function findPatterns(file: string, source: string): { written: Pattern[]; made: number[] } {
  const written: Pattern[] = []
  const made: number[] = []
  const noteMade = ({ callee, start }: ESTree.CallExpression | ESTree.NewExpression) => {
    if (callee.type === 'Identifier' && callee.name === 'RegExp') made.push(source.slice(0, start).split('\n').length)
  }
  new Visitor({
    Literal(node) {
      if ('regex' in node) written.push({ file, source: node.regex.pattern, flags: node.regex.flags })
    },
    NewExpression: noteMade,
    CallExpression: noteMade,
  }).visit(parseSync(file, source).program)
  return { written, made }
}

/** Whether some text that repeats one sign takes more than linear time. */
const isSlow = ({ source, flags }: Pick<Pattern, 'source' | 'flags'>): boolean =>
  analyse({ source, flags }, { reportTypes: { Move: true } }).reports.length > 0

/** Imports the files and returns the patterns that they made meanwhile. */
function listMadeAtLoad(files: readonly string[]): (Pattern & { line: number })[] {
  const args = ['--no-warnings', 'tests/house/programs/made-patterns.ts', ...files]
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  expect(stderr).toBe('')
  const made: (Pattern & { line: number })[] = JSON.parse(stdout)
  return made.map((pattern) => ({ ...pattern, file: relative(ROOT, pattern.file) }))
}

const LIMIT_MS = underLoad(60_000)

test('no regular expression of the product is slow on a long text, unless what it reads is short', {
  timeout: LIMIT_MS,
}, () => {
  const folders = ['api-server', 'contract', 'database', 'domain', 'push-server', 'server', 'src', 'sw']
  const found = filesInGit(...folders.flatMap((folder) => [`${folder}/*.ts`, `${folder}/*.tsx`])).map((file) => ({
    file,
    ...findPatterns(file, readFileSync(join(ROOT, file), 'utf8')),
  }))
  const makers = found.filter(({ made }) => made.length > 0)
  const madeAtLoad = listMadeAtLoad(makers.map(({ file }) => file))
  const patterns = [...found.flatMap(({ written }) => written), ...madeAtLoad]
  expect(patterns.length, 'patterns that were found').toBeGreaterThan(400)

  const slow = patterns.filter(isSlow).map(({ file, source, flags }) => `${file} /${source}/${flags}`)
  expect([...new Set(slow)].sort()).toEqual(Object.keys(BOUNDED).sort())

  const unjudged = makers.filter(({ file, made }) =>
    made.some((line) => !madeAtLoad.some((pattern) => pattern.file === file && pattern.line === line)),
  )
  expect(unjudged.map(({ file }) => file)).toEqual(Object.keys(MADE_IN_CALLS).sort())
})

test('a planted one is noticed', () => {
  const year = String.raw`(?:\d{0,4}|(?:19|20)\d\d\W?(?:19|20)?\d\d)`
  const slow = [
    /\s+$/,
    /\s*,\s*/,
    /\S+:\/\/\S+/g,
    /^(.+?)(?:T|\s+om\s+|\s+)\d$/,
    /^(a+)+$/,
    // Once in the product, for passwords, with the fifth power of their length.
    new RegExp(`^\\W*${year}\\W*(\\D.*?\\D|\\D)\\W*${year}\\W*$`, 'su'),
  ]
  expect(slow.filter((pattern) => !isSlow(pattern))).toEqual([])
  const fast = [/(?<!\s)\s+$/, /,/, /^\s+/, /[^\s@]+/g, /^(?:0|[1-9]\d*)$/, /(?<!\s)\s*[\r\n]+\s*/g]
  expect(fast.filter(isSlow)).toEqual([])

  const source = 'const a = /b+/u\nconst c = new RegExp(a.source + "$")\nconst d = RegExp("e")'
  expect(findPatterns('a', source)).toEqual({ written: [{ file: 'a', source: 'b+', flags: 'u' }], made: [2, 3] })
})
