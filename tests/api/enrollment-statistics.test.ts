import { expect, test } from 'vitest'
import { listEnrollmentStatistics } from '#contract/statistics.calls.ts'
import { storeEnrollments } from '#tests/support/api/enrolled.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Moment } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('enrollments over the last weeks', (open) => {
  const { database, school, ask, place } = openStage(open, { as: 'teacher' })

  const yearOf = async (moment: Moment) => {
    const row = await database.kysely
      .selectFrom('testmoment')
      .select('schoolyear_id')
      .where('id', '=', school.moments[moment])
      .executeTakeFirstOrThrow()
    return row.schoolyear_id
  }

  test('are counted by the weeks of Amsterdam, for the moments of that year alone', async () => {
    // it is Tuesday 10 March 2026; the week began at 23:00 UTC on Sunday
    await storeEnrollments(
      database,
      { ...place('sam', 'open', 'ALG'), created_at: '2026-03-08T23:00:00.000Z' },
      { ...place('sam', 'other', 'GON'), created_at: '2026-03-08T22:59:59.999Z' },
      { ...place('sam', 'other', 'STA'), created_at: '2026-01-18T23:00:00.000Z' },
      { ...place('sam', 'past', 'ALG'), created_at: '2026-01-18T22:59:59.999Z' },
      { ...place('sam', 'lastYear', 'ALG'), created_at: '2026-03-09T12:00:00.000Z' },
    )
    const path = `GET /schoolyear/${await yearOf('open')}/enrollment-statistics`
    const { entities } = listEnrollmentStatistics.reply.parse((await ask(path)).body)
    expect(entities.map(({ week }) => week)).toEqual([
      '2026-01-19',
      '2026-01-26',
      '2026-02-02',
      '2026-02-09',
      '2026-02-16',
      '2026-02-23',
      '2026-03-02',
      '2026-03-09',
    ])
    expect(entities.map(({ enrollments }) => enrollments)).toEqual([1, 0, 0, 0, 0, 0, 1, 1])
  })

  test('of a year that is not there are not found', async () => {
    const reply = await ask('GET /schoolyear/2147483647/enrollment-statistics')
    expect(reply).toMatchObject({ status: 404, body: { reason: 'not-found' } })
  })
})
