import { beforeEach, expect, test } from 'vitest'
import { getResultStatistics } from '#contract/statistics.calls.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { statementsOf } from '#tests/support/growth/statements-of.ts'
import { openSpreadsheet } from '#tests/support/spreadsheet.ts'
import { downloadFile, enrollAgain, enrollPeople, note } from './support/attendance.ts'

const publishedNow = { grade: null, published_grade: null, published_at: '2026-03-09T09:00:00.000Z' }
const passed = { ...publishedNow, outcome: 'passed', published_outcome: 'passed' } as const
const failed = { ...publishedNow, outcome: 'failed', published_outcome: 'failed' } as const

describeOnEachDatabase('the figures of a year’s results', (open) => {
  const { database, school, api, as, ask } = openStage(open, { as: 'teacher' })
  let year: number
  beforeEach(async () => {
    const row = database.kysely.selectFrom('testmoment').select('schoolyear_id').where('id', '=', school.moments.open)
    year = (await row.executeTakeFirstOrThrow()).schoolyear_id
  })

  const read = async () => {
    const { status, body } = await ask(`GET /schoolyear/${year}/result-statistics`)
    expect(status).toBe(200)
    return getResultStatistics.reply.parse(body)
  }

  /** Gives this many students a result; the first of them pass, the others fail. */
  const grade = async (
    moment: 'open' | 'other' | 'lastYear',
    module: 'ALG' | 'GON',
    { students, passing }: { students: number; passing: number },
  ) => {
    const people = Array.from({ length: students }, (_, at) => ({ first_name: 'Sam', last_name: `P${at}`, module }))
    const usernames = await enrollPeople(school, school.moments[moment], people)
    for (const [at, username] of usernames.entries()) await note(school, username, at < passing ? passed : failed)
    return usernames
  }
  const setUp = async () => {
    await grade('open', 'ALG', { students: 6, passing: 4 })
    const few = await grade('open', 'GON', { students: 4, passing: 1 })
    await grade('other', 'ALG', { students: 5, passing: 5 })
    await grade('lastYear', 'ALG', { students: 9, passing: 9 })
    return few
  }
  const figures = async () => {
    const { modules, testmoments } = await read()
    const names = new Map([
      [school.moments.open, 'open'],
      [school.moments.other, 'other'],
    ])
    return {
      modules: modules.map(({ name, passes }) => [name, passes]),
      testmoments: testmoments.map(({ testmoment, passes, presence }) => [names.get(testmoment.id), passes, presence]),
    }
  }

  test('show how many passed by module and by moment, of that year alone, without any group of fewer than five', async () => {
    await setUp()
    expect(await figures()).toEqual({
      modules: [
        ['ALG', { counted: 11, passed: 9 }],
        ['GON', null],
      ],
      testmoments: [
        ['open', { counted: 6, passed: 4 }, null],
        ['other', { counted: 5, passed: 5 }, null],
      ],
    })
  })

  test('are the same whatever so small a group got: no total reveals it', async () => {
    const few = await setUp()
    const before = await read()
    const { id } = await database.kysely
      .selectFrom('user')
      .select('id')
      .where('username', '=', few[3] ?? '')
      .executeTakeFirstOrThrow()
    await database.kysely.updateTable('result').set({ published_outcome: 'passed' }).where('user_id', '=', id).execute()
    expect(await read()).toEqual(before)
    await database.kysely.deleteFrom('result').where('user_id', '=', id).execute()
    expect(await read()).toEqual(before)
  })

  test('tell who passed by department and class group, of what counts in a module, and none that gives a smaller one away', async () => {
    const place = async (usernames: readonly string[], class_group: string) =>
      database.kysely.updateTable('user').set({ class_group }).where('username', 'in', usernames).execute()
    const gradeAgain = async (username: string) => {
      await enrollAgain(school, username, 'STA')
      const enrolled = database.kysely
        .selectFrom('enrollment')
        .innerJoin('user', 'user.id', 'enrollment.user_id')
        .select(['enrollment.id as enrollment_id', 'user_id'])
        .where('username', '=', username)
        .where('module_id', '=', school.modules.STA)
      const result = { ...(await enrolled.executeTakeFirstOrThrow()), edited_at: passed.published_at, ...passed }
      await database.kysely.insertInto('result').values(result).execute()
    }
    const first = await grade('open', 'ALG', { students: 8, passing: 4 })
    await place(first.slice(0, 6), 'WIS1A')
    await place(first.slice(6), 'WIS1B')
    // Too few together to count anywhere.
    await place(await grade('open', 'GON', { students: 4, passing: 1 }), 'WIS1A')
    await place(await grade('other', 'ALG', { students: 7, passing: 7 }), 'WIS10')
    // A student with two results counts once.
    for (const username of first.slice(0, 5)) await gradeAgain(username)
    const departments = async () => (await read()).departments
    const techniek = { id: school.departmentId, name: 'Techniek' }
    const counted = { counted: 20, passed: 16 }
    const large = { name: 'WIS10', students: 7, passes: { counted: 7, passed: 7 } }
    const small = { name: 'WIS1B', students: 2, passes: null }
    const classGroups = [{ name: 'WIS1A', students: 6, passes: null }, small, large]
    expect(await departments()).toEqual([
      { department: techniek, students: 15, passes: counted, class_groups: classGroups },
    ])
    await place(first, 'WIS1A')
    const whole = { name: 'WIS1A', students: 8, passes: { counted: 13, passed: 9 } }
    expect(await departments()).toMatchObject([{ class_groups: [whole, large] }])
    const { further } = await openSpreadsheet(
      (await downloadFile(api, `/schoolyear/${year}/result-statistics/export`, as.teacher)).file,
    )
    expect(further[1]?.data).toEqual([
      ['Studierichting', 'Klas', 'Studenten', 'Uitslagen', 'Geslaagd', 'Geslaagd (%)'],
      ...[
        ['Techniek', null, 15, 20, 16, 0.8],
        ['Techniek', 'WIS1A', 8, 13, 9, 9 / 13],
        ['Techniek', 'WIS10', 7, 7, 7, 1],
      ],
    ])
    await database.kysely.updateTable('user').set({ class_group: null }).execute()
    expect(await departments()).toMatchObject([{ passes: counted, class_groups: [] }])
  })

  test('are of what was published: what is only typed counts nowhere', async () => {
    const people = Array.from({ length: 5 }, (_, at) => ({ first_name: 'Sam', last_name: `P${at}` }))
    const usernames = await enrollPeople(school, school.moments.open, people)
    for (const username of usernames) await note(school, username, { outcome: 'passed', grade: null })
    const { modules, testmoments } = await read()
    expect(modules).toEqual([])
    expect(testmoments).toEqual([
      expect.objectContaining({ enrollments: 5, graded: false, passes: null, ticked: false, presence: null }),
    ])
    await database.kysely
      .updateTable('result')
      .set({ published_outcome: 'failed', published_at: publishedNow.published_at })
      .execute()
    expect((await figures()).modules).toEqual([['ALG', { counted: 5, passed: 0 }]])
  })

  test('show how many of those ticked came; a student at one of two tests was there', async () => {
    const people = Array.from({ length: 7 }, (_, at) => ({ first_name: 'Sam', last_name: `P${at}` }))
    const usernames = await enrollPeople(school, school.moments.open, people)
    for (const username of usernames.slice(0, 4)) await note(school, username, null, 'late')
    expect((await read()).testmoments).toMatchObject([{ enrollments: 7, ticked: true, presence: null }])
    for (const username of usernames.slice(4, 6)) await note(school, username, null, 'absent')
    await enrollAgain(school, usernames[5], 'GON')
    const { id: enrollment_id, user_id } = await database.kysely
      .selectFrom('enrollment')
      .select(['id', 'user_id'])
      .where('module_id', '=', school.modules.GON)
      .executeTakeFirstOrThrow()
    const tick = { enrollment_id, user_id, status: 'present', at: publishedNow.published_at } as const
    await database.kysely.insertInto('presence').values(tick).execute()
    expect((await read()).testmoments).toMatchObject([{ enrollments: 7, presence: { ticked: 6, present: 5 } }])
  })

  test('are taken along as a spreadsheet that says too few in words, which is recorded', async () => {
    await setUp()
    await database.kysely.deleteFrom('audit').execute()
    const { headers, file } = await downloadFile(api, `/schoolyear/${year}/result-statistics/export`, as.teacher)
    expect(headers['content-disposition']).toMatch(/^attachment; filename="uitslagen-.+\.xlsx"/)
    const { rows, further } = await openSpreadsheet(file)
    expect(rows).toEqual([
      ['Module', 'Uitslagen', 'Geslaagd', 'Geslaagd (%)'],
      ['ALG', 11, 9, 9 / 11],
      ['GON', 'minder dan 5', 'minder dan 5', null],
    ])
    expect(further[0]?.data[1]).toEqual(['vr 20 mrt 2026', null, null, 6, 4, 4 / 6, null, 10, null, null, null])
    expect(
      await database.kysely
        .selectFrom('audit')
        .select(['action', 'resource', 'resource_id'])
        .where('action', '!=', 'logged-in')
        .execute(),
    ).toEqual([{ action: 'exported', resource: 'schoolyear', resource_id: year }])
  })

  test('take a handful of questions, and come again as 304', async () => {
    await setUp()
    const { headers } = await ask(`GET /schoolyear/${year}/result-statistics`)
    const asked = await statementsOf(async () => {
      const again = await as.teacher(`GET /schoolyear/${year}/result-statistics`, undefined, {
        'if-none-match': String(headers.etag),
      })
      expect(again.status).toBe(304)
    })
    expect(asked.length).toBeGreaterThan(3)
    expect(asked.length).toBeLessThanOrEqual(7)
  })
})
