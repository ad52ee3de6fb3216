// @module-tag pooled
import { expect, test } from 'vitest'
import { carryOutGroupAct, previewGroupAct } from '#contract/enrolled-students.calls.ts'
import type { BatchTest, GroupAct, PlannedPerson } from '#domain/enrollments/group-act.schema.ts'
import { findable } from '#domain/users/search.rules.ts'
import { auditTrail } from '#tests/support/api/audit-trail.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Moment } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('a teacher who enrolls where seats are few', (open) => {
  const { database, school, ask, as, set, place, enroll } = openStage(open, { as: 'teacher' })

  const giveSeats = (moment: Moment, seats: number) => set.moment(moment, { seats })
  const fill = async (moment: Moment) => {
    await giveSeats(moment, 1)
    await enroll('noor', moment)
  }
  const seated = async (moment: Moment) => {
    const rows = await database.kysely
      .selectFrom('enrollment')
      .select('user_id')
      .distinct()
      .where('testmoment_id', '=', school.moments[moment])
      .execute()
    return rows.length
  }
  /** Adds this number of students after those of the school; returns their ids in order. */
  const addStudents = async (count: number): Promise<number[]> => {
    const created_at = '2026-01-01T00:00:00.000Z'
    const users = Array.from({ length: count }, (_, index) => ({
      ...{ roles: 'ROLE_STUDENT', information_checked: true, activated: true, created_at },
      education_department_id: school.departmentId,
      ...findable({ username: `student${index}@school.test`, first_name: 'Sam', last_name: 'Bos' }),
    }))
    const rows = await database.kysely.insertInto('user').values(users).returning('id').execute()
    return rows.map(({ id }) => id).toSorted((one, other) => one - other)
  }
  const preview = async (moment: Moment, act: GroupAct, user_ids: number[]) => {
    const path = `POST /testmoment/${school.moments[moment]}/students/preview`
    const { status, body } = await ask(path, { act, group: { by: 'users', user_ids } })
    expect(status).toBe(200)
    return previewGroupAct.reply.parse(body).people
  }
  const carryOut = async (moment: Moment, act: object, tests: BatchTest[]) => {
    const path = `POST /testmoment/${school.moments[moment]}/students`
    const { body } = await ask(path, { act, tests })
    return carryOutGroupAct.reply.parse(body).tests.map(({ outcome, obstacle }) => obstacle?.refusal ?? outcome)
  }
  const endedWaitsOf = (people: readonly PlannedPerson[]) =>
    people.flatMap(({ tests }) =>
      tests.map(({ outcome, above, obstacle }) => obstacle?.refusal ?? (above ? 'above' : outcome)),
    )

  test('is refused at a full moment, goes above it by asking for that, and the log keeps it', async () => {
    await fill('closed')
    const enroll = (more: object) => ask('POST /enrollment', { ...place('sam', 'closed'), ...more })
    for (const more of [{}, { above_seats: false }])
      expect(await enroll(more)).toMatchObject({ status: 422, body: { reason: 'moment-full' } })
    expect(await enroll({ above_seats: true })).toMatchObject({ status: 201 })
    expect(await seated('closed')).toBe(2)
    const { teacher: by, sam } = school.users
    expect(await auditTrail(database)).toEqual([`user ${by} enrolled-above-seats user ${sam}: `])
  })

  test('above the seats takes a free seat if there is one, and then the log says nothing of it', async () => {
    await giveSeats('open', 1)
    const body = { ...place('sam', 'open'), above_seats: true }
    expect(await ask('POST /enrollment', body)).toMatchObject({ status: 201 })
    const second = { ...place('sam', 'open', 'GON'), above_seats: true }
    expect(await ask('POST /enrollment', second)).toMatchObject({ status: 201 })
    const { teacher: by, sam } = school.users
    expect(await auditTrail(database)).toEqual(Array(2).fill(`user ${by} enrolled user ${sam}: `))
  })

  test('lifts no other rule by it', async () => {
    await fill('listed')
    const body = { ...place('sam', 'listed', 'GON'), above_seats: true }
    const answer = await ask('POST /enrollment', body)
    expect(answer).toMatchObject({ status: 422, body: { reason: 'module-unavailable' } })
  })

  test('moves to a full moment in the same way', async () => {
    await fill('other')
    await enroll('sam', 'open')
    const { id } = await database.kysely
      .selectFrom('enrollment')
      .select('id')
      .where('user_id', '=', school.users.sam)
      .executeTakeFirstOrThrow()
    const move = (more: object) => ask(`POST /enrollment/${id}/move`, { testmoment_id: school.moments.other, ...more })
    expect(await move({})).toMatchObject({ status: 422, body: { reason: 'moment-full', half: 'enrolling' } })
    expect(await move({ above_seats: true })).toMatchObject({ status: 201 })
    expect((await auditTrail(database)).map((line) => line.split(' ')[2])).toEqual([
      'unenrolled',
      'enrolled-above-seats',
    ])
  })

  test('a student who asks for it is refused, and nothing is changed', async () => {
    await fill('open')
    await enroll('sam', 'other', 'GON')
    const { id } = await database.kysely
      .selectFrom('enrollment')
      .select('id')
      .where('user_id', '=', school.users.sam)
      .executeTakeFirstOrThrow()
    const notYours = { status: 403, body: { reason: 'not-yours' } }
    const body = { ...place('sam', 'open'), above_seats: true }
    expect(await as.sam('POST /enrollment', body)).toMatchObject(notYours)
    const to = { testmoment_id: school.moments.open, above_seats: true }
    expect(await as.sam(`POST /enrollment/${id}/move`, to)).toMatchObject(notYours)
    expect(await seated('open')).toBe(1)
  })

  test('a list longer than a chunk is promised the seats that there are, in its order, and no more', async () => {
    const ids = (await addStudents(1_050)).toReversed()
    await giveSeats('open', 1_020)
    const act: GroupAct = { kind: 'enroll', module_ids: [school.modules.ALG] }
    const previewed = endedWaitsOf(await preview('open', act, ids))
    expect(previewed.slice(0, 1_020).filter((one) => one !== 'will')).toEqual([])
    expect(previewed.slice(1_020)).toEqual(Array(30).fill('moment-full'))
    const above = endedWaitsOf(await preview('open', { ...act, above_seats: true }, ids))
    expect(above).toEqual(previewed.map((one) => (one === 'will' ? 'will' : 'above')))
  })

  test('many students: those who fit get seats, and only marked ones are enrolled above the seats', async () => {
    const ids = await addStudents(4)
    await giveSeats('open', 2)
    await giveSeats('other', 1)
    const [first, second, third, last] = ids.map((user_id) => ({ user_id, module_id: school.modules.ALG }))
    if (!first || !second || !third || !last) throw new Error('no students')
    const more = { ...third, module_id: school.modules.GON }
    const act: GroupAct = { kind: 'enroll', module_ids: [school.modules.ALG, school.modules.GON] }
    expect(endedWaitsOf(await preview('open', act, ids))).toEqual([
      ...Array(4).fill('will'),
      ...Array(4).fill('moment-full'),
    ])
    expect(endedWaitsOf(await preview('open', { ...act, above_seats: true }, ids))).toEqual([
      ...Array(4).fill('will'),
      ...['above', 'will', 'above', 'will'],
    ])
    const asked = [first, second, { ...third, above_seats: true }, more, last]
    expect(await carryOut('open', { kind: 'enroll' }, asked)).toEqual(['done', 'done', 'done', 'done', 'moment-full'])

    const moving: GroupAct = { kind: 'move', testmoment_id: school.moments.other, module_ids: [school.modules.ALG] }
    const moved = ids.slice(0, 3)
    expect(endedWaitsOf(await preview('open', moving, moved))).toEqual(['will', 'moment-full', 'moment-full'])
    expect(endedWaitsOf(await preview('open', { ...moving, above_seats: true }, moved))).toEqual([
      'will',
      'above',
      'above',
    ])
    const to = { kind: 'move', testmoment_id: school.moments.other }
    const settled = await carryOut('open', to, [first, second, { ...third, above_seats: true }])
    expect(settled).toEqual(['done', 'moment-full', 'done'])
    expect(await seated('other')).toBe(2)
    const trail = await auditTrail(database)
    expect(trail.filter((line) => line.includes('above-seats'))).toHaveLength(2)
  })
})
