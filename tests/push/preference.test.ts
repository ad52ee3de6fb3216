import { beforeEach, expect, test } from 'vitest'
import { ofEachKind } from '#domain/push/push.rules.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { breakable, startTestPush, type TestPush } from '#tests/support/push/test-push-server.ts'

describeOnEachDatabase('the notifications that a student gets', (open) => {
  const { database, school } = openStage(open, { server: 'none' })
  let push: TestPush
  let sam: number
  let token: string
  let noor: { token: string }
  beforeEach(async () => {
    const { users } = school
    push = await startTestPush(database)
    sam = users.sam
    token = (await push.logIn(sam)).token
    noor = await push.logIn(users.noor)
  })

  const usual = { ...ofEachKind(() => true), quiet_from: null, quiet_until: null }
  const nights = { ...usual, reminder: false, change: false, seat: false, quiet_from: '22:00', quiet_until: '07:30' }
  const read = async (by = { token }) => (await push.ask('GET /push/preference', by)).body
  const save = (body: object) => push.ask('PUT /push/preference', { token, body })

  test('is everything, at any time, until they say otherwise', async () => {
    expect(await read()).toEqual(usual)
  })

  test('is what they chose last, and theirs alone', async () => {
    expect(await save({ ...nights, opening: false })).toMatchObject({ status: 200 })
    expect(await save(nights)).toMatchObject({ status: 200, body: { entity: nights } })
    expect(await read()).toEqual(nights)
    expect(await read(noor)).toEqual(usual)
  })

  test('is said to be saved when it is, and not when that failed', async () => {
    const { breaking, ...broken } = breakable(database)
    const asked = await startTestPush(broken.database)
    const { token: by } = await asked.logIn(sam)
    breaking.isBroken = true
    expect((await asked.ask('PUT /push/preference', { token: by, body: nights })).status).toBe(500)
    expect(await read()).toEqual(usual)
  })

  test.each([
    { quiet_until: null },
    { quiet_from: null },
    { quiet_from: '24:00' },
    { quiet_until: '7:30' },
    { opening: 'yes' },
    { reminder: undefined },
    { change: undefined },
  ])('is refused as %o', async (change) => {
    expect(await save({ ...nights, ...change })).toMatchObject({ status: 400, body: { reason: 'request-malformed' } })
    expect(await read()).toEqual(usual)
  })
})
