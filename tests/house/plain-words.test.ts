import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { isKeyed } from '#contract/endpoint.ts'
import { operations } from '#contract/operations.ts'
import {
  ACT_DIALOGS,
  ACTS,
  ENROLLMENT_ENDS,
  OTHER_DIALOGS,
  OTHER_PREVIEWS,
  PREVIEWS,
  PREVIEWS_OF_IMPORTS,
} from '../../scripts/check/house/asking-first.ts'
import { findConstantsWithoutUnit } from '../../scripts/check/house/constants.ts'
import { findLongSentences, isDutch } from '../../scripts/check/house/dutch.ts'
import { measureFunctions } from '../../scripts/check/house/functions.ts'
import { findBannedWords } from '../../scripts/check/house/plain-words.ts'
import { readHouse } from '../../scripts/check/house/read-house.ts'
import { findCalls, OTHER_WRITES, WAYS_TO_WRITE } from '../../scripts/check/house/writes.ts'

const house = readHouse()
const product = house.filter(({ file }) => !file.startsWith('tests/'))

/** Rooms without a banned word in a comment or a name. A room joins when its last one is gone, and never leaves. */
const PLAIN_ROOMS: readonly string[] = ['database/', 'push-server/', 'sw/']

/** Banned words that the other rooms of the product still hold. Lower this number; never raise it. */
const MOST_BANNED_WORDS = 0

/** Most comments, in product and tests, that begin with a bare Of, By, What, Whom or As. Lower this number; never raise it. */
const MOST_BARE_STARTS = 0

/** Constants of the product that hold a time or a size without its unit. Lower this number; never raise it. */
const MOST_UNITLESS_CONSTANTS = 0

/** Percentage of the product's Dutch sentences in `*.texts.ts`. Raise this number; never lower it. */
const LEAST_DUTCH_IN_TEXTS_PERCENT = 85

/** Screens that students read, and newcomers. */
const STUDENTS_ROOMS = /^src\/(student|onboarding|settings|account)\//

/** Sentences that the specification prescribes to the letter. */
const LONG_SENTENCES: readonly string[] = []

describe('the house reads plainly', () => {
  test('no banned word in a comment or a name of a plain room', () => {
    const found = house
      .filter(({ file }) => PLAIN_ROOMS.some((room) => file.startsWith(room)))
      .flatMap(({ file, bannedWords }) =>
        bannedWords.map(({ line, word, text }) => `${file}:${line} '${word}': ${text}`),
      )
    expect(found).toEqual([])
  })

  test('the other rooms gain no banned words', () => {
    const count = product.reduce((total, { bannedWords }) => total + bannedWords.length, 0)
    expect(count).toBeLessThanOrEqual(MOST_BANNED_WORDS)
  })

  test('no more comments begin with a bare relative or preposition, also in tests', () => {
    const found = house
      .filter(({ bareStarts }) => bareStarts > 0)
      .map(({ file, bareStarts }) => `${file}: ${bareStarts}`)
    expect(found.length, found.join('\n')).toBeLessThanOrEqual(MOST_BARE_STARTS)
  })

  test('no more constants hold a time or a size without its unit', () => {
    const found = product.flatMap(({ file, unitless }) => unitless.map(({ name, line }) => `${file}:${line} ${name}`))
    expect(found.length, found.join('\n')).toBeLessThanOrEqual(MOST_UNITLESS_CONSTANTS)
  })

  test('no sentence that a student reads has more than fifteen words', () => {
    const found = house
      .filter(({ file }) => STUDENTS_ROOMS.test(file))
      .flatMap(({ file }) => findLongSentences(parseSync(file, readFileSync(file, 'utf8')).program))
    expect(found.toSorted()).toEqual(LONG_SENTENCES)
  })

  test('no smaller part of the Dutch sentences is in *.texts.ts', () => {
    const sentencesIn = (files: typeof house) => files.reduce((total, { dutchSentences }) => total + dutchSentences, 0)
    const inTexts = sentencesIn(product.filter(({ file }) => file.endsWith('.texts.ts')))
    expect((100 * inTexts) / sentencesIn(product)).toBeGreaterThanOrEqual(LEAST_DUTCH_IN_TEXTS_PERCENT)
  })
})

describe('the figures see', () => {
  const parse = (source: string) => parseSync('planted.tsx', source)
  const firstLine = () => 1

  test('banned words in comments and in names, and not in code that a comment quotes', () => {
    const { program, comments } = parse('/** Whoever is told by `tell()`. */\nconst heardFrom = (anew: string) => anew')
    const words = findBannedWords(program, comments, firstLine).map(({ word, place }) => `${place} ${word}`)
    expect(words).toEqual(['comment whoever', 'comment told', 'name heard', 'name anew'])
  })

  test('constants that hold a time or a size without its unit', () => {
    const source =
      'const PAUSE = 5\nexport const KEPT = 2 * 3_600_000\nconst A_MS = 60_000\nconst SEATS = 12\nconst LIMIT = 64 * 1024'
    const names = findConstantsWithoutUnit(parse(source).program, firstLine).map(({ name }) => name)
    expect(names).toEqual(['PAUSE', 'KEPT', 'LIMIT'])
  })

  test('branches of each function apart', () => {
    const source = 'function outer(a) { if (a && a.b) return () => (a ? 1 : 2)\n return a ?? 3 }'
    const measured = measureFunctions(parse(source).program, firstLine).map(({ branches }) => branches)
    expect(measured).toEqual([4, 2])
  })

  test('sentences of more than fifteen words', () => {
    const words = (count: number) => Array.from({ length: count }, () => 'je').join(' ')
    const source = `const a = '${words(15)}. ${words(14)} en.'\nconst b = <p>Dit is kort. ${words(16)}!</p>`
    expect(findLongSentences(parse(source).program)).toEqual([`${words(16)}!`])
    expect(findLongSentences(parse(`const c = \`${words(14)} \${a} en \${b}\``).program)).toHaveLength(1)
  })

  test('Dutch sentences and not English ones', () => {
    expect(isDutch('Je bent ingeschreven voor deze toets')).toBe(true)
    expect(isDutch('the letter could not be sent to them')).toBe(false)
    expect(isDutch('Opslaan')).toBe(false)
    expect(isDutch('second-factor-over')).toBe(false)
    expect(isDutch('What would become of each line of a list of results')).toBe(false)
  })
})

describe('the lists of ways to ask first are true', () => {
  const named = (files: typeof house) => new Set(files.flatMap((chapter) => chapter.exports))
  const inContract = named(house.filter(({ file }) => /^contract\/.*(?<!\.schema)\.ts$/.test(file)))
  const isPreview = (name: string) => name.startsWith('preview') && !PREVIEWS_OF_IMPORTS.test(name)
  const dialogs = house.map(({ file }) => file).filter((file) => /^src\/.*-dialog\.tsx$/.test(file))

  test('each call that previews is listed, and exists', () => {
    const listed = Object.keys(PREVIEWS)
    expect([...inContract].filter((name) => isPreview(name) && !listed.includes(name))).toEqual([])
    expect(listed.filter((name) => !inContract.has(name))).toEqual([])
  })

  test('each place that ends or moves an enrollment is listed once, with how a message is offered', () => {
    const places = house
      .filter(({ file }) => /^(api-server|database\/(?!demo|migrations)|push-server|server)\b.*\.ts$/.test(file))
      .flatMap(({ file }) => {
        const found = readFileSync(file, 'utf8').matchAll(
          /(?:deleteFrom\(|updateTable\(|deleteByIds\(\s*\w+,)\s*'enrollment'/g,
        )
        return [...found].map(() => file)
      })
    expect(places.toSorted()).toEqual(Object.keys(ENROLLMENT_ENDS).toSorted())
  })

  test('each act renders the one dialog, and each screen that previews a change asks by `usePlan` or says why not', () => {
    const app = house
      .filter(({ file }) => file.startsWith('src/'))
      .map(({ file }) => ({ file, source: readFileSync(file, 'utf8') }))
    const rendering = app.filter(({ source }) => /<(?:Batch)?PlanDialog\b/.test(source)).map(({ file }) => file)
    expect(rendering.toSorted()).toEqual(ACTS)
    const calls = new RegExp(`api\\.(?:call|follow)\\((?:${Object.keys(PREVIEWS).filter(isPreview).join('|')})\\b`)
    const asking = app.filter(({ source }) => calls.test(source) && !source.includes('usePlan({'))
    expect(asking.map(({ file }) => file).toSorted()).toEqual(Object.keys(OTHER_PREVIEWS))
  })

  test('each dialog is listed, and exists', () => {
    const listed = [...ACT_DIALOGS, ...ACTS, ...OTHER_DIALOGS]
    const files = house.map(({ file }) => file)
    expect(dialogs.filter((file) => !listed.includes(file))).toEqual([])
    expect(listed.filter((file) => !files.includes(file))).toEqual([])
  })
})

describe('each write of the app goes one way', () => {
  const keyed = new Set(operations.filter(({ endpoint }) => isKeyed(endpoint)).map(({ name }) => name))
  const writers = house
    .map(({ file, imports, calls }) => ({ file, imports, writes: calls.filter(({ name }) => keyed.has(name)) }))
    .filter(({ file, writes }) => writes.length > 0 && !WAYS_TO_WRITE.includes(file))
  const listed = Object.keys(OTHER_WRITES)
  const own = writers.filter(
    ({ imports, writes }) =>
      !imports.some(({ file }) => WAYS_TO_WRITE.includes(file)) || writes.some(({ handlesFailure }) => handlesFailure),
  )

  test('by `useWrite`, or a hook on top of it, unless the file is listed with the reason', () => {
    const found = own.filter(({ file }) => !listed.some((other) => file.startsWith(other)))
    expect(found.map(({ file, writes }) => `${file}: ${writes.map(({ name }) => name)}`)).toEqual([])
  })

  test('each file or folder of that list still writes in a way of its own', () => {
    expect(listed.filter((other) => !own.some(({ file }) => file.startsWith(other)))).toEqual([])
  })

  test('a planted write that says by itself what failed is noticed', () => {
    const source = `
      await write({ send: () => api.call(editUser) })
      try { await api.follow(deleteUser, link) } catch { setProblem('mislukt') }
      api.call(addUser).catch(() => undefined)
      api.call(sendMessage).then(show, fail)
      try { await api.call(createModule) } catch (error) { throw new Error('no', { cause: error }) }`
    const { program } = parseSync('planted.tsx', source)
    const handled = findCalls(program, () => 1).filter(({ handlesFailure }) => handlesFailure)
    expect(handled.map(({ name }) => name)).toEqual(['deleteUser', 'addUser', 'sendMessage'])
  })
})
