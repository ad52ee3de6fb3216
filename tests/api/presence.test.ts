import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { readPresence, tickPresence } from '#contract/presence.calls.ts'
import type { Tick } from '#domain/presence/presence.schema.ts'
import { auditTrail } from '#tests/support/api/audit-trail.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Token } from '#tests/support/api/test-api.ts'
import { MORNING, type User } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { halfway, holdTable, holdUser } from '#tests/support/halfway.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const iso = (ms: number) => new Date(ms).toISOString()

describeOnEachDatabase('the presence list of a moment', (open) => {
  const { database, school, api, as, set, add, enroll, colleague } = openStage(open, { loggedIn: ['sam', 'teacher'] })
  let today: number
  /** enrollments of today */
  let sam: number
  let noor: number
  beforeEach(async () => {
    await name('teacher', 'Vera', 'de Wit')
    await name('noor', 'Noor', 'Bos')
    today = await add.moment({ date: '2026-03-10', location: 'Zaal 2' })
    sam = await enroll('sam', today)
    noor = await enroll('noor', today)
  })

  const name = (user: User, first_name: string, last_name: string) => set.user(user, { first_name, last_name })

  const tickOf = (enrollment_id: number, status: Tick['status'], at = api.clock.now): Tick => ({
    key: randomUUID(),
    enrollment_id,
    status,
    at: iso(at),
  })
  const post = (body: object, { as: by = as.teacher, at = today }: { as?: Token; at?: number } = {}) =>
    api.ask(`POST /testmoment/${at}/presence`, { token: by, body: { ticks: [], walk_ins: [], ...body } })
  const outcomesOf = async (ticks: Tick[], by: Token = as.teacher) => {
    const { status, body } = await post({ ticks }, { as: by })
    expect(status).toBe(200)
    return tickPresence.reply.parse(body).outcomes
  }
  const read = async (by: Token = as.teacher) => {
    const { status, body } = await api.ask(`GET /testmoment/${today}/presence`, { token: by })
    expect(status).toBe(200)
    return readPresence.reply.parse(body)
  }
  const entryOf = async (id: number) => (await read()).entities.find(({ enrollment_id }) => enrollment_id === id)
  const stored = async (id: number) => {
    const { kysely } = database
    const row = await kysely.selectFrom('presence').select('status').where('enrollment_id', '=', id).executeTakeFirst()
    const { has_record } = await kysely
      .selectFrom('enrollment')
      .select('has_record')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { status: row?.status ?? null, has_record: Boolean(has_record) }
  }
  const ticksStored = () => database.kysely.selectFrom('presence_tick').select(['key', 'at']).orderBy('id').execute()

  test('has everybody once for each module, in the order of a register, with what the room needs', async () => {
    await name('sam', 'Sam', 'van den Akker')
    await enroll('noor', today, 'GON')
    await enroll('newcomer', 'open')
    await set.user('sam', { extra_time: true })
    const list = await read()
    expect(list.entities.map(({ last_name, module_name }) => [last_name, module_name])).toEqual([
      ['van den Akker', 'ALG'],
      ['Bos', 'ALG'],
      ['Bos', 'GON'],
    ])
    expect(list.entities.map(({ extra_time }) => extra_time)).toEqual([true, false, false])
    expect(list).toMatchObject({
      testmoment: { id: today, date: '2026-03-10', location: 'Zaal 2' },
      now: iso(MORNING),
      _links: {
        tick: { method: 'POST', href: `/api/v1/testmoment/${today}/presence` },
        walk_in: { method: 'POST', href: `/api/v1/testmoment/${today}/walk-ins` },
      },
    })
    expect(JSON.stringify(list)).not.toContain('@')
  })

  test('is tagged by what it says, whatever the clock', async () => {
    const { headers } = await as.teacher(`GET /testmoment/${today}/presence`)
    const again = () =>
      as.teacher(`GET /testmoment/${today}/presence`, undefined, { 'if-none-match': String(headers.etag) })
    api.clock.now += MINUTE
    expect((await again()).status).toBe(304)
    await outcomesOf([tickOf(sam, 'present')])
    expect((await again()).status).toBe(200)
  })

  test('shows who ticked, of two who differ both, and keeps what stands', async () => {
    const joost = await colleague({ first_name: 'Joost', last_name: 'Bakker' })
    expect(await outcomesOf([tickOf(sam, 'absent')], joost)).toEqual(['counted'])
    api.clock.now += MINUTE
    expect(await outcomesOf([tickOf(sam, 'late')])).toEqual(['counted'])
    expect(await entryOf(sam)).toMatchObject({
      ticked: { status: 'late', at: iso(api.clock.now), who: 'Vera de Wit' },
      others: [{ status: 'absent', at: iso(MORNING), who: 'Joost Bakker' }],
    })
    expect(await stored(sam)).toEqual({ status: 'late', has_record: true })
    expect(await stored(noor)).toEqual({ status: null, has_record: false })
  })

  test('the tick made last counts, whichever arrives first; if it is taken back, none does', async () => {
    api.clock.now += 10 * MINUTE
    expect(await outcomesOf([tickOf(sam, 'present', MORNING + 5 * MINUTE)])).toEqual(['counted'])
    expect(await outcomesOf([tickOf(sam, 'absent', MORNING + MINUTE)])).toEqual(['overruled'])
    expect(await stored(sam)).toEqual({ status: 'present', has_record: true })
    const takenBack = tickOf(sam, null)
    expect(await outcomesOf([tickOf(noor, 'late', MORNING), takenBack])).toEqual(['counted', 'counted'])
    expect(await stored(sam)).toEqual({ status: null, has_record: false })
    expect(await entryOf(sam)).toMatchObject({ ticked: null, others: [] })
    expect(await ticksStored()).toHaveLength(4)
  })

  test('a tick that is sent again counts once, and its key is good for no other', async () => {
    const tick = tickOf(sam, 'present')
    expect(await outcomesOf([tick, tick])).toEqual(['counted', 'counted'])
    api.clock.now += MINUTE
    expect(await outcomesOf([tick])).toEqual(['counted'])
    const joost = await colleague({ first_name: 'Joost', last_name: 'Bakker' })
    const stolen = [
      { ...tick, status: 'absent' as const },
      { ...tick, enrollment_id: noor },
    ]
    expect(await outcomesOf(stolen, joost)).toEqual(['unknown', 'unknown'])
    expect(await ticksStored()).toEqual([{ key: tick.key, at: tick.at }])
    expect(await entryOf(sam)).toMatchObject({ ticked: { status: 'present', who: 'Vera de Wit' }, others: [] })
    expect(await stored(noor)).toEqual({ status: null, has_record: false })
  })

  test('an act on all who have no tick takes nothing from a colleague, nor does taking it back', async () => {
    const joost = await colleague({ first_name: 'Joost', last_name: 'Bakker' })
    const rest = (enrollment_id: number) => ({ ...tickOf(enrollment_id, 'present'), replaces: null })
    const absent = tickOf(sam, 'absent', MORNING - MINUTE)
    expect(await outcomesOf([absent], joost)).toEqual(['counted'])
    const [forSam, forNoor] = [rest(sam), rest(noor)]
    expect(await outcomesOf([forSam, forNoor])).toEqual(['overruled', 'counted'])
    // Its answer was lost: it comes again, and what was taken back stays so.
    expect(await outcomesOf([forSam, forNoor])).toEqual(['overruled', 'counted'])
    expect([await stored(sam), await stored(noor)].map(({ status }) => status)).toEqual(['absent', 'present'])
    api.clock.now += MINUTE
    const undoing = (made: Tick) => ({ ...tickOf(made.enrollment_id, null), replaces: made.key })
    expect(await outcomesOf([undoing(forSam), undoing(forNoor)])).toEqual(['overruled', 'counted'])
    expect(await outcomesOf([forNoor])).toEqual(['overruled'])
    expect([await stored(sam), await stored(noor)].map(({ status }) => status)).toEqual(['absent', null])
    // Kept on a device in any order: judged in the order in which they were made.
    const again = { ...tickOf(noor, 'absent', MORNING + 2 * MINUTE), replaces: null }
    api.clock.now += 2 * MINUTE
    expect(await outcomesOf([undoing(again), again])).toEqual(['counted', 'overruled'])
    expect(await stored(noor)).toEqual({ status: null, has_record: false })
  })

  test('a clock that is ahead counts as ours, and a day before the test not at all', async () => {
    const ticks = [tickOf(sam, 'present', MORNING + DAY), tickOf(noor, 'present', MORNING - DAY)]
    expect(await outcomesOf(ticks)).toEqual(['counted', 'outside'])
    expect((await entryOf(sam))?.ticked?.at).toBe(iso(MORNING))
    expect(await stored(noor)).toEqual({ status: null, has_record: false })
  })

  test('only who is enrolled there can be ticked, not before the day, and long after it', async () => {
    const elsewhere = await enroll('newcomer', 'open')
    expect(await outcomesOf([tickOf(elsewhere, 'present'), tickOf(2_147_483_647, 'present')])).toEqual([
      'unknown',
      'unknown',
    ])
    const early = await post({ ticks: [tickOf(elsewhere, 'present')] }, { at: school.moments.open })
    expect(early).toMatchObject({ status: 422, body: { reason: 'presence-not-yet' } })
    expect(await post({}, { at: 2_147_483_647 })).toMatchObject({ status: 404 })
    api.clock.now += 300 * DAY
    expect(await outcomesOf([tickOf(sam, 'absent')])).toEqual(['counted'])
    expect((await read())._links).toEqual({
      tick: expect.anything(),
      presence_checklist: expect.anything(),
      presence_checklist_by_module: expect.anything(),
      extra_time: expect.anything(),
    })
  })

  test('a name that is noted is kept once, on one line, and stands in the list', async () => {
    const note = { key: randomUUID(), name: ' Daan\r\nMulder ', at: iso(MORNING + DAY) }
    expect((await post({ walk_ins: [note] })).status).toBe(200)
    expect((await post({ walk_ins: [{ ...note, name: 'Iemand anders' }] })).status).toBe(200)
    const { walk_ins } = await read()
    expect(walk_ins).toMatchObject([{ name: 'Daan Mulder', at: iso(MORNING), who: 'Vera de Wit', settled: false }])
  })

  test('one line of the log for each request that changed something, without names of students', async () => {
    await database.kysely.deleteFrom('audit').execute()
    const ticks = [tickOf(sam, 'present'), tickOf(noor, 'present')]
    await outcomesOf(ticks)
    await outcomesOf(ticks)
    expect(await auditTrail(database)).toEqual([`user ${school.users.teacher} presence-noted testmoment ${today}: `])
  })

  test('students neither read it nor tick', async () => {
    expect((await as.sam(`GET /testmoment/${today}/presence`)).status).toBe(403)
    expect((await post({ ticks: [tickOf(sam, 'present')] }, { as: as.sam })).status).toBe(403)
    expect(await ticksStored()).toEqual([])
  })

  test('two who tick at once wait for each other: what was made last stands, and both are kept', {
    tags: 'race',
  }, async () => {
    api.clock.now += 10 * MINUTE
    const joost = await colleague({ first_name: 'Joost', last_name: 'Bakker' })
    const [later, earlier] = [tickOf(sam, 'present', MORNING + 3 * MINUTE), tickOf(sam, 'absent', MORNING + 2 * MINUTE)]
    const made = { later: () => outcomesOf([later]), earlier: () => outcomesOf([earlier], joost) }
    for (const [first, second] of [
      [made.later, made.earlier],
      [made.earlier, made.later],
    ] as const) {
      await database.kysely.deleteFrom('presence_tick').execute()
      await database.kysely.deleteFrom('presence').execute()
      await halfway(database, { hold: holdTable('presence'), first, second })
      expect(await stored(sam)).toEqual({ status: 'present', has_record: true })
      expect((await entryOf(sam))?.others).toMatchObject([{ status: 'absent', who: 'Joost Bakker' }])
    }
  })

  test('a tick that two processes are sent at once counts once', { tags: 'race' }, async () => {
    const tick = tickOf(sam, 'present')
    const [first, second] = await halfway(database, {
      hold: holdUser(school.users.sam),
      first: () => outcomesOf([tick]),
      second: () => outcomesOf([tick]),
    })
    expect([first, second]).toEqual([['counted'], ['counted']])
    expect(await ticksStored()).toHaveLength(1)
  })

  test('a student who unenrolls meanwhile is not ticked, or stays enrolled', { tags: 'race' }, async () => {
    await database.kysely.updateTable('testmoment').set({ enrollments_enabled: true }).execute()
    const [left, outcomes] = await halfway(database, {
      hold: holdUser(school.users.sam),
      first: () => as.sam(`DELETE /enrollment/${sam}`),
      second: () => outcomesOf([tickOf(sam, 'present')]),
    })
    expect([
      [200, ['unknown']],
      [422, ['counted']],
    ]).toContainEqual([left.status, outcomes])
  })
})
