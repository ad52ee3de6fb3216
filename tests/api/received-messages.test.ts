// @module-tag pooled
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forgetRecords } from '#api-server/retention.ts'
import { listReceivedMessages } from '#contract/messages.calls.ts'
import { readConfig } from '#server/config.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Token } from '#tests/support/api/test-api.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

const TEXT = 'Zonder legitimatie mag je niet meedoen.'

const receivedSchema = listReceivedMessages.reply

describeOnEachDatabase('messages to a student', (open) => {
  const { database, school, api, as, ask } = openStage(open, { as: 'teacher' })

  const received = (token: Token = as.sam, id = school.users.sam) => api.ask(`GET /user/${id}/messages`, { token })
  const toDepartment = async (subject: string) => {
    const audience = { kind: 'department', education_department_id: school.departmentId }
    const body = { key: randomUUID(), subject, text: TEXT, audience }
    expect(await ask('POST /message', body)).toMatchObject({ status: 201 })
  }

  test('are found by a link, newest first, and read once', async () => {
    const { body } = await as.sam('GET /user')
    expect(body).toMatchObject({
      _links: { messages: { method: 'GET', href: `/api/v1/user/${school.users.sam}/messages` } },
    })
    await toDepartment('Eerst')
    await toDepartment('Daarna')
    const { entities } = receivedSchema.parse((await received()).body)
    expect(entities).toMatchObject([
      { kind: 'message', subject: 'Daarna', text: TEXT, read_at: null, created_at: '2026-03-10T09:00:00.000Z' },
      { subject: 'Eerst' },
    ])
    const read = () => as.sam(`PUT /user/${school.users.sam}/message/${entities[1]?.id}/read`)
    expect(await read()).toMatchObject({
      status: 200,
      body: { entity: { subject: 'Eerst', read_at: '2026-03-10T09:00:00.000Z' } },
    })
    api.clock.now += 60_000
    expect(await read()).toMatchObject({ body: { entity: { read_at: '2026-03-10T09:00:00.000Z' } } })
    expect((await received()).body).toMatchObject({
      entities: [{ read_at: null }, { read_at: '2026-03-10T09:00:00.000Z' }],
    })
  })

  test('are nobody else’s to see or to read, and no administrator’s', async () => {
    await toDepartment('Voor drie')
    const [message] = receivedSchema.parse((await received()).body).entities
    for (const token of [as.noor, as.teacher]) {
      expect(await received(token)).toMatchObject({ status: 403, body: { reason: 'not-yours' } })
      const read = await api.ask(`PUT /user/${school.users.sam}/message/${message?.id}/read`, { token })
      expect(read).toMatchObject({ status: 403 })
    }
    expect((await received(as.newcomer, school.users.newcomer)).body).toEqual({ entities: [], _links: {} })
    const read = `PUT /user/${school.users.newcomer}/message/${message?.id}/read`
    expect(await as.newcomer(read)).toMatchObject({ status: 404 })
  })

  test('stay until the school year after is over, and are then deleted', async () => {
    await toDepartment('Van dit jaar')
    const at = (text: string) => Date.parse(text)
    const kept = async (now: number) => {
      await forgetRecords(database, readConfig({}).keep, now)
      return (await database.kysely.selectFrom('message_recipient').select('user_id').execute()).length
    }
    api.clock.now = at('2027-07-31T21:59:59.999Z')
    expect((await received(as.sam)).body).toMatchObject({ entities: [{ subject: 'Van dit jaar' }] })
    expect(await kept(api.clock.now)).toBe(3)
    api.clock.now += 1
    expect((await received(as.sam)).body).toMatchObject({ entities: [] })
    expect(await kept(api.clock.now)).toBe(0)
    expect(await database.kysely.selectFrom('message').select('id').execute()).toEqual([])
  })
})
