import { expect, test } from 'vitest'
import { createEnrollment, deleteEnrollment } from '#contract/enrollments.calls.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Token } from '#tests/support/api/test-api.ts'
import type { Moment, User } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('DELETE /enrollment/:id', (open) => {
  const { database, school, api, as, ask, place } = openStage(open, { as: 'sam' })

  const hold = async (moment: Moment, user: User = 'sam') => {
    const row = {
      user_id: school.users[user],
      testmoment_id: school.moments[moment],
      module_id: school.modules.ALG,
      created_at: '2026-02-01T09:00:00.000Z',
    }
    return (await database.kysely.insertInto('enrollment').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  const leave = (id: number, by: Token = as.sam) => api.ask(`DELETE /enrollment/${id}`, { token: by })
  const held = async () =>
    (await database.kysely.selectFrom('enrollment').select('id').orderBy('id').execute()).map(({ id }) => id)

  test('ends the enrollment and answers what it was', async () => {
    const id = await hold('open')
    const { status, body } = await leave(id)
    expect(status).toBe(200)
    expect(deleteEnrollment.reply.parse(body).entity).toEqual({
      id,
      user_id: school.users.sam,
      testmoment_id: school.moments.open,
      module_id: school.modules.ALG,
      module_name: 'ALG',
      created_at: '2026-02-01T09:00:00.000Z',
      _links: {},
    })
    expect(await held()).toEqual([])
  })

  test('what is gone is not found', async () => {
    const id = await hold('open')
    await leave(id)
    expect(await leave(id)).toMatchObject({ status: 404, body: { reason: 'not-found' } })
  })

  test('somebody else’s enrollment is as little found as one that nobody has, and stays', async () => {
    const id = await hold('open', 'noor')
    const theirs = await leave(id)
    const nobodys = await leave(2_147_483_647)
    expect(theirs).toMatchObject({ status: 404, body: { reason: 'not-found' } })
    expect(nobodys.body).toEqual(theirs.body)
    expect(await held()).toEqual([id])
  })

  test.for<[reason: string, Moment]>([
    ['enrollments-closed', 'closed'],
    ['testmoment-past', 'past'],
  ])('%s', async ([reason, moment]) => {
    const id = await hold(moment)
    expect(await leave(id)).toMatchObject({ status: 422, body: { reason } })
    expect(await held()).toEqual([id])
  })

  test('an administrator ends a student’s enrollment also when closed, but not history', async () => {
    const teacher = await api.logIn('teacher@school.test')
    expect(await leave(await hold('closed'), teacher.token)).toMatchObject({ status: 200 })
    expect(await leave(await hold('past'), teacher.token)).toMatchObject({
      status: 422,
      body: { reason: 'testmoment-past' },
    })
  })

  test('a student at the limit can leave, and then take another module', async () => {
    const enroll = async (module: 'ALG' | 'GON') => ask('POST /enrollment', place('sam', 'single', module))
    const { entity } = createEnrollment.reply.parse((await enroll('ALG')).body)
    expect((await enroll('GON')).status).toBe(422)
    expect((await leave(entity.id)).status).toBe(200)
    expect((await enroll('GON')).status).toBe(201)
  })

  test('the same leave sent twice at once is done once', { tags: 'race' }, async () => {
    const id = await hold('open')
    const answers = await Promise.all([leave(id), leave(id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
  })
})
