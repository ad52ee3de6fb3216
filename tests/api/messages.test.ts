// @module-tag pooled
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { listMessages, sendMessage } from '#contract/messages.calls.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import { MAX_RECIPIENTS } from '#domain/messages/message.rules.ts'
import type { Audience, WrittenMessage } from '#domain/messages/message.schema.ts'
import { findable } from '#domain/users/search.rules.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { startTestApi, type Token } from '#tests/support/api/test-api.ts'
import { startTestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase, describeOnSqlite } from '#tests/support/databases.ts'
import { halfway, holdTable } from '#tests/support/halfway.ts'
import { underLoad } from '#tests/support/under-load.ts'

const SENT = { subject: 'Neem je legitimatie mee', text: 'Zonder legitimatie mag je niet meedoen.' }

const confirmationSchema = z.object({ confirmation: z.string() })
const pageSchema = listMessages.reply

describeOnEachDatabase('messages', (open) => {
  const { database, school, api, as, ask, add } = openStage(open, { as: 'teacher', loggedIn: ['teacher', 'sam'] })

  const send = (
    audience: Audience,
    { token = as.teacher, query = '', ...more }: Partial<WrittenMessage> & { token?: Token; query?: string } = {},
  ) => api.ask(`POST /message${query}`, { token, body: { key: randomUUID(), ...SENT, audience, ...more } })
  const recipients = async () =>
    (await database.kysely.selectFrom('message_recipient').select('user_id').orderBy('user_id').execute()).map(
      ({ user_id }) => user_id,
    )
  const preview = (query: string) => ask(`GET /message-audience?${query}`)

  describe('are refused', () => {
    const audience = { kind: 'not-activated' } as const
    const nothingSent = async () => {
      expect(await database.kysely.selectFrom('message').select('id').execute()).toEqual([])
      expect(await database.kysely.selectFrom('outbox').select('id').execute()).toEqual([])
    }

    test('for words that cannot be sent', async () => {
      const refused = { status: 422, body: { reason: 'subject-missing' } }
      expect(await send(audience, { subject: ' \r\n\u2028 ' })).toMatchObject(refused)
      await nothingSent()
    })

    test('to nobody', async () => {
      expect(await send({ kind: 'testmoment', testmoment_id: school.moments.open })).toMatchObject({
        status: 422,
        body: { reason: 'message-to-nobody' },
      })
      await nothingSent()
    })

    test('to nobody when no school year is active: nobody knows who should have been enrolled', async () => {
      await database.kysely.updateTable('schoolyear').set({ active: false }).execute()
      expect(await send({ kind: 'never-enrolled' })).toMatchObject({ body: { reason: 'message-to-nobody' } })
    })

    test.for([
      { kind: 'testmoment', testmoment_id: 999_999 },
      { kind: 'department', education_department_id: 999_999 },
    ] as const)('to what is not there: $kind', async (gone) => {
      expect(await send(gone)).toMatchObject({ status: 404, body: { reason: 'not-found' } })
      const query = new URLSearchParams(Object.entries(gone).map(([name, value]) => [name, String(value)]))
      expect(await preview(String(query))).toMatchObject({ status: 404 })
    })

    test('to a module that is not there', async () => {
      const testmoment_id = school.moments.open
      expect(await send({ kind: 'testmoment', testmoment_id, module_id: 999_999 })).toMatchObject({ status: 404 })
    })

    test('in a query that names no group', async () => {
      expect(await preview('kind=testmoment')).toMatchObject({ status: 400, body: { reason: 'request-malformed' } })
      expect(await preview('kind=everybody')).toMatchObject({ status: 400 })
    })

    test('of anybody but an administrator', async () => {
      expect(await send(audience, { token: as.sam })).toMatchObject({ status: 403, body: { reason: 'not-yours' } })
    })
  })

  describe('that say the same to the same group', () => {
    const audience = { kind: 'not-activated' } as const

    test('by the same key are one, whatever came of the answer', async () => {
      const key = randomUUID()
      const first = await send(audience, { key })
      expect(first.status).toBe(201)
      const { entity } = sendMessage.reply.parse(first.body)
      const again = await send(audience, { key })
      // Its letter may have been sent meanwhile.
      expect(again).toMatchObject({ status: 200, body: { entity: { ...entity, letters: expect.anything() } } })
      expect(await recipients()).toHaveLength(1)
    })

    test('are asked about first, by any sender, and again once they were sent again', async () => {
      await add.user({
        username: 'two@school.test',
        roles: 'ROLE_ADMIN',
        first_name: 'Anja',
        last_name: 'Smit',
      })
      await database.kysely
        .updateTable('user')
        .set((column) => ({
          password_hash: column
            .selectFrom('user')
            .select('password_hash')
            .where('username', '=', 'teacher@school.test'),
        }))
        .where('username', '=', 'two@school.test')
        .execute()
      const { token: other } = await api.logIn('two@school.test')
      await send(audience)
      const asked = await send(audience, { token: other, subject: ` ${SENT.subject} ` })
      expect(asked).toMatchObject({
        status: 409,
        body: {
          reason: 'confirmation-needed',
          consequences: { message_sent_before: 'di 10 mrt 2026 om 10:00 door Sam de Vries' },
        },
      })
      const { confirmation } = confirmationSchema.parse(asked.body)
      const query = `?confirmed=${encodeURIComponent(confirmation)}`
      expect(await send(audience, { token: other, query })).toMatchObject({ status: 201 })
      expect(await send(audience, { query })).toMatchObject({
        status: 409,
        body: { consequences: { message_sent_before: 'di 10 mrt 2026 om 10:00 door Anja Smit' } },
      })
      expect(await recipients()).toHaveLength(2)
    })

    test('at once: one goes, one is asked', { tags: 'race' }, async () => {
      const statuses = await halfway(database, {
        hold: holdTable('message'),
        first: () => send(audience),
        second: () => send(audience),
      })
      expect(statuses.map(({ status }) => status).toSorted()).toEqual([201, 409])
      expect(await recipients()).toHaveLength(1)
    })

    test('at once by the same key: they are one', { tags: 'race' }, async () => {
      const key = randomUUID()
      const statuses = await halfway(database, {
        hold: holdTable('message'),
        first: () => send(audience, { key }),
        second: () => send(audience, { key }),
      })
      expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 201])
      expect(await recipients()).toHaveLength(1)
    })
  })

  test('stand in the log with who sent them, and in the list with what came of them', async () => {
    await send({ kind: 'not-activated' })
    await send({ kind: 'never-enrolled' }, { subject: 'Nog iets' })
    expect(await ask('GET /audit?resource=message')).toMatchObject({
      body: { entities: [{ action: 'sent', subject: 'Nog iets', actor: 'Sam de Vries' }, { subject: SENT.subject }] },
    })
    const first = await ask('GET /messages/1')
    expect(first).toMatchObject({ body: { entities: [{ subject: 'Nog iets' }], _links: { next: { method: 'GET' } } } })
    const { _links, entities } = pageSchema.parse(first.body)
    const second = await ask(`GET ${_links.next?.href}`)
    expect(second).toMatchObject({ body: { entities: [{ subject: SENT.subject }], _links: {} } })
    const shown = await ask(`GET ${entities[0]?._links.self.href}`)
    // Its letters go meanwhile.
    const { letters, ...others } = entities[0] ?? {}
    expect(shown.body).toMatchObject(others)
    expect(await ask('GET /message/999999')).toMatchObject({ status: 404 })
  })

  test('keep what was said of their sender and group when these go', async () => {
    await send({ kind: 'department', education_department_id: school.departmentId })
    await database.kysely.deleteFrom('user').where('id', 'in', [school.users.sam, school.users.noor]).execute()
    await database.kysely.updateTable('message').set({ sender_id: null }).execute()
    expect(await ask('GET /messages/20')).toMatchObject({
      body: {
        entities: [{ sender: null, audience_label: 'Studenten van Techniek', recipients: 3 }],
      },
    })
  })
})

/** Uses a database of its own: deleting that many users afterwards would take longer than all other tests. */
describeOnSqlite('a message to more than a school has', (open) => {
  test(
    'is refused, and leaves nothing half sent',
    async () => {
      const database = await open()
      await startTestSchool(database)
      const api = await startTestApi(database)
      const users = Array.from({ length: MAX_RECIPIENTS }, (_, n) => ({
        ...findable({ username: `s${n}@school.test`, first_name: '', last_name: '' }),
        roles: 'ROLE_STUDENT',
        created_at: '2026-03-01T09:00:00.000Z',
      }))
      for (const some of inChunks(users))
        await database.kysely
          .insertInto('user')
          .values([...some])
          .execute()
      const { token } = await api.logIn('teacher@school.test')
      const send = () =>
        api.ask('POST /message', { token, body: { key: randomUUID(), ...SENT, audience: { kind: 'not-activated' } } })
      expect(await send()).toMatchObject({ status: 422, body: { reason: 'message-to-too-many' } })
      expect(await database.kysely.selectFrom('message_recipient').select('user_id').execute()).toEqual([])
      await database.kysely.deleteFrom('user').where('username', '=', 's0@school.test').execute()
      expect(await send()).toMatchObject({ status: 201, body: { entity: { recipients: MAX_RECIPIENTS } } })
    },
    underLoad(30_000),
  )
})
