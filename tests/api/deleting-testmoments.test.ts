import { beforeEach, expect, test } from 'vitest'
import { deleteTestmoment } from '#contract/testmoments.calls.ts'
import { auditTrail } from '#tests/support/api/audit-trail.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Moment } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { halfway, holdUser } from '#tests/support/halfway.ts'

describeOnEachDatabase('test moments that are deleted', (open) => {
  const { database, school, as, enroll, add } = openStage(open, { loggedIn: ['teacher'] })
  let thisYear: number
  let lastYear: number
  beforeEach(async () => {
    const years = await database.kysely.selectFrom('schoolyear').select(['id', 'active']).execute()
    thisYear = years.find(({ active }) => active)?.id ?? 0
    lastYear = years.find(({ active }) => !active)?.id ?? 0
  })

  const ask = (operation: string) => as.teacher(operation)
  const at = (moment: Moment, year = thisYear) => `/schoolyear/${year}/testmoment/${school.moments[moment]}`
  const remove = (moment: Moment, confirmed?: string, year = thisYear) =>
    ask(`DELETE ${at(moment, year)}${confirmed ? `?confirmed=${confirmed}` : ''}`)
  const gone = async (moment: Moment) => (await ask(`GET ${at(moment)}`)).status === 404

  test('go at once when nobody is enrolled', async () => {
    const { status, body } = await remove('listed')
    expect(status).toBe(200)
    const { entity, enrollments_deleted } = deleteTestmoment.reply.parse(body)
    expect([entity.id, enrollments_deleted]).toEqual([school.moments.listed, 0])
    expect(await gone('listed')).toBe(true)
    expect(await auditTrail(database)).toEqual([
      `user ${school.users.teacher} deleted testmoment ${school.moments.listed}: `,
    ])
  })

  test('ask first when somebody is, and take the enrollments with them', async () => {
    await enroll('sam', 'open', 'ALG', 'GON')
    await enroll('noor', 'open')
    await enroll('noor', 'other', 'GON')
    expect(await remove('open')).toMatchObject({
      status: 409,
      body: {
        reason: 'confirmation-needed',
        consequences: { enrollments_deleted: 3, students: 2, last_testmoment: false },
        confirmation: 'e3-s2-told2-moment',
      },
    })
    expect(await gone('open')).toBe(false)
    expect(await auditTrail(database)).toEqual([])
    expect(await remove('open', 'e3-s2-told2-moment')).toMatchObject({
      status: 200,
      body: { enrollments_deleted: 3 },
    })
    expect(await gone('open')).toBe(true)
    expect(await database.kysely.selectFrom('enrollment').select('testmoment_id').execute()).toEqual([
      { testmoment_id: school.moments.other },
    ])
  })

  test('ask again when somebody enrolled after the question', async () => {
    await enroll('sam', 'open')
    await enroll('noor', 'open')
    expect(await remove('open', 'e1-s1-told1-moment')).toMatchObject({
      status: 409,
      body: { confirmation: 'e2-s2-told2-moment' },
    })
    expect(await gone('open')).toBe(false)
  })

  test('ask first when a year is left without any', async () => {
    const question = { consequences: { last_testmoment: true }, confirmation: 'e0-s0-last-moment' }
    expect(await remove('lastYear', undefined, lastYear)).toMatchObject({ status: 409, body: question })
    expect(await remove('lastYear', 'e0-s0-last-moment', lastYear)).toMatchObject({ status: 200 })
  })

  test('at the same time: one of a year’s last two is asked about', { tags: 'race' }, async () => {
    const other = await add.moment({ schoolyear_id: lastYear, date: '2026-05-02' })
    const removal = (id: number) => () => ask(`DELETE /schoolyear/${lastYear}/testmoment/${id}`)
    const replies = await halfway(database, {
      hold: holdUser(school.users.teacher),
      first: removal(school.moments.lastYear),
      second: removal(other),
    })
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})
