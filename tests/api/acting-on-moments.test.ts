// @module-tag race
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { actOnMoments, previewMomentsAct } from '#contract/testmoments.calls.ts'
import type { MomentsAct, PlannedMoment } from '#domain/testmoments/moments-act.schema.ts'
import { auditTrail } from '#tests/support/api/audit-trail.ts'
import { openingsToAnnounce } from '#tests/support/api/enrolled.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Moment } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { halfway, holdUser } from '#tests/support/halfway.ts'

describeOnEachDatabase('many test moments at once', (open) => {
  const { database, school, api, enroll, as, place, add } = openStage(open, { loggedIn: ['teacher', 'sam'] })

  const idsOf = (moments: readonly Moment[]) => moments.map((name) => school.moments[name])
  const preview = async (act: MomentsAct, ...moments: Moment[]) => {
    const body = { act, testmoment_ids: idsOf(moments) }
    const reply = await as.teacher('POST /testmoments/act/preview', body)
    expect(reply.status).toBe(200)
    return previewMomentsAct.reply.parse(reply.body)
  }
  const send = (act: MomentsAct, moments: readonly Moment[], confirmation: string, more = {}) =>
    as.teacher('POST /testmoments/act', { act, testmoment_ids: idsOf(moments), confirmation, ...more })
  const carryOut = async (act: MomentsAct, moments: Moment[], more = {}) => {
    const { confirmation } = await preview(act, ...moments)
    const { status, body } = await send(act, moments, confirmation ?? '', more)
    expect(status).toBe(200)
    return actOnMoments.reply.parse(body)
  }
  const outcomes = (moments: readonly PlannedMoment[]) => moments.map(({ outcome, refusal }) => refusal ?? outcome)
  const stored = async (moment: Moment) =>
    database.kysely.selectFrom('testmoment').selectAll().where('id', '=', school.moments[moment]).executeTakeFirst()
  const message = { key: randomUUID(), subject: 'Gesloten', text: 'Je inschrijving staat vast.' }

  test('are opened: what was closed, with a push for each, as by hand', async () => {
    const { moments } = await carryOut({ kind: 'open' }, ['closed', 'open', 'lastYear'])
    expect(outcomes(moments)).toEqual(['will', 'already', 'already'])
    expect(moments[0]?.changes).toEqual([{ label: 'Inschrijvingen', old: 'gesloten', new: 'open' }])
    expect((await stored('closed'))?.enrollments_enabled).toBeTruthy()
    expect(await openingsToAnnounce(database)).toEqual([school.moments.closed])
    expect(await auditTrail(database)).toEqual([
      expect.stringContaining(`user ${school.users.teacher} opened testmoment ${school.moments.closed}`),
    ])
  })

  test('are closed, with one message for each student however many of them they are enrolled at', async () => {
    await enroll('sam', 'open')
    await enroll('sam', 'other', 'GON')
    await enroll('noor', 'other')
    const shown = await preview({ kind: 'close' }, 'open', 'other', 'closed')
    expect(outcomes(shown.moments)).toEqual(['will', 'will', 'already'])
    expect(shown.moments.map((plan) => [plan.students_concerned, plan.closes_earlier])).toEqual([
      [1, true],
      [2, true],
      [0, false],
    ])
    expect(shown.students_concerned).toBe(2)
    expect(await stored('open')).toMatchObject({ version: 1 })

    const { students_messaged } = await carryOut({ kind: 'close' }, ['open', 'other', 'closed'], { message })
    expect(students_messaged).toBe(2)
    const kept = await database.kysely.selectFrom('message').select(['audience', 'audience_label']).execute()
    expect(kept.map(({ audience_label }) => audience_label)).toEqual(['Toetsmoment gewijzigd: 2 toetsmomenten'])
    expect(JSON.parse(kept[0]?.audience ?? '')).toEqual({
      testmoment_ids: idsOf(['open', 'other']),
      change: 'edited',
    })
  })

  test('are planned relative to the day of each, by the rules of an edit', async () => {
    const act: MomentsAct = {
      kind: 'plan',
      opening: { days_before: 14, time: '09:00' },
      closing: { days_before: 1, time: '17:00' },
    }
    // 14 days before 20 March has been
    const { moments } = await carryOut(act, ['open', 'other', 'closed', 'past'])
    expect(outcomes(moments)).toEqual(['opening-past', 'will', 'will', 'opening-past'])
    expect(await stored('open')).toMatchObject({ version: 1, enrollments_close_at: null })
    expect(await stored('other')).toMatchObject({
      enrollments_open_at: '2026-03-13T08:00:00.000Z',
      enrollments_close_at: '2026-03-26T16:00:00.000Z',
    })
    // summer time began on 29 March
    expect(await stored('closed')).toMatchObject({ enrollments_open_at: '2026-03-27T08:00:00.000Z' })
    expect(await stored('closed')).toMatchObject({ enrollments_close_at: '2026-04-09T15:00:00.000Z' })

    await carryOut({ kind: 'plan', opening: null }, ['other'])
    expect(await stored('other')).toMatchObject({
      enrollments_open_at: null,
      enrollments_close_at: '2026-03-26T16:00:00.000Z',
    })
    const reversed = { kind: 'plan', closing: { at: '2026-03-11T08:00:00.000Z' } } as const
    expect(outcomes((await preview(reversed, 'closed', 'other')).moments)).toEqual(['schedule-reversed', 'will'])
  })

  test('get seats, and say how many are too many', async () => {
    await enroll('sam', 'open')
    await enroll('noor', 'open')
    const { moments } = await carryOut({ kind: 'seats', seats: 1 }, ['open', 'other'])
    expect(moments.map((plan) => plan.students_above_seats)).toEqual([1, 0])
    expect(await stored('open')).toMatchObject({ seats: 1 })

    const created_at = new Date(api.clock.now).toISOString()
    const education_department_id = school.departmentId
    const user_id = await add.user({ username: 'waits@school.test', education_department_id })
    const entry = place(user_id, 'open', 'GON')
    await database.kysely
      .insertInto('waiting_entry')
      .values({ ...entry, created_at })
      .execute()
    const more = { kind: 'seats', seats: 9 } as const
    const plan = await preview(more, 'open')
    expect(plan.moments[0]?.students_promoted).toBe(1)
    await database.kysely.deleteFrom('waiting_entry').execute()
    expect((await send(more, ['open'], plan.confirmation ?? '')).status, 'a line moves all the time').toBe(200)
  })

  test('gain, lose and replace modules, with who loses an enrollment by it', async () => {
    const { ALG, GON, STA } = school.modules
    await enroll('sam', 'open', 'ALG', 'GON')
    await enroll('noor', 'listed')
    const replace: MomentsAct = { kind: 'modules', how: 'replace', module_ids: [GON] }
    const { moments } = await carryOut(replace, ['open', 'listed'], { message })
    expect(moments).toMatchObject([
      { changes: [{ label: 'Modules', old: 'Alle modules', new: 'GON' }], enrollments_deleted: 1, students: 1 },
      { changes: [{ old: 'ALG', new: 'GON' }], enrollments_deleted: 1, students_concerned: 1 },
    ])
    const left = await database.kysely.selectFrom('enrollment').select(['user_id', 'module_id']).execute()
    expect(left).toEqual([{ user_id: school.users.sam, module_id: GON }])

    const added = await carryOut({ kind: 'modules', how: 'add', module_ids: [STA, GON] }, ['open', 'listed'])
    expect(added.moments.map(({ changes }) => changes[0]?.new)).toEqual(['GON, STA', 'GON, STA'])
    const remove: MomentsAct = { kind: 'modules', how: 'remove', module_ids: [GON, STA] }
    expect(await preview(remove, 'listed', 'other', 'open')).toMatchObject({
      moments: [
        { outcome: 'will', opens_all_modules: true, enrollments_deleted: 0 },
        { outcome: 'refused', refusal: 'offers-all' },
        { outcome: 'will', opens_all_modules: true, enrollments_deleted: 0 },
      ],
    })
    const unknown = { act: { ...remove, module_ids: [ALG + 1_000] }, testmoment_ids: idsOf(['open']) }
    expect(await as.teacher('POST /testmoments/act/preview', unknown)).toMatchObject({
      status: 422,
      body: { reason: 'module-unknown' },
    })
  })

  test('are deleted but for those that a presence or a result belongs to, and are gone the second time', async () => {
    await enroll('sam', 'open')
    await enroll('noor', 'past')
    const { kysely } = database
    const past = school.moments.past
    await kysely.updateTable('enrollment').set({ has_record: true }).where('testmoment_id', '=', past).execute()
    const { moments } = await carryOut({ kind: 'delete' }, ['open', 'past', 'listed'])
    expect(outcomes(moments)).toEqual(['will', 'testmoment-recorded', 'will'])
    expect(moments[0]).toMatchObject({ enrollments_deleted: 1, students: 1, students_concerned: 1 })
    expect([await stored('open'), await stored('listed')]).toEqual([undefined, undefined])
    expect(await stored('past')).toBeDefined()

    expect(await preview({ kind: 'delete' }, 'open', 'past')).toEqual({
      moments: [
        expect.objectContaining({ refusal: 'not-found', testmoment: null }),
        expect.objectContaining({ refusal: 'testmoment-recorded' }),
      ],
      students_concerned: 0,
      confirmation: null,
    })
  })

  test('are said to be the last of their year once all of it would go', async () => {
    const { moments } = await preview({ kind: 'delete' }, 'lastYear', 'open')
    expect(moments.map(({ last_testmoment }) => last_testmoment)).toEqual([true, false])
  })

  test('stay as they are when something else would be done than was confirmed', async () => {
    const deletion = await preview({ kind: 'delete' }, 'open', 'listed')
    await enroll('sam', 'open')
    const refused = await send({ kind: 'delete' }, ['open', 'listed'], deletion.confirmation ?? '')
    expect(refused).toMatchObject({ status: 409, body: { reason: 'plan-changed' } })
    expect(Object(refused.body).preview).toEqual(await preview({ kind: 'delete' }, 'open', 'listed'))
    expect(await stored('listed')).toBeDefined()

    const closing = await preview({ kind: 'close' }, 'open', 'other')
    expect((await send({ kind: 'close' }, ['open'], closing.confirmation ?? '')).status).toBe(409)
    expect((await send({ kind: 'open' }, ['open', 'other'], closing.confirmation ?? '')).status).toBe(409)
    // somebody else there takes nothing from anybody
    await enroll('noor', 'open')
    expect((await send({ kind: 'close' }, ['open', 'other'], closing.confirmation ?? '')).status).toBe(200)
    // asked again after a lost answer
    expect(await send({ kind: 'close' }, ['open', 'other'], closing.confirmation ?? '')).toMatchObject({
      status: 409,
      body: { preview: { moments: [{ outcome: 'already' }, { outcome: 'already' }], confirmation: null } },
    })
  })

  test('are two hundred at most', async () => {
    const ask = (count: number) =>
      as.teacher('POST /testmoments/act/preview', {
        act: { kind: 'open' },
        testmoment_ids: Array.from({ length: count }, (_, index) => index + 1),
      })
    expect((await ask(200)).status).toBe(200)
    expect((await ask(201)).status).toBe(400)
    expect((await ask(0)).status).toBe(400)
  })

  describe('by two teachers at once', () => {
    const act = async (kind: 'close' | 'delete', moments: Moment[]) => {
      const { confirmation } = await preview({ kind }, ...moments)
      return () => send({ kind }, moments, confirmation ?? '')
    }

    test('are changed by the first; the second is shown what is left to do', async () => {
      const [first, second] = [await act('close', ['open', 'other']), await act('delete', ['other', 'open'])]
      const [closed, deleted] = await halfway(database, { hold: holdUser(school.users.teacher), first, second })
      expect(closed.status).toBe(200)
      expect(deleted).toMatchObject({ status: 409, body: { reason: 'plan-changed' } })
      expect(await stored('open')).toMatchObject({ version: 2 })
    })

    test('wait for a student who is enrolling, and count them', async () => {
      const second = await act('delete', ['open', 'other'])
      const body = place('sam', 'other')
      const [enrolled, deleted] = await halfway(database, {
        hold: (trx) => trx.selectFrom('module').select('id').where('id', '=', body.module_id).forUpdate().execute(),
        first: () => as.sam('POST /enrollment', body),
        second,
      })
      // on SQLite both waited for who held, in no order
      const statuses = [enrolled.status, deleted.status]
      if (!database.isRemote)
        return expect([
          [201, 409],
          [404, 200],
        ]).toContainEqual(statuses)
      expect(statuses).toEqual([201, 409])
      return expect(deleted).toMatchObject({
        status: 409,
        body: { preview: { moments: [{ enrollments_deleted: 0 }, { enrollments_deleted: 1 }] } },
      })
    })

    test('refuse a student who comes while they are being closed', async () => {
      const first = await act('close', ['open', 'other'])
      const body = place('sam', 'other')
      const [closed, enrolled] = await halfway(database, {
        hold: holdUser(school.users.teacher),
        first,
        second: () => as.sam('POST /enrollment', body),
      })
      expect(closed.status).toBe(200)
      expect(enrolled).toMatchObject({ status: 422, body: { reason: 'enrollments-closed' } })
    })
  })
})
