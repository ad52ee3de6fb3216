import { beforeEach, expect, test } from 'vitest'
import { exportedGradebook } from '#api-server/acts/exports/gradebook.routes.ts'
import { readGradebook } from '#contract/gradebook.calls.ts'
import { gradebookColumns } from '#domain/results/gradebook.rules.ts'
import type { ResultValue } from '#domain/results/result.schema.ts'
import { resultCellLabel } from '#domain/results/result.texts.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Module, Moment } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { statementsOf } from '#tests/support/growth/statements-of.ts'
import { openSpreadsheet } from '#tests/support/spreadsheet.ts'
import { downloadFile } from './support/attendance.ts'

const PASSED: ResultValue = { outcome: 'passed', grade: null }
const FAILED: ResultValue = { outcome: 'failed', grade: null }
const graded = (grade: number): ResultValue => ({ outcome: grade >= 55 ? 'passed' : 'failed', grade })

describeOnEachDatabase('the results of a school year as one sheet', (open) => {
  const { database, school, api, as, complete, set, add, enroll } = openStage(open, { loggedIn: ['teacher'] })
  let year: number
  let lastYear: number
  /** department of the students under test; those of every test school are in another */
  let technique: number
  beforeEach(async () => {
    const { kysely } = database
    const yearOf = (moment: number) =>
      kysely.selectFrom('testmoment').select('schoolyear_id').where('id', '=', moment).executeTakeFirstOrThrow()
    year = (await yearOf(school.moments.open)).schoolyear_id
    lastYear = (await yearOf(school.moments.lastYear)).schoolyear_id
    technique = await add.department(['ALG', 'GON'])
  })

  const join = (name: string, more: { education_department_id?: number | null; roles?: string } = {}) => {
    const [first_name = '', ...rest] = name.split(' ')
    const person = { first_name, last_name: rest.join(' '), education_department_id: technique, ...more }
    return add.user({ username: `${name.replaceAll(' ', '.').toLowerCase()}@school.test`, ...person })
  }
  interface Told {
    /** value typed last, if it differs from the published one */
    draft?: ResultValue | null
    published: ResultValue | null
  }
  const grade = async (user_id: number, moment: Moment, module: Module, { published, draft = published }: Told) => {
    const enrollment_id = await enroll(user_id, moment, module)
    const at = '2026-03-09T09:00:00.000Z'
    const said = { published_outcome: published?.outcome ?? null, published_grade: published?.grade ?? null }
    const typed = { outcome: draft?.outcome ?? null, grade: draft?.grade ?? null }
    const row = { enrollment_id, user_id, edited_at: at, ...typed, ...said, published_at: published && at }
    await database.kysely.insertInto('result').values(row).execute()
    return enrollment_id
  }

  const read = async (query = `department=${technique}`, { of = year, paging = 20 } = {}) => {
    const { status, body } = await as.teacher(`GET /schoolyear/${of}/gradebook/${paging}?${query}`)
    expect(status).toBe(200)
    return readGradebook.reply.parse(body)
  }
  const momentNames = () =>
    new Map<number | null, string>(Object.entries(school.moments).map(([name, id]) => [id, name]))
  /** The cells in words: 'ALG 7,5 open 2× gehaald'. */
  const cells = async (query?: string, options?: Parameters<typeof read>[1]) => {
    const { entities } = await read(query, options)
    const moduleNames = new Map(Object.entries(school.modules).map(([name, id]) => [id, name]))
    const moments = momentNames()
    return Object.fromEntries(
      entities.map((row) => [
        row.first_name,
        row.cells.map(({ module_id, best, testmoment_id, tries, completed }) =>
          [
            moduleNames.get(module_id),
            best && [resultCellLabel(best), moments.get(testmoment_id), `${tries}×`].join(' '),
            completed && 'gehaald',
          ]
            .filter(Boolean)
            .join(' '),
        ),
      ]),
    )
  }
  const names = async (query?: string, options?: Parameters<typeof read>[1]) =>
    (await read(query, options)).entities.map(({ first_name }) => first_name)

  test('a cell has the best of what was published that year, and at how many moments', async () => {
    const anna = await join('Anna Berg')
    await grade(anna, 'past', 'ALG', { published: graded(45) })
    await grade(anna, 'open', 'ALG', { published: graded(75) })
    await grade(anna, 'other', 'ALG', { published: graded(60) })
    await grade(anna, 'lastYear', 'ALG', { published: graded(100) })
    await complete(anna, 'ALG')
    // Typed and not known to her yet; and typed again since she knew.
    await grade(anna, 'open', 'GON', { published: null, draft: graded(90) })
    await grade(anna, 'open', 'STA', { published: graded(40), draft: graded(80) })
    const bo = await join('Bo Cremers')
    // A pass without a grade counts below one with; a fail of 5,4 below both.
    await grade(bo, 'past', 'ALG', { published: PASSED })
    await grade(bo, 'open', 'ALG', { published: graded(55) })
    await grade(bo, 'other', 'ALG', { published: graded(54) })
    await grade(bo, 'past', 'GON', { published: FAILED })
    // If two results are equal, the later one counts.
    await grade(bo, 'other', 'STA', { published: PASSED })
    await grade(bo, 'past', 'STA', { published: PASSED })
    expect(await cells()).toEqual({
      Anna: ['ALG 7,5 open 3× gehaald', 'STA 4,0 open 1×'],
      Bo: ['ALG 5,5 open 3×', 'GON O past 1×', 'STA V other 2×'],
    })
    expect(await cells(undefined, { of: lastYear })).toEqual({ Anna: ['ALG 10,0 lastYear 1× gehaald'] })
  })

  test('a correction is no other try, what was withdrawn is none, and only a completion says what is completed', async () => {
    const anna = await join('Anna Berg')
    const corrected = await grade(anna, 'past', 'ALG', { published: graded(50) })
    for (const is_correction of [false, true])
      await database.kysely
        .insertInto('result_publication')
        .values({
          enrollment_id: corrected,
          user_id: anna,
          outcome: is_correction ? 'failed' : 'passed',
          grade: is_correction ? 50 : 60,
          is_correction,
          ended_testmoment_ids: '[]',
          at: '2026-03-09T09:00:00.000Z',
        })
        .execute()
    const withdrawn = await grade(anna, 'past', 'GON', { published: null })
    await database.kysely
      .updateTable('result')
      .set({ published_at: '2026-03-09T09:00:00.000Z' })
      .where('enrollment_id', '=', withdrawn)
      .execute()
    // Passed, and taken back by a teacher; failed, and ticked by the student; neither, and ticked.
    await grade(anna, 'open', 'STA', { published: graded(80) })
    await complete(anna, 'ALG')
    await complete(anna, 'OLD')
    expect(await cells()).toEqual({ Anna: ['ALG 5,0 past 1× gehaald', 'STA 8,0 open 1×', 'OLD gehaald'] })
  })

  test('the rows are the students of the active year, and of another year who were enrolled in it', async () => {
    await enroll(await join('Anna Berg'), 'lastYear', 'ALG')
    await join('Bo Cremers')
    // An enrollment that ended leaves nothing.
    const left = await join('Cas Dekker')
    const ended = await enroll(left, 'lastYear')
    await database.kysely.deleteFrom('enrollment').where('id', '=', ended).execute()
    const gone = await join('Dani Evers')
    await grade(gone, 'open', 'ALG', { published: PASSED })
    await database.kysely.deleteFrom('user').where('id', '=', gone).execute()
    // Teachers by now: with a result of the year, and without.
    await grade(await join('Eva Faber', { roles: 'ROLE_ADMIN' }), 'open', 'ALG', { published: PASSED })
    await join('Finn Gerritsen', { roles: 'ROLE_ADMIN' })
    expect(await names()).toEqual(['Anna', 'Bo', 'Cas', 'Eva'])
    expect(await names(undefined, { of: lastYear })).toEqual(['Anna'])
    expect((await read('count=true')).count).toBe(8)
    expect((await read('count=true', { of: lastYear })).count).toBe(1)
    expect(await as.teacher('GET /schoolyear/2147483647/gradebook/20')).toMatchObject({ status: 404 })
  })

  test('the columns are the modules in use, of a department its own, and those with a result of one of its students', async () => {
    const columns = async (query: string, of = year) => {
      const { modules, entities } = await read(query, { of })
      return gradebookColumns(modules, entities).map(({ name }) => name)
    }
    expect(await columns('')).toEqual(['ALG', 'ELSEWHERE', 'GON', 'STA'])
    expect(await columns(`department=${technique}`)).toEqual(['ALG', 'GON'])
    // A student of another department, with a result in an inactive and archived module.
    const anna = await join('Anna Berg')
    await grade(anna, 'open', 'OLD', { published: PASSED })
    await grade(anna, 'open', 'STA', { published: null, draft: PASSED })
    const other = await add.department(['OLD'])
    await database.kysely.updateTable('education_department').set({ archived: true }).where('id', '=', other).execute()
    const bo = await join('Bo Cremers', { education_department_id: other })
    await grade(bo, 'open', 'ELSEWHERE', { published: PASSED })
    await set.module('OLD', { archived: true })
    expect(await columns('')).toEqual(['ALG', 'ELSEWHERE', 'GON', 'STA', 'OLD'])
    expect(await columns(`department=${technique}`)).toEqual(['ALG', 'GON', 'OLD'])
    expect(await columns(`department=${other}`)).toEqual(['ELSEWHERE'])
    expect(await columns(`department=${technique}`, lastYear)).toEqual(['ALG', 'GON'])
    expect(await columns(`department=${other}&uncompleted=${school.modules.GON}`)).toEqual(['GON'])
    expect(await cells(`department=${other}`)).toEqual({ Bo: ['ELSEWHERE V open 1×'] })
  })

  test('the filter on uncompleted modules finds students who should have completed one, whatever their results', async () => {
    const anna = await join('Anna Berg')
    await grade(anna, 'past', 'ALG', { published: graded(80) })
    await complete(anna, 'ALG')
    await complete(anna, 'GON')
    const bo = await join('Bo Cremers')
    await grade(bo, 'past', 'ALG', { published: graded(80) })
    const cas = await join('Cas Dekker', { education_department_id: null })
    await enroll(cas, 'open')
    const dani = await join('Dani Evers')
    await complete(dani, 'ALG')
    const eva = await join('Eva Faber', { education_department_id: null })
    await enroll(eva, 'lastYear')
    const { ALG, GON, ELSEWHERE } = school.modules
    const found = async (query: string) => (await names(query)).filter((name) => name !== 'Sam')
    expect(await found(`uncompleted=${ALG}`)).toEqual(['Bo', 'Cas'])
    expect(await found(`uncompleted=${GON}`)).toEqual(['Bo', 'Dani'])
    expect(await found(`uncompleted=${ELSEWHERE}`)).toEqual([])
    expect(await found('uncompleted=any')).toEqual(['Bo', 'Cas', 'Dani'])
    expect((await read(`uncompleted=any&department=${technique}&count=true`)).count).toBe(2)
    // Out of use: nobody has to, unless it is asked for by name.
    const { kysely } = database
    await kysely.updateTable('module').set({ active: false }).where('id', '=', GON).execute()
    expect(await found(`uncompleted=any&department=${technique}`)).toEqual(['Bo'])
    expect(await found(`uncompleted=${GON}`)).toEqual(['Bo', 'Dani'])
  })

  test('is paged in the order of a register, and the next page keeps the filter', async () => {
    const people = ['Zoë van den Berg', 'Anna Bakker', 'Bo Özil', 'Cas Ozan', 'Dani Berg', 'Eva Zwart']
    for (const person of people) await join(person)
    const paged = async (path: string): Promise<string[]> => {
      const { body } = await as.teacher(`GET ${path.replace('/api/v1', '')}`)
      const { entities, _links } = readGradebook.reply.parse(body)
      return [...entities.map(({ first_name }) => first_name), ...(_links.next ? await paged(_links.next.href) : [])]
    }
    const all = ['Anna', 'Dani', 'Zoë', 'Cas', 'Bo', 'Eva']
    expect(await names()).toEqual(all)
    for (const size of [1, 2, 3, 6])
      expect(await paged(`/schoolyear/${year}/gradebook/${size}?department=${technique}`)).toEqual(all)
    await database.kysely
      .updateTable('user')
      .set({ student_number: '2104567', search_text: 'anna bakker anna.bakker@school.test 2104567' })
      .where('first_name', '=', 'Anna')
      .execute()
    expect(await names('search=2104567')).toEqual(['Anna'])
    expect(await names(`search=ozil&department=${technique}`)).toEqual(['Bo'])
    await database.kysely
      .updateTable('user')
      .set({ class_group: '1A' })
      .where('first_name', 'in', ['Cas', 'Bo'])
      .execute()
    expect(await names('class_group=1A')).toEqual(['Cas', 'Bo'])
    expect((await read('class_group=1A')).entities[0]?.class_group).toBe('1A')
    const { _links } = await read('search=berg&department=none')
    expect(_links).toEqual({
      export: { method: 'GET', href: `/api/v1/schoolyear/${year}/gradebook/export?search=berg&department=none` },
    })
    expect(await as.teacher(`GET /schoolyear/${year}/gradebook/20?cursor=niets`)).toMatchObject({ status: 400 })
  })

  test('takes as many questions for a page of many as of few', async () => {
    const asked = async (paging: number) => (await statementsOf(() => read('count=true', { paging }))).length
    for (const person of ['Anna Bakker', 'Bo Özil', 'Cas Ozan'])
      await grade(await join(person), 'open', 'ALG', { published: PASSED })
    const few = await asked(1)
    expect(few).toBeGreaterThan(1)
    expect(await asked(20)).toBe(few)
  })

  test('is taken along with the same filter: results, tries and completions on sheets of their own', async () => {
    const anna = await join('Anna =1+1')
    await set.user(anna, { student_number: '0123456', class_group: '1A' })
    await grade(anna, 'past', 'ALG', { published: graded(45) })
    await grade(anna, 'open', 'ALG', { published: graded(75) })
    await complete(anna, 'ALG')
    await complete(anna, 'GON')
    const bo = await join('Bo Cremers')
    await grade(bo, 'open', 'GON', { published: FAILED })
    await database.kysely.deleteFrom('audit').execute()
    const path = `/schoolyear/${year}/gradebook/export?department=${technique}`
    const { headers, file } = await downloadFile(api, path, as.teacher)
    expect(headers['content-disposition']).toContain('filename="cijferlijst-2025-2026.xlsx"')
    const { name, rows, further } = await openSpreadsheet(file)
    const head = ['Studentnummer', 'Achternaam', 'Voornaam', 'E-mailadres', 'Studierichting', 'Klas', 'ALG', 'GON']
    const first = ['0123456', "'=1+1", 'Anna', 'anna.=1+1@school.test', 'Techniek', '1A']
    const second = [null, 'Cremers', 'Bo', 'bo.cremers@school.test', 'Techniek', null]
    const sheets = [{ sheet: name, data: rows }, ...further]
    expect(sheets.map(({ sheet, data }) => [sheet, data])).toEqual([
      ['Uitslagen', [head, [...first, 7.5, 'gehaald'], [...second, null, 'O']]],
      ['Pogingen', [head, [...first, 2, null], [...second, null, 1]]],
      ['Gehaald', [head, [...first, 'ja', 'ja'], [...second, null, null]]],
    ])
    const line = database.kysely.selectFrom('audit').select(['action', 'resource', 'resource_id', 'about'])
    expect(await line.execute()).toEqual([
      { action: 'results-exported', resource: 'schoolyear', resource_id: year, about: '2 studenten' },
    ])
    // Nobody is a file too.
    const empty = await downloadFile(api, `/schoolyear/${year}/gradebook/export?search=niemand`, as.teacher)
    expect((await openSpreadsheet(empty.file)).rows).toHaveLength(1)
    // Nothing is taken along without its line in the log.
    const failing = { ...database, transaction: () => Promise.reject(new Error('The disk is full.')) }
    const asked = { schoolyearId: year, filter: {}, actorId: school.users.teacher }
    await expect(exportedGradebook(failing, asked, Date.now())).rejects.toThrow('The disk is full.')
  })
})
