import { expect, test } from 'vitest'
import { listTakenTests } from '#contract/history.calls.ts'
import type { PresenceStatus } from '#domain/presence/presence.schema.ts'
import type { ResultValue } from '#domain/results/result.schema.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Token } from '#tests/support/api/test-api.ts'
import { divideOverRoom, MORNING } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('GET /user/:id/history', (open) => {
  const { database, school, api, as, enroll, complete, set } = openStage(open)

  const at = new Date(MORNING).toISOString()
  const tick = (enrollment_id: number, status: PresenceStatus) =>
    database.kysely.insertInto('presence').values({ enrollment_id, user_id: school.users.sam, status, at }).execute()
  /** Results that teachers typed, and those that students were notified of. */
  const note = (enrollment_id: number, typed: ResultValue, published: ResultValue | null) =>
    database.kysely
      .insertInto('result')
      .values({
        enrollment_id,
        user_id: school.users.sam,
        ...typed,
        edited_at: at,
        published_outcome: published?.outcome ?? null,
        published_grade: published?.grade ?? null,
        published_at: published && at,
      })
      .execute()
  const history = async (token: Token = as.sam) => {
    const { body } = await api.ask(`GET /user/${school.users.sam}/history`, { token })
    return listTakenTests.reply.parse(body).entities
  }

  test('is found by a link, and holds what has been, of all school years, the latest first', async () => {
    const { body } = await as.sam('GET /user')
    const href = `/api/v1/user/${school.users.sam}/history`
    expect(body).toMatchObject({ _links: { history: { method: 'GET', href } } })
    await enroll('sam', 'past', 'STA')
    await enroll('sam', 'past')
    await enroll('sam', 'lastYear', 'GON')
    await enroll('sam', 'open', 'GON')
    const names = async (token: Token = as.sam) =>
      (await history(token)).map((test) => `${test.schoolyear_name} ${test.testmoment.date} ${test.module_name}`)
    expect(await names()).toEqual(['2025-2026 2026-03-01 ALG', '2025-2026 2026-03-01 STA'])
    api.clock.now = Date.parse('2026-06-01T09:00:00.000Z')
    expect(await names(as.sam)).toEqual([
      '2024-2025 2026-05-01 GON',
      '2025-2026 2026-03-20 GON',
      '2025-2026 2026-03-01 ALG',
      '2025-2026 2026-03-01 STA',
    ])
  })

  test('holds what is noted of a moment that is not over, but nothing by which a draft would show', async () => {
    const [ticked, drafted, published] = [
      await enroll('sam', 'open'),
      await enroll('sam', 'other'),
      await enroll('sam', 'single', 'STA'),
    ]
    await tick(ticked, 'late')
    await note(drafted, { outcome: 'failed', grade: 30 }, null)
    await note(published, { outcome: 'failed', grade: 40 }, { outcome: 'passed', grade: 75 })
    expect(await history()).toMatchObject([
      { id: published, presence: null, result: { outcome: 'passed', grade: 75 }, published_at: at },
      { id: ticked, presence: 'late', result: null, published_at: null },
    ])
  })

  test('says where the student sat, once that was published', async () => {
    const { past } = school.moments
    await enroll('sam', 'past')
    const room_id = await divideOverRoom(database, { testmomentId: past, name: '3.14', seats: 1, isPublished: false })
    const chair = { testmoment_id: past, user_id: school.users.sam, room_id, seat_number: 1 }
    await database.kysely.insertInto('chair').values(chair).execute()
    expect((await history())[0]).not.toHaveProperty('chair')
    await set.moment(past, { rooms_published_at: at })
    expect(await history()).toMatchObject([{ chair: { room: '3.14', seat_number: 1 } }])
  })

  test('says of a result that it was corrected, or withdrawn, and of a module that it is completed', async () => {
    const [corrected, withdrawn] = [await enroll('sam', 'past'), await enroll('sam', 'past', 'STA')]
    const { sam: user_id } = school.users
    for (const enrollment_id of [corrected, withdrawn])
      await note(enrollment_id, { outcome: 'failed', grade: 50 }, { outcome: 'failed', grade: 50 })
    await database.kysely
      .updateTable('result')
      .set({ published_outcome: null, published_grade: null })
      .where('enrollment_id', '=', withdrawn)
      .execute()
    const publication = { user_id, ended_testmoment_ids: '[]', at }
    await database.kysely
      .insertInto('result_publication')
      .values([
        { ...publication, enrollment_id: corrected, outcome: 'passed', grade: 60, is_correction: false },
        { ...publication, enrollment_id: corrected, outcome: 'failed', grade: 50, is_correction: true },
      ])
      .execute()
    await complete(user_id, 'STA')
    expect(await history()).toMatchObject([
      { id: corrected, corrected: true, is_completed: false, result: { outcome: 'failed', grade: 50 } },
      { id: withdrawn, corrected: false, is_completed: true, result: null, published_at: at },
    ])
  })

  test('is the student’s own, and an administrator’s to read; who is no student has none', async () => {
    await tick(await enroll('sam', 'past'), 'absent')
    expect(await history(as.teacher)).toMatchObject([{ presence: 'absent' }])
    const ask = (id: number, token: Token) => api.ask(`GET /user/${id}/history`, { token })
    expect(await ask(school.users.sam, as.noor)).toMatchObject({ status: 403, body: { reason: 'not-yours' } })
    expect(await ask(school.users.teacher, as.teacher)).toMatchObject({ status: 404 })
    expect(await ask(2_147_483_647, as.teacher)).toMatchObject({ status: 404 })
  })
})
