import { expect, test } from 'vitest'
import { deleteSession, listUserSessions } from '#contract/sessions.calls.ts'
import { accountTrail } from '#tests/support/api/audit-trail.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { tokensIn } from '#tests/support/api/test-api.ts'
import { PASSWORD } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

const DAY = 86_400_000
const PHONE = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile'
const LAPTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

describeOnEachDatabase('one’s own sessions', (open) => {
  const { database, school, api } = openStage(open, { server: 'own' })

  const logInWith = async (userAgent: string, username = 'sam@school.test') => {
    const body = { username, password: PASSWORD }
    return tokensIn((await api.ask('POST /login_check', { body, headers: { 'user-agent': userAgent } })).body)
  }
  const list = async (token: string) => {
    const { status, body } = await api.ask(`GET /user/${school.users.sam}/sessions`, { token })
    expect(status).toBe(200)
    return listUserSessions.reply.parse(body).entities
  }
  const linkTo = (sessions: Awaited<ReturnType<typeof list>>, device: string) => {
    const link = sessions.find((session) => session.device === device)?._links.delete
    if (!link) throw new Error(`no login on ${device} can be ended`)
    return `${link.method} ${link.href}`
  }

  test('are listed by device, last used first, and say which is this one', async () => {
    const phone = await logInWith(PHONE)
    api.clock.now += 60_000
    const laptop = await logInWith(LAPTOP)
    const shown = (await list(laptop.token)).map(({ device, current }) => ({ device, current }))
    expect(shown).toEqual([
      { device: 'Firefox op Linux', current: true },
      { device: 'Chrome op Android', current: false },
    ])
    api.clock.now += 60_000
    const { token } = tokensIn(
      (await api.ask('POST /token/refresh', { body: { refresh_token: phone.refresh_token } })).body,
    )
    expect((await list(token))[0]).toMatchObject({
      device: 'Chrome op Android',
      current: true,
      created_at: '2026-03-10T09:00:00.000Z',
      last_used_at: '2026-03-10T09:02:00.000Z',
    })
  })

  test('say by what each was begun', async () => {
    await logInWith(PHONE)
    await database.kysely.updateTable('session').set({ method: 'school' }).execute()
    const { token } = await logInWith(LAPTOP)
    const sessions = await list(token)
    expect(sessions.map(({ method }) => method)).toEqual(['password', 'school'])
    const { body } = await api.ask(linkTo(sessions, 'Chrome op Android'), { token })
    expect(deleteSession.reply.parse(body).entity.method).toBe('school')
  })

  test('keep nothing of the browser’s header but the device', async () => {
    await logInWith(PHONE)
    const { device } = await database.kysely.selectFrom('session').select('device').executeTakeFirstOrThrow()
    expect(device).toBe('Chrome op Android')
  })

  test('end by their link: access and refresh tokens stop at once, and other devices go on', async () => {
    const phone = await logInWith(PHONE)
    const laptop = await logInWith(LAPTOP)
    const { status, body } = await api.ask(linkTo(await list(laptop.token), 'Chrome op Android'), laptop)
    expect(status).toBe(200)
    expect(deleteSession.reply.parse(body).entity).toMatchObject({ device: 'Chrome op Android', _links: {} })

    const revoked = { status: 401, body: { reason: 'token-revoked' } }
    expect(await api.ask('GET /user', { token: phone.token })).toMatchObject(revoked)
    const { refresh_token } = phone
    expect(await api.ask('POST /token/refresh', { body: { refresh_token } })).toMatchObject(revoked)
    expect((await list(laptop.token)).map(({ device }) => device)).toEqual(['Firefox op Linux'])
    expect((await accountTrail(database, school.users.sam)).at(-1)).toBe('login-ended: vanaf een ander apparaat')
  })

  test('include the present one, which can be ended too', async () => {
    const { token } = await logInWith(LAPTOP)
    expect(await api.ask(linkTo(await list(token), 'Firefox op Linux'), { token })).toMatchObject({
      status: 200,
      body: { entity: { current: true } },
    })
    expect(await api.ask('GET /user', { token })).toMatchObject({ status: 401 })
  })

  test('that ended are not found', async () => {
    await logInWith(PHONE)
    const { token } = await logInWith(LAPTOP)
    const end = linkTo(await list(token), 'Chrome op Android')
    await api.ask(end, { token })
    expect(await api.ask(end, { token })).toMatchObject({ status: 404, body: { reason: 'not-found' } })
    expect(await api.ask('DELETE /session/999999', { token })).toMatchObject({ status: 404 })
    expect(await api.ask('DELETE /session/x', { token })).toMatchObject({ status: 400 })
  })

  test('that nobody used for 14 days, or that came to their end, are listed no longer', async () => {
    await logInWith(PHONE)
    api.clock.now += 14 * DAY - 1
    const { token } = await logInWith(LAPTOP)
    expect(await list(token)).toHaveLength(2)
    api.clock.now += 1
    expect(await list(token)).toHaveLength(1)

    await logInWith(PHONE)
    expect(await list(token)).toHaveLength(2)
    await database.kysely
      .updateTable('session')
      .set({ expires_at: new Date(api.clock.now).toISOString() })
      .where('device', '=', 'Chrome op Android')
      .execute()
    expect(await list(token)).toHaveLength(1)
  })

  test('are for oneself alone: another’s can be neither seen nor ended, an administrator’s neither', async () => {
    const sam = await logInWith(PHONE)
    const end = linkTo(await list(sam.token), 'Chrome op Android')
    for (const username of ['noor@school.test', 'teacher@school.test']) {
      const { token } = await logInWith(LAPTOP, username)
      const refused = { status: 403, body: { reason: 'not-yours' } }
      expect(await api.ask(`GET /user/${school.users.sam}/sessions`, { token })).toMatchObject(refused)
      expect(await api.ask(end, { token })).toMatchObject({ status: 404, body: { reason: 'not-found' } })
    }
    expect(await api.ask('GET /user', { token: sam.token })).toMatchObject({ status: 200 })
  })

  test('are a teacher’s to see too', async () => {
    const { token } = await logInWith(LAPTOP, 'teacher@school.test')
    const { body } = await api.ask(`GET /user/${school.users.teacher}/sessions`, { token })
    expect(listUserSessions.reply.parse(body).entities).toHaveLength(1)
  })
})
