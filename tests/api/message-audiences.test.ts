import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Audience } from '#domain/messages/message.schema.ts'
import type { PresenceStatus } from '#domain/presence/presence.schema.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

const SENT = { subject: 'Neem je legitimatie mee', text: 'Zonder legitimatie mag je niet meedoen.' }

describeOnEachDatabase('messages go to', (open) => {
  const { database, school, ask, enroll, add } = openStage(open, { as: 'teacher' })

  const send = (audience: Audience) => ask('POST /message', { key: randomUUID(), ...SENT, audience })
  const recipients = async () =>
    (await database.kysely.selectFrom('message_recipient').select('user_id').orderBy('user_id').execute()).map(
      ({ user_id }) => user_id,
    )
  const preview = (query: string) => ask(`GET /message-audience?${query}`)

  beforeEach(async () => {
    await enroll('sam', 'open')
    await enroll('sam', 'open', 'GON')
    await enroll('noor', 'open', 'GON')
    await enroll('newcomer', 'lastYear')
    await add.user({ username: 'both@school.test', roles: 'ROLE_STUDENT ROLE_ADMIN' })
  })

  test('students enrolled at a moment, each once', async () => {
    const testmoment_id = school.moments.open
    expect((await preview(`kind=testmoment&testmoment_id=${testmoment_id}`)).body).toEqual({
      recipients: 2,
      devices: 0,
      label: 'Ingeschreven voor vr 20 mrt 2026',
    })
    expect(await send({ kind: 'testmoment', testmoment_id })).toMatchObject({
      status: 201,
      body: {
        entity: {
          kind: 'message',
          sender: { id: school.users.teacher, name: 'Sam de Vries' },
          audience_label: 'Ingeschreven voor vr 20 mrt 2026',
          ...SENT,
          recipients: 2,
          letters: { refused: 0, unknown: 0, repeated: 0 },
          pushes_taken: 0,
        },
      },
    })
    expect(await recipients()).toEqual([school.users.sam, school.users.noor])
  })

  test('students in one of its modules', async () => {
    const audience = {
      kind: 'testmoment',
      testmoment_id: school.moments.open,
      module_id: school.modules.ALG,
    } as const
    expect((await send(audience)).body).toMatchObject({
      entity: { audience_label: 'Ingeschreven voor vr 20 mrt 2026, module ALG', recipients: 1 },
    })
    expect(await recipients()).toEqual([school.users.sam])
  })

  test('chosen users, students alone, of which only a hash of the recipients is kept', async () => {
    const { sam, noor, teacher: colleague } = school.users
    const audience: Audience = { kind: 'users', user_ids: [noor, sam, colleague, 999_999] }
    expect((await ask('POST /message-audience', { audience })).body).toEqual({
      recipients: 2,
      devices: 0,
      label: '2 gekozen studenten',
    })
    expect((await send(audience)).body).toMatchObject({
      entity: { audience_label: '2 gekozen studenten', recipients: 2 },
    })
    expect(await recipients()).toEqual([sam, noor])
    const kept = await database.kysely.selectFrom('message').select('audience').executeTakeFirstOrThrow()
    expect(JSON.parse(kept.audience)).toEqual({ kind: 'users', hash: expect.stringMatching(/^[\w-]{43}$/) })
    // The same users in another order are the same group.
    const again = { kind: 'users' as const, user_ids: [sam, 999_999, colleague, noor] }
    expect(await send(again)).toMatchObject({ status: 409, body: { reason: 'confirmation-needed' } })
    expect(await send({ kind: 'users', user_ids: [colleague] })).toMatchObject({
      status: 422,
      body: { reason: 'message-to-nobody' },
    })
  })

  test('students who wait for a seat at a moment, each once, or with one of its modules', async () => {
    const { sam, noor, newcomer } = school.users
    const { open, other } = school.moments
    const { ALG, GON } = school.modules
    const entry = (user_id: number, testmoment_id: number, module_id: number) => ({
      ...{ user_id, testmoment_id, module_id },
      created_at: '2026-03-01T09:00:00.000Z',
    })
    await database.kysely
      .insertInto('waiting_entry')
      .values([entry(noor, open, ALG), entry(noor, open, GON), entry(newcomer, open, GON), entry(sam, other, ALG)])
      .execute()
    expect((await preview(`kind=waiting&testmoment_id=${open}`)).body).toEqual({
      recipients: 2,
      devices: 0,
      label: 'Op de wachtlijst voor vr 20 mrt 2026',
    })
    expect((await send({ kind: 'waiting', testmoment_id: open, module_id: ALG })).body).toMatchObject({
      entity: { audience_label: 'Op de wachtlijst voor vr 20 mrt 2026, module ALG', recipients: 1 },
    })
    expect(await recipients()).toEqual([noor])
    await send({ kind: 'waiting', testmoment_id: open })
    expect(await recipients()).toEqual([noor, noor, newcomer])
    expect(await send({ kind: 'waiting', testmoment_id: school.moments.single })).toMatchObject({
      status: 422,
      body: { reason: 'message-to-nobody' },
    })
    expect(await preview('kind=waiting')).toMatchObject({ status: 400 })
  })

  test('students noted as absent at a moment, each once, or at one of its modules; late ones were there', async () => {
    const { sam, noor } = school.users
    const { open, past } = school.moments
    const held = await database.kysely
      .selectFrom('enrollment')
      .select(['id', 'user_id', 'module_id'])
      .where('testmoment_id', '=', open)
      .execute()
    const at = '2026-03-20T09:00:00.000Z'
    const note = (of: (typeof held)[number], status: PresenceStatus) =>
      database.kysely.insertInto('presence').values({ enrollment_id: of.id, user_id: of.user_id, status, at }).execute()
    for (const enrollment of held) await note(enrollment, enrollment.user_id === sam ? 'absent' : 'late')
    expect((await preview(`kind=absent&testmoment_id=${open}`)).body).toEqual({
      recipients: 1,
      devices: 0,
      label: 'Afwezig bij toetsmoment vr 20 mrt 2026',
    })
    await database.kysely.updateTable('presence').set({ status: 'absent' }).where('user_id', '=', noor).execute()
    expect((await send({ kind: 'absent', testmoment_id: open, module_id: school.modules.ALG })).body).toMatchObject({
      entity: { audience_label: 'Afwezig bij toetsmoment vr 20 mrt 2026, module ALG', recipients: 1 },
    })
    expect(await recipients()).toEqual([sam])
    await send({ kind: 'absent', testmoment_id: open })
    expect(await recipients()).toEqual([sam, sam, noor])
    expect(await preview('kind=absent')).toMatchObject({ status: 400 })
    expect(await send({ kind: 'absent', testmoment_id: past })).toMatchObject({ body: { reason: 'message-to-nobody' } })

    const { body } = await ask(`GET /testmoment/${open}/students/20`)
    expect(body).toMatchObject({
      counts: {
        students: 2,
        noted: 2,
        absent: 2,
        modules: [
          { name: 'ALG', absent: 1 },
          { name: 'GON', students: 2, absent: 2 },
        ],
      },
    })
  })

  test('students of a department', async () => {
    await send({ kind: 'department', education_department_id: school.departmentId })
    expect(await recipients()).toEqual([school.users.sam, school.users.noor, school.users.unactivated])
  })

  test('students who have not activated their account', async () => {
    await send({ kind: 'not-activated' })
    expect(await recipients()).toEqual([school.users.unactivated])
  })

  test('students who are nowhere enrolled this year', async () => {
    await send({ kind: 'never-enrolled' })
    expect(await recipients()).toEqual([school.users.newcomer])
  })
})
