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
import { measureFunctions } from '../../scripts/check/house/functions.ts'
import { findLongSentences } from '../../scripts/check/house/long-sentences.ts'
import { readHouse } from '../../scripts/check/house/read-house.ts'
import { findCalls, knowsEndings, OTHER_WRITES, WAYS_TO_WRITE } from '../../scripts/check/house/writes.ts'

const house = readHouse()

/** Screens that students read, and newcomers. */
const STUDENTS_ROOMS = /^src\/(student|onboarding|settings|account)\//

/** Sentences that the specification prescribes to the letter. */
const LONG_SENTENCES: readonly string[] = []

test('no sentence that a student reads has more than fifteen words', () => {
  const found = house
    .filter(({ file }) => STUDENTS_ROOMS.test(file))
    .flatMap(({ file }) => findLongSentences(parseSync(file, readFileSync(file, 'utf8')).program))
  expect(found.toSorted()).toEqual(LONG_SENTENCES)
})

describe('the figures see', () => {
  const parse = (source: string) => parseSync('planted.tsx', source)
  const firstLine = () => 1

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
})

describe('the lists of ways to ask first are true', () => {
  const named = (files: typeof house) => new Set(files.flatMap((chapter) => chapter.exports))
  const inContract = named(house.filter(({ file }) => /^contract\/.*\.calls\.ts$/.test(file)))
  const isPreview = (name: string) => /^preview(?!\w*Schema$)/.test(name) && !PREVIEWS_OF_IMPORTS.test(name)
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
  const keyed = new Set(operations.filter(({ call }) => isKeyed(call)).map(({ name }) => name))
  const writers = house
    .map(({ file, imports, calls }) => ({ file, imports, writes: calls.filter(({ name }) => keyed.has(name)) }))
    .filter(({ file, writes }) => writes.length > 0 && !WAYS_TO_WRITE.includes(file))
  const listed = Object.keys(OTHER_WRITES)
  const own = writers.filter(
    ({ imports, writes }) => !imports.some(knowsEndings) || writes.some(({ handlesFailure }) => handlesFailure),
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
