import { expect, test } from 'vitest'
import { moveEnrollment, moveRefusalSchema } from '#contract/enrollments.calls.ts'
import { listUserTestmoments } from '#contract/users.calls.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Token } from '#tests/support/api/test-api.ts'
import type { Module, Moment } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('POST /enrollment/:id/move', (open) => {
  const { database, school, api, as, ask, enroll } = openStage(open, { as: 'sam' })

  const move = (id: number, to: Moment, by: Token = as.sam) =>
    api.ask(`POST /enrollment/${id}/move`, { token: by, body: { testmoment_id: school.moments[to] } })
  const held = () =>
    database.kysely.selectFrom('enrollment').select(['id', 'testmoment_id', 'module_id']).orderBy('id').execute()
  const at = (id: number, moment: Moment, module: Module = 'ALG') => ({
    id,
    testmoment_id: school.moments[moment],
    module_id: school.modules[module],
  })

  test('gives the enrollment at the new moment in the old one’s place', async () => {
    const id = await enroll('sam', 'open')
    const { status, body } = await move(id, 'other')
    const { entity } = moveEnrollment.reply.parse(body)
    expect(status).toBe(201)
    expect(entity).toMatchObject({
      user_id: school.users.sam,
      testmoment_id: school.moments.other,
      module_name: 'ALG',
      created_at: '2026-03-10T09:00:00.000Z',
    })
    expect(entity._links.move?.href).toBe(`/api/v1/enrollment/${entity.id}/move`)
    expect(await held()).toEqual([at(entity.id, 'other')])
  })

  test('to the moment where it is already, open or closed, gives what is there', async () => {
    for (const moment of ['open', 'closed'] as const) {
      const id = await enroll('sam', moment)
      const { status, body } = await move(id, moment)
      expect(status).toBe(200)
      expect(moveEnrollment.reply.parse(body).entity).toMatchObject(at(id, moment))
    }
  })

  test.for<[reason: string, Moment]>([
    ['enrollments-closed', 'closed'],
    ['testmoment-past', 'past'],
    ['schoolyear-inactive', 'lastYear'],
  ])('%s at the new moment leaves the old enrollment as it was', async ([reason, to]) => {
    const id = await enroll('sam', 'open')
    const { status, body } = await move(id, to)
    expect(status).toBe(422)
    expect(moveRefusalSchema.parse(body)).toMatchObject({ reason, half: 'enrolling' })
    expect(await held()).toEqual([at(id, 'open')])
  })

  test('a module that is not offered there, or a place that is taken, leaves it as it was too', async () => {
    const gon = await enroll('sam', 'open', 'GON')
    expect((await move(gon, 'listed')).body).toMatchObject({ reason: 'module-unavailable', half: 'enrolling' })
    const taken = await enroll('sam', 'single', 'STA')
    expect((await move(gon, 'single')).body).toMatchObject({ reason: 'no-slots-left', half: 'enrolling' })
    expect(await held()).toEqual([at(gon, 'open', 'GON'), at(taken, 'single', 'STA')])
  })

  test('a moment that exists nowhere is not found, and the enrollment stays', async () => {
    const id = await enroll('sam', 'open')
    const reply = await ask(`POST /enrollment/${id}/move`, { testmoment_id: 2_147_483_647 })
    expect(reply).toMatchObject({ status: 404, body: { reason: 'not-found' } })
    expect(await held()).toEqual([at(id, 'open')])
  })

  test.for<[reason: string, Moment]>([
    ['enrollments-closed', 'closed'],
    ['testmoment-past', 'past'],
  ])('%s at the present moment keeps the student there', async ([reason, from]) => {
    const id = await enroll('sam', from)
    const { status, body } = await move(id, 'open')
    expect(status).toBe(422)
    expect(body).toMatchObject({ reason, half: 'leaving' })
    expect(await held()).toEqual([at(id, from)])
  })

  test('a student moves from one full moment to the next', async () => {
    await database.kysely.updateTable('testmoment').set({ max_enrollments: 1 }).execute()
    const id = await enroll('sam', 'single')
    expect((await move(id, 'other')).status).toBe(201)
  })

  test('somebody else’s enrollment is as little found as one that nobody has, and stays', async () => {
    const id = await enroll('noor', 'open')
    const theirs = await move(id, 'other')
    expect(theirs).toMatchObject({ status: 404, body: { reason: 'not-found' } })
    expect((await move(2_147_483_647, 'other')).body).toEqual(theirs.body)
    expect(await held()).toEqual([at(id, 'open')])
  })

  test('an administrator moves a student also from and to a closed moment, bound by the other rules', async () => {
    const id = await enroll('sam', 'open')
    const { entity } = moveEnrollment.reply.parse((await move(id, 'closed', as.teacher)).body)
    expect(entity.user_id).toBe(school.users.sam)
    expect(await move(entity.id, 'past', as.teacher)).toMatchObject({
      status: 422,
      body: { reason: 'testmoment-past' },
    })
    expect((await move(entity.id, 'other', as.teacher)).status).toBe(201)
  })

  test('two devices that move at once: one does, the other finds nothing to move, and one enrollment is left', {
    tags: 'race',
  }, async () => {
    const id = await enroll('sam', 'open')
    const answers = await Promise.all([move(id, 'other'), move(id, 'single')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 404])
    expect(await held()).toHaveLength(1)
  })

  test('one device moves while another leaves: the module is held at no more than one moment', async () => {
    const id = await enroll('sam', 'open')
    const answers = await Promise.all([ask(`DELETE /enrollment/${id}`), move(id, 'other')])
    const statuses = answers.map(({ status }) => status)
    // Two servers take them in either order, and then the second finds the enrollment gone.
    expect([
      [200, 404],
      [404, 201],
    ]).toContainEqual(statuses)
    expect(await held()).toHaveLength(statuses[0] === 200 ? 0 : 1)
  })

  test('the link is there while the present moment can be left', async () => {
    const ids = { open: await enroll('sam', 'open'), closed: await enroll('sam', 'closed', 'GON') }
    const { body } = await ask(`GET /user/${school.users.sam}/testmoments`)
    const moments = listUserTestmoments.reply.parse(body).entities
    const linkAt = (moment: 'open' | 'closed') =>
      moments.find(({ id }) => id === school.moments[moment])?.enrollments[0]?._links.move
    expect(linkAt('open')).toEqual({ method: 'POST', href: `/api/v1/enrollment/${ids.open}/move` })
    expect(linkAt('closed')).toBeUndefined()
  })
})
