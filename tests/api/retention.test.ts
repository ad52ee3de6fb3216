import { beforeEach, expect, test } from 'vitest'
import { forgetRecords, type KeepYears, sweepRecords } from '#api-server/retention.ts'
import { settleRecords } from '#database/queries/settle-records.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { startTestApi } from '#tests/support/api/test-api.ts'
import { addYear, MORNING } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'

/** Years to keep each kind of data: practically for ever, unless a test sets another number. */
const FOR_EVER: KeepYears = { results: 100, presence: 100, messages: 100, waiting: 100, imports: 100 }

describeOnEachDatabase('what is kept for some school years', (open) => {
  const { database, school, set, add } = openStage(open, { server: 'none' })
  let sam: number
  beforeEach(async () => {
    sam = school.users.sam
  })

  const at = new Date(MORNING).toISOString()
  /** Enrolls at `open`, which is on 20 March 2026, unless another moment is given. */
  const enroll = async (testmoment_id = school.moments.open) => {
    const row = { user_id: sam, testmoment_id, module_id: school.modules.ALG, created_at: at }
    return (await database.kysely.insertInto('enrollment').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  const grade = async (enrollment_id: number) => {
    const of = { enrollment_id, user_id: sam }
    const value = { outcome: 'passed' as const, grade: 70 }
    await database.kysely
      .insertInto('result')
      .values({ ...of, ...value, edited_at: at, published_outcome: 'passed', published_grade: 70, published_at: at })
      .execute()
    await database.kysely
      .insertInto('result_publication')
      .values({ ...of, ...value, ended_testmoment_ids: '[]', at })
      .execute()
    await database.transaction((trx) => settleRecords(trx, [enrollment_id]))
  }
  const tick = async (enrollment_id: number) => {
    const testmoment_id = school.moments.open
    const [{ id: link_id }] = (await database.kysely
      .insertInto('invigilator_link')
      .values({ testmoment_id, nonce: 'nonce', created_at: at })
      .returning('id')
      .execute()) as [{ id: number }]
    const [{ id: device_id }] = (await database.kysely
      .insertInto('invigilator_device')
      .values({ link_id, token_hash: `hash-${link_id}`, name: 'Ida', device: 'Tablet', created_at: at })
      .returning('id')
      .execute()) as [{ id: number }]
    const of = { enrollment_id, user_id: sam, status: 'present' as const, at }
    await database.kysely.insertInto('presence').values(of).execute()
    await database.kysely
      .insertInto('presence_tick')
      .values({ ...of, key: `tick-${enrollment_id}`, received_at: at, device_id })
      .execute()
    await database.kysely
      .insertInto('walk_in')
      .values({ key: `${link_id}`, testmoment_id, name: 'Bo', at, device_id })
      .execute()
    await database.transaction((trx) => settleRecords(trx, [enrollment_id]))
  }
  /** Sam has a chair at each of these moments. */
  const sitAt = async (...testmomentIds: number[]) => {
    const room_id = await add.room({ name: 'Aula' })
    for (const testmoment_id of testmomentIds) {
      await database.kysely
        .insertInto('testmoment_room')
        .values({ testmoment_id, room_id, position: 0, seats: 1 })
        .execute()
      await database.kysely
        .insertInto('chair')
        .values({ testmoment_id, user_id: sam, room_id, seat_number: 1 })
        .execute()
    }
  }
  const left = async (...tables: (typeof RECORDS)[number][]) => {
    const counts = tables.map((table) =>
      database.kysely
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow(),
    )
    return (await Promise.all(counts)).map(({ rows }) => rows)
  }
  const forget = (keep: Partial<KeepYears>, instant: string) =>
    forgetRecords(database, { ...FOR_EVER, ...keep }, Date.parse(instant))
  const hasRecord = async () => {
    const rows = await database.kysely.selectFrom('enrollment').select('has_record').orderBy('id').execute()
    return rows.map(({ has_record }) => Boolean(has_record))
  }
  /** The last instant of the school year after that of 20 March 2026, and the first one after it: midnight in Amsterdam. */
  const [LAST, OVER] = ['2027-07-31T21:59:59.999Z', '2027-07-31T22:00:00.000Z']

  test('results go when the school year after their test is over, not what they completed; then the moment may go', async () => {
    const completed = { user_id: sam, module_id: school.modules.ALG, created_at: at, by_result: true }
    await database.kysely.insertInto('completed_module').values(completed).execute()
    await grade(await enroll())
    await forget({ results: 2 }, LAST)
    expect([await left('result', 'result_publication'), await hasRecord()]).toEqual([[1, 1], [true]])
    await forget({ results: 3 }, OVER)
    expect(await left('result', 'result_publication')).toEqual([1, 1])
    await forget({ results: 2 }, OVER)
    expect([await left('result', 'result_publication'), await hasRecord()]).toEqual([[0, 0], [false]])

    const api = await startTestApi(database)
    const { token } = await api.logIn('sam@school.test')
    const body = { entities: [{ id: school.modules.ALG }] }
    const taken = await api.ask(`PATCH /user/${sam}/modules-uncompleted`, { token, body })
    expect(taken).toMatchObject({ status: 422, body: { reason: 'completion-by-result' } })
    const teacher = await api.logIn('teacher@school.test')
    const { id } = await database.kysely
      .selectFrom('schoolyear')
      .select('id')
      .where('active', '=', true)
      .executeTakeFirstOrThrow()
    const path = `/schoolyear/${id}/testmoment/${school.moments.open}`
    expect(await api.ask(`DELETE ${path}`, { token: teacher.token })).toMatchObject({
      body: { reason: 'confirmation-needed' },
    })
  })

  test('presence goes with its ticks, names at the door and devices; a result of the same test stays, and holds it', async () => {
    const id = await enroll()
    await tick(id)
    await grade(id)
    await enroll(school.moments.other)
    await sitAt(school.moments.open, school.moments.other)
    const [presence, others] = [
      ['presence', 'presence_tick', 'walk_in', 'invigilator_link', 'invigilator_device'],
      ['result', 'chair'],
    ] as const
    await forget({ presence: 2 }, LAST)
    expect(await left(...presence, ...others)).toEqual([1, 1, 1, 1, 1, 1, 2])
    await set.moment('other', { date: '2026-09-01' })
    expect(await forget({ presence: 2 }, OVER), 'there may be chairs of more moments').toBe(true)
    expect([await left(...presence, ...others), (await hasRecord())[0]]).toEqual([[0, 0, 0, 0, 0, 1, 1], true])
    expect(await forget({ presence: 2 }, OVER)).toBe(false)
  })

  test('messages, and what became of waiting, go by the day on which they were made', async () => {
    const message = { key: 'k', kind: 'message' as const, fingerprint: 'f', audience: '{}', audience_label: 'Allen' }
    const words = { subject: 'Zaal', text: 'Kom op tijd.', created_at: at }
    await database.kysely
      .insertInto('message')
      .values({ ...message, ...words })
      .execute()
    const outcome = { outcome: 'removed' as const, user_id: sam, module_id: school.modules.ALG, created_at: at }
    const moment = { date: '2026-03-20', duration: 'day' as const, location: '' }
    await database.kysely
      .insertInto('waiting_outcome')
      .values({ ...outcome, ...moment })
      .execute()
    const tables = ['message', 'waiting_outcome'] as const
    await forget({ messages: 2, waiting: 2 }, LAST)
    expect(await left(...tables)).toEqual([1, 1])
    await forget({ messages: 2 }, OVER)
    expect(await left(...tables)).toEqual([0, 1])
    await forget({ waiting: 2 }, OVER)
    expect(await left(...tables)).toEqual([0, 0])
  })

  test('values that a list replaced are deleted by the day of the import; the import itself stays', async () => {
    const { id: import_id } = await database.kysely
      .insertInto('import')
      .values({ kind: 'students', at })
      .returning('id')
      .executeTakeFirstOrThrow()
    const [before, after] = ['{"first_name":"Sem"}', '{"first_name":"Sam"}']
    const line = { import_id, line: 2, outcome: 'changed' as const, user_id: sam, before, after }
    await database.kysely.insertInto('import_line').values(line).execute()
    const kept = () =>
      database.kysely.selectFrom('import_line').select(['before', 'after']).where('user_id', '=', sam).execute()
    await forget({ imports: 2 }, LAST)
    expect(await kept()).toEqual([{ before, after }])
    await forget({ imports: 2 }, OVER)
    expect(await kept()).toEqual([{ before: null, after: '{}' }])
  })

  test('goes in lots, however much there is, and of nothing younger', async () => {
    const schoolyear_id = await addYear(database, '2020-2021', false)
    for (let count = 0; count < 130; count++) {
      const moment = await add.moment({ schoolyear_id, date: '2021-07-31' })
      await grade(await enroll(moment))
    }
    await grade(await enroll())
    const now = Date.parse('2022-08-01T00:00:00.000Z')
    const keep = { ...FOR_EVER, results: 2 }
    expect(await forgetRecords(database, keep, now)).toBe(true)
    expect(await left('result')).toEqual([31])
    const pauses = { first: 0, between: 0, after: 3_600_000 }
    const sweeping = sweepRecords({ database, keep, clock: () => now, log: { warn: () => undefined }, pauses })
    await eventually(async () => expect(await left('result', 'result_publication')).toEqual([1, 1]))
    await sweeping.stop()
    expect((await hasRecord()).filter((has) => has)).toHaveLength(1)
  })
})

const RECORDS = [
  ...(['result', 'result_publication', 'presence', 'presence_tick', 'walk_in'] as const),
  ...(['invigilator_link', 'invigilator_device', 'message', 'waiting_outcome', 'chair'] as const),
] as const
