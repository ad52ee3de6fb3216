// @module-tag pooled
import { beforeEach, expect, test } from 'vitest'
import { getActiveSchoolyear } from '#contract/schoolyears.calls.ts'
import { joinWaiting, readSeats } from '#contract/waiting.calls.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Token } from '#tests/support/api/test-api.ts'
import type { Module, Moment } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('seats and the place in line', (open) => {
  const { database, school, api, as, complete, set, place, add } = openStage(open)
  beforeEach(async () => {
    await limit('open', 1)
    await enrollSomebody('open')
  })

  const limit = (moment: Moment, seats: number) => set.moment(moment, { seats })
  const enrollSomebody = async (moment: Moment, user_id?: number) => {
    const created_at = '2026-02-01T09:00:00.000Z'
    const id = user_id ?? (await add.user({ username: `${crypto.randomUUID()}@school.test` }))
    const row = { user_id: id, testmoment_id: school.moments[moment], module_id: school.modules.GON, created_at }
    await database.kysely.insertInto('enrollment').values(row).execute()
  }
  const wish = (moment: Moment, module: Module, user: 'sam' | 'noor') => place(user, moment, module)
  const join = async (
    token: Token,
    user: 'sam' | 'noor',
    { moment = 'open' as Moment, module = 'ALG' as Module } = {},
  ) => {
    const { status, body } = await api.ask('POST /waiting', { token, body: wish(moment, module, user) })
    return { status, ...joinWaiting.reply.parse(body) }
  }
  const read = async (token: Token = as.sam, user: 'sam' | 'noor' = 'sam') => {
    const { status, body } = await api.ask(`GET /user/${school.users[user]}/seats`, { token })
    expect(status).toBe(200)
    return readSeats.reply.parse(body)
  }
  const seatsAtOpen = (free: number, waiting: number, seats = 1) => [
    { testmoment_id: school.moments.open, seats, free, waiting },
  ]

  test('are found by a link, with limited current moments and no others', async () => {
    await limit('past', 3)
    await limit('lastYear', 3)
    const { body } = await as.sam('GET /user')
    const href = `/api/v1/user/${school.users.sam}/seats`
    expect(body).toMatchObject({ _links: { seats: { method: 'GET', href } } })
    expect(await read()).toEqual({
      entities: seatsAtOpen(0, 0),
      waiting: [],
      outcomes: [],
      _links: { wait: { method: 'POST', href: '/api/v1/waiting' } },
    })
    await limit('open', 3)
    expect((await read()).entities).toEqual(seatsAtOpen(2, 0, 3))
    expect(await as.teacher(`GET /user/${school.users.teacher}/seats`)).toMatchObject({ status: 404 })
  })

  test('a place counts students: two modules of one are one, and it moves up when who is before leaves', async () => {
    const first = await join(as.noor, 'noor')
    expect(first).toMatchObject({ status: 201, entity: { place: 1 }, enrollment: null })
    const second = await join(as.noor, 'noor', { module: 'STA' })
    expect(second).toMatchObject({ status: 201, entity: { place: 1, module_name: 'STA' } })
    expect(await join(as.sam, 'sam')).toMatchObject({ status: 201, entity: { place: 2, module_name: 'ALG' } })
    const again = await join(as.sam, 'sam')
    expect(again).toMatchObject({ status: 200, entity: { place: 2 } })
    const gone = await as.sam(`DELETE ${again.entity?._links.leave?.href}`)
    expect(gone).toMatchObject({ status: 200, body: { entity: { place: 2 } } })
    await join(as.sam, 'sam')
    expect(await read()).toMatchObject({ entities: seatsAtOpen(0, 2), waiting: [{ place: 2, module_name: 'ALG' }] })
    const { id } = getActiveSchoolyear.reply.parse((await as.teacher('GET /schoolyear')).body)
    const path = `/schoolyear/${id}/testmoment/${school.moments.open}`
    expect(await as.teacher(`GET ${path}`)).toMatchObject({
      body: { seats: 1, students: 1, waiting: 2 },
    })

    const leave = (href = '') => as.noor(`DELETE ${href}`)
    expect(await leave(first.entity?._links.leave?.href)).toMatchObject({ status: 200, body: { entity: { place: 1 } } })
    expect((await read()).waiting).toMatchObject([{ place: 2 }])
    await leave(second.entity?._links.leave?.href)
    expect(await read()).toMatchObject({ entities: seatsAtOpen(0, 1), waiting: [{ place: 1 }] })
    expect(await leave(second.entity?._links.leave?.href)).toMatchObject({ status: 404 })
  })

  test('a seat that comes free while somebody waits who can take it is not free for newcomers', async () => {
    await join(as.noor, 'noor')
    await limit('open', 2)
    expect((await read()).entities).toEqual(seatsAtOpen(0, 1, 2))
    await limit('open', 3)
    expect((await read()).entities).toEqual(seatsAtOpen(1, 1, 3))
    await complete('noor', 'ALG')
    expect((await read()).entities).toEqual(seatsAtOpen(2, 1, 3))
  })

  test('a student who finds a seat is enrolled instead, and one who is enrolled there gets that as reply', async () => {
    await limit('open', 2)
    const enrolled = { entity: null, enrollment: { module_name: 'ALG', testmoment_id: school.moments.open } }
    expect(await join(as.sam, 'sam')).toMatchObject({ status: 201, ...enrolled })
    expect(await join(as.sam, 'sam')).toMatchObject({ status: 200, ...enrolled })
    expect(await join(as.sam, 'sam', { moment: 'other', module: 'GON' })).toMatchObject({ status: 201, entity: null })
    expect((await read()).waiting).toEqual([])
  })

  test('a student who may not enroll for another reason may not wait', async () => {
    await limit('closed', 1)
    await enrollSomebody('closed')
    const ask = (moment: Moment, module: Module) => as.sam('POST /waiting', wish(moment, module, 'sam'))
    expect(await ask('closed', 'ALG')).toMatchObject({ status: 422, body: { reason: 'enrollments-closed' } })
    expect(await ask('open', 'OLD')).toMatchObject({ status: 422, body: { reason: 'module-unavailable' } })
    await database.kysely
      .insertInto('enrollment')
      .values({ ...wish('other', 'ALG', 'sam'), created_at: '2026-02-01T09:00:00.000Z' })
      .execute()
    expect(await ask('open', 'ALG')).toMatchObject({ status: 422, body: { reason: 'existing-enrollment' } })
    const body = { ...wish('open', 'ALG', 'sam'), moves: true }
    expect(await as.sam('POST /waiting', body)).toMatchObject({
      status: 201,
      body: { entity: { moves: true } },
    })
    for (const id of [-1, 0, 1.5, '1', 2 ** 31])
      expect(await as.sam('POST /waiting', { ...body, testmoment_id: id })).toMatchObject({
        status: 400,
      })
  })

  test('nobody joins or reads for another, or leaves another’s place, but a teacher', async () => {
    const { entity } = await join(as.noor, 'noor')
    const body = wish('open', 'STA', 'noor')
    expect(await as.sam('POST /waiting', body)).toMatchObject({ status: 403 })
    expect(await as.sam(`GET /user/${school.users.noor}/seats`)).toMatchObject({ status: 403 })
    const [anothers, nobodys] = [
      await as.sam(`DELETE /waiting/${entity?.id}`),
      await as.sam('DELETE /waiting/2147483647'),
    ]
    expect(anothers).toMatchObject({ status: 404, body: { reason: 'not-found' } })
    expect(anothers.body).toEqual(nobodys.body)
    expect(await join(as.teacher, 'noor', { module: 'STA' })).toMatchObject({ status: 201, entity: { place: 1 } })
    expect((await read(as.teacher, 'noor')).waiting).toHaveLength(2)
  })

  test('the outcome is shown until it is put away, by the student and nobody else', async () => {
    const row = {
      user_id: school.users.sam,
      module_id: school.modules.ALG,
      testmoment_id: null,
      outcome: 'testmoment-deleted' as const,
      ...{ date: '2026-03-20', duration: 'day' as const, location: 'Zaal 1', starts_at: '09:00', ends_at: null },
      created_at: '2026-03-09T09:00:00.000Z',
    }
    const { id } = await database.kysely
      .insertInto('waiting_outcome')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow()
    const { user_id, ...shown } = row
    const { outcomes } = await read()
    expect(outcomes).toMatchObject([
      { id, outcome: shown.outcome, module_name: 'ALG', testmoment: { location: 'Zaal 1' } },
    ])
    const href = outcomes[0]?._links.seen?.href ?? ''
    expect((await read(as.teacher)).outcomes).toMatchObject([{ id, _links: {} }])
    for (const token of [as.noor, as.teacher])
      expect(await api.ask(`PUT ${href}`, { token })).toMatchObject({ status: 404, body: { reason: 'not-found' } })
    expect((await read()).outcomes).toHaveLength(1)
    for (const _ of [1, 2]) expect(await as.sam(`PUT ${href}`)).toMatchObject({ status: 200, body: { entity: { id } } })
    expect((await read()).outcomes).toEqual([])
  })
})
