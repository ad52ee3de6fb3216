import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { enrollWalkIn, readPresence } from '#contract/presence.calls.ts'
import { auditTrail, emptyAuditTrail } from '#tests/support/api/audit-trail.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Token } from '#tests/support/api/test-api.ts'
import { MORNING, type Module, type User } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

const DAY = 86_400_000
const iso = (ms: number) => new Date(ms).toISOString()

describeOnEachDatabase('a student who came without being enrolled', (open) => {
  const { database, school, api, as, ask, enroll, complete, set } = openStage(open, { as: 'teacher' })
  let today: number
  beforeEach(async () => {
    today = school.moments.single
    await limit({ date: '2026-03-10' })
  })

  const limit = (to: { date?: string; seats?: number; enrollments_enabled?: boolean }) => set.moment(today, to)
  const walkIn = (
    user: User,
    { module = 'ALG', moment = today, as: by = as.teacher, more = {} }: Partial<WalkingIn> = {},
  ) => {
    const body = { user_id: school.users[user], module_id: school.modules[module], ...more }
    return api.ask(`POST /testmoment/${moment}/walk-ins`, { token: by, body })
  }
  interface WalkingIn {
    module: Module
    moment: number
    as: Token
    more: object
  }
  const read = async () => readPresence.reply.parse((await ask(`GET /testmoment/${today}/presence`)).body)
  const note = async (name: string) => {
    const walk_ins = [{ key: randomUUID(), name, at: iso(MORNING) }]
    await ask(`POST /testmoment/${today}/presence`, { ticks: [], walk_ins })
    return (await read()).walk_ins.find((one) => one.name === name)
  }

  test('is enrolled though it is closed, full and their places are taken, and ticked present', async () => {
    await limit({ seats: 1, enrollments_enabled: false })
    await enroll('noor', today, 'GON')
    await enroll('sam', today, 'STA')
    await emptyAuditTrail(database)
    const { status, body } = await walkIn('sam')
    expect(status).toBe(201)
    const { entity } = enrollWalkIn.reply.parse(body)
    expect(entity).toMatchObject({ user_id: school.users.sam, testmoment_id: today, module_name: 'ALG', _links: {} })
    const { entities } = await read()
    expect(entities.find(({ enrollment_id }) => enrollment_id === entity.id)?.ticked?.status).toBe('present')
    expect(await auditTrail(database)).toEqual([
      `user ${school.users.teacher} walked-in user ${school.users.sam}: `,
      `user ${school.users.teacher} presence-noted testmoment ${today}: `,
    ])
  })

  test('is enrolled before they have finished onboarding, and a refusal is about them', async () => {
    expect((await walkIn('newcomer', { module: 'ELSEWHERE' })).status).toBe(201)
    await enroll('sam', 'open')
    expect(await walkIn('sam')).toMatchObject({
      status: 422,
      body: { message: 'Deze student is voor module ALG al ingeschreven: vr 20 mrt.' },
    })
  })

  test('and is enrolled there already is ticked', async () => {
    await enroll('sam', today)
    expect((await walkIn('sam')).status).toBe(200)
    expect((await read()).entities).toMatchObject([{ ticked: { status: 'present' } }])
  })

  test('the name that was noted of them is put away by it, or by itself', async () => {
    const [sam, other] = [await note('Sam de Vries'), await note('Iemand')]
    expect((await walkIn('sam', { more: { walk_in_id: sam?.id } })).status).toBe(201)
    expect((await read()).walk_ins.map(({ name, settled }) => [name, settled])).toEqual([
      ['Sam de Vries', true],
      ['Iemand', false],
    ])
    const settle = () => ask(`PUT ${other?._links.settle?.href}`)
    for (let n = 0; n < 2; n++)
      expect(await settle()).toMatchObject({ status: 200, body: { entity: { settled: true, _links: {} } } })
    await limit({ date: '2026-03-11' })
    const elsewhere = await walkIn('noor', { moment: school.moments.other, more: { walk_in_id: other?.id } })
    expect(elsewhere).toMatchObject({ status: 404 })
  })

  test('before the day, and after it, nobody is', async () => {
    const early = await walkIn('sam', { moment: school.moments.open })
    expect(early).toMatchObject({ status: 422, body: { reason: 'presence-not-yet' } })
    api.clock.now += DAY
    expect(await walkIn('sam', { as: as.teacher })).toMatchObject({ status: 422, body: { reason: 'testmoment-past' } })
    expect(await database.kysely.selectFrom('enrollment').select('id').execute()).toEqual([])
  })

  test('every other rule holds: not what is done, held elsewhere, or not offered to them', async () => {
    await complete('sam', 'STA')
    await enroll('sam', 'open', 'GON')
    for (const [module, reason] of [
      ['STA', 'module-completed'],
      ['GON', 'existing-enrollment'],
      ['ELSEWHERE', 'module-unavailable'],
      ['OLD', 'module-unavailable'],
    ] as const)
      expect(await walkIn('sam', { module })).toMatchObject({ status: 422, body: { reason } })
    expect(await walkIn('teacher')).toMatchObject({ status: 422, body: { reason: 'module-unavailable' } })
  })

  test('by teachers alone, and by no other call', async () => {
    await limit({ seats: 1 })
    await enroll('noor', today, 'GON')
    expect((await walkIn('sam', { as: as.sam })).status).toBe(403)
    const place = { user_id: school.users.sam, testmoment_id: today, module_id: school.modules.ALG }
    for (const by of [as.sam, as.teacher])
      expect(await api.ask('POST /enrollment', { token: by, body: { ...place, walks_in: true } })).toMatchObject({
        status: 422,
        body: { reason: 'moment-full' },
      })
  })
})
