import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { openStage } from '#tests/support/api/stage.ts'
import type { Token } from '#tests/support/api/test-api.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('a device that is notified', (open) => {
  const { database, school, api, as } = openStage(open)
  let phone: { token: Token; refresh_token: string }
  let laptop: { token: Token; refresh_token: string }
  beforeEach(async () => {
    phone = await addDevice('phone')
    laptop = await addDevice('laptop')
  })

  const addDevice = async (name: string) => {
    const tokens = await api.logIn('sam@school.test')
    const { id } = await database.kysely
      .selectFrom('session')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const created_at = new Date(api.clock.now).toISOString()
    await database.kysely
      .insertInto('push_subscription')
      .values({
        user_id: school.users.sam,
        session_id: id,
        endpoint: `https://fcm.googleapis.com/fcm/send/${name}`,
        p256dh: 'p',
        auth: 'a',
        secret_hash: 's',
        device_name: name,
        created_at,
      })
      .execute()
    return tokens
  }
  const notified = async () => {
    const rows = await database.kysely.selectFrom('push_subscription').select('device_name').orderBy('id').execute()
    return rows.map(({ device_name }) => device_name)
  }

  test('is not notified after a logout there, and the others go on', async () => {
    await api.ask('POST /token/invalidate', { body: { refresh_token: phone.refresh_token } })
    expect(await notified()).toEqual(['laptop'])
  })

  test('is not notified after a logout from elsewhere', async () => {
    const { body } = await api.ask(`GET /user/${school.users.sam}/sessions`, laptop)
    const sessions = z.object({ entities: z.array(z.object({ id: z.int(), current: z.boolean() })) }).parse(body)
    const other = sessions.entities.find(({ current }) => !current)
    await api.ask(`DELETE /session/${other?.id}`, laptop)
    expect(await notified()).toEqual(['laptop'])
  })

  test('is not notified when all logins end, as when somebody becomes a teacher', async () => {
    const { status } = await as.teacher(`PUT /user/${school.users.sam}`, {
      first_name: 'Sam',
      last_name: 'de Vries',
      roles: ['ROLE_ADMIN'],
      activated: true,
    })
    expect(status).toBe(200)
    expect(await notified()).toEqual([])
  })

  test('is still notified when a login is refreshed, and when it has run out', async () => {
    await api.ask('POST /token/refresh', { body: { refresh_token: phone.refresh_token } })
    api.clock.now += 91 * 86_400_000
    await api.logIn('sam@school.test')
    expect(await notified()).toEqual(['phone', 'laptop'])
  })
})
