import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { DeskRequest } from '#api-server/enrollments/desk/decide.ts'
import { openEnrollmentDesk } from '#api-server/enrollments/desk/desk.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { WrittenMessage } from '#domain/messages/message.schema.ts'
import { emptyOutbox, storeEnrollments } from '#tests/support/api/enrolled.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { startTestApi, type TestApi } from '#tests/support/api/test-api.ts'
import { MORNING, type Moment } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('what a teacher writes to those whose enrollments they change', (open) => {
  const { database, school, place, add } = openStage(open, { server: 'none' })

  const write = (): WrittenMessage => ({ key: randomUUID(), subject: 'Verplaatst', text: 'Zie je inschrijvingen.' })
  const placeOf = (user_id: number, moment: Moment = 'open') => place(user_id, moment)
  const hold = async (user_id: number, moment: Moment = 'open') => {
    await storeEnrollments(database, placeOf(user_id, moment))
    const own = database.kysely.selectFrom('enrollment').select('id').where('user_id', '=', user_id)
    return (await own.orderBy('id', 'desc').executeTakeFirstOrThrow()).id
  }
  const byTeacher = () => ({ by: 'administrator' as const, actor_id: school.users.teacher })
  const enroll = (user_id: number, message?: WrittenMessage): DeskRequest => ({
    wish: 'enroll',
    ...placeOf(user_id),
    ...byTeacher(),
    message,
  })
  /** The message as it is kept, with the ids of its recipients, and of those who get a letter. */
  const sent = async ({ key }: WrittenMessage) => {
    const message = await database.kysely.selectFrom('message').selectAll().where('key', '=', key).executeTakeFirst()
    if (!message) return undefined
    const { id, kind, sender_id, audience_label, recipients } = message
    const rows = await database.kysely
      .selectFrom('message_recipient')
      .select('user_id')
      .where('message_id', '=', id)
      .orderBy('user_id')
      .execute()
    const outbox = await database.kysely.selectFrom('outbox').select(['kind', 'payload']).orderBy('id').execute()
    const letters = outbox.filter((task) => task.kind === 'message-letter').map(({ payload }) => JSON.parse(payload))
    expect(letters.map(({ user_id }) => user_id).toSorted((one, other) => one - other)).toEqual(
      rows.map(({ user_id }) => user_id),
    )
    expect(outbox.some((task) => task.kind === 'change-push' && JSON.parse(task.payload).message_id === id)).toBe(true)
    expect(recipients).toBe(rows.length)
    return { kind, sender_id, audience_label, to: rows.map(({ user_id }) => user_id) }
  }
  const openDesk = (over = database) => openEnrollmentDesk({ database: over, clock: () => MORNING })

  test('goes once to each student for whom something changed, and to nobody else of the batch', async () => {
    const { sam, noor, newcomer, teacher } = school.users
    const extra = await add.user({
      username: 'extra@school.test',
      education_department_id: school.departmentId,
    })
    await hold(noor)
    const message = write()
    const desk = openDesk()
    await Promise.allSettled([
      desk.handle(enroll(sam, message)),
      desk.handle({ ...enroll(sam, message), module_id: school.modules.GON } as DeskRequest),
      desk.handle(enroll(noor, message)),
      desk.handle(enroll(newcomer, message)),
      desk.handle(enroll(teacher, message)),
      desk.handle(enroll(extra)),
    ])
    const first = {
      kind: 'change',
      sender_id: teacher,
      audience_label: 'Ingeschreven door een docent: vr 20 mrt 2026',
    }
    expect(await sent(message)).toEqual({ ...first, to: [sam, newcomer] })

    await desk.handle({ ...enroll(extra, message), module_id: school.modules.GON } as DeskRequest)
    await desk.handle(enroll(sam, message))
    expect(await sent(message)).toEqual({ ...first, to: [sam, newcomer, extra] })
  })

  test('is not sent where nothing changed', async () => {
    await hold(school.users.noor)
    const message = write()
    await openDesk().handle(enroll(school.users.noor, message))
    expect(await sent(message)).toBeUndefined()
  })

  test('stays unsent when the change that it describes is not saved', async () => {
    const message = write()
    const failing: Database = {
      ...database,
      transaction: (work) =>
        database.transaction(async (trx) => {
          await work(trx)
          throw new Error('the connection is gone before the commit')
        }),
    }
    await expect(openDesk(failing).handle(enroll(school.users.sam, message))).rejects.toThrow()
    expect(await sent(message)).toBeUndefined()
    await openDesk().handle(enroll(school.users.sam, message))
    expect(await sent(message)).toMatchObject({ to: [school.users.sam] })
  })

  describe('beside one enrollment', () => {
    let api: TestApi
    let teacher: string
    beforeEach(async () => {
      api = await startTestApi(database)
      teacher = (await api.logIn('teacher@school.test')).token
    })
    const held = async () =>
      (await database.kysely.selectFrom('enrollment').select('testmoment_id').execute()).map((row) => row.testmoment_id)

    test('goes out with its end and with its move', async () => {
      const [ended, moved] = [write(), write()]
      const own = await hold(school.users.sam)
      expect(await api.ask(`DELETE /enrollment/${own}`, { token: teacher, body: { message: ended } })).toMatchObject({
        status: 200,
      })
      expect(await sent(ended)).toMatchObject({
        to: [school.users.sam],
        audience_label: 'Uitgeschreven door een docent: vr 20 mrt 2026',
      })
      await emptyOutbox(database)
      const body = { testmoment_id: school.moments.other, message: moved }
      const path = `POST /enrollment/${await hold(school.users.noor)}/move`
      expect(await api.ask(path, { token: teacher, body })).toMatchObject({ status: 201 })
      expect(await sent(moved)).toMatchObject({
        to: [school.users.noor],
        audience_label: 'Verplaatst door een docent: vr 20 mrt 2026',
      })
    })

    test('that cannot be sent changes nothing', async () => {
      const id = await hold(school.users.sam)
      const message = { ...write(), subject: ' \n ' }
      for (const [path, body] of [
        [`DELETE /enrollment/${id}`, { message }],
        [`POST /enrollment/${id}/move`, { testmoment_id: school.moments.other, message }],
      ] as const)
        expect(await api.ask(path, { token: teacher, body }), path).toMatchObject({
          status: 422,
          body: { reason: 'subject-missing' },
        })
      expect(await held()).toEqual([school.moments.open])
    })

    test('is not for students, whose enrollment stays', async () => {
      const id = await hold(school.users.sam)
      const { token } = await api.logIn('sam@school.test')
      const message = write()
      for (const [path, body] of [
        [`DELETE /enrollment/${id}`, { message }],
        [`POST /enrollment/${id}/move`, { testmoment_id: school.moments.other, message }],
      ] as const)
        expect(await api.ask(path, { token, body }), path).toMatchObject({ status: 403 })
      expect(await held()).toEqual([school.moments.open])
      expect(await sent(message)).toBeUndefined()
    })
  })
})
