import { expect, test } from 'vitest'
import { enqueue } from '#database/outbox/outbox-tasks.ts'
import { announceDue } from '#push-server/announcing/announce-due.ts'
import { describeOnEachDatabase } from '../support/databases.ts'
import { deliveryStage } from '../support/push/delivery-stage.ts'
import { subscribe } from '../support/push/subscribe.ts'

describeOnEachDatabase('a push about a result', (open) => {
  const stage = deliveryStage(open)
  const { deliver, endpoints, network, clock } = stage

  /** That a result of this student was published; says how many pushes come of it. */
  const publish = async (student: 'sam' | 'noor', is_correction = false) => {
    const user_id = stage.school.users[student]
    const at = new Date(clock.now).toISOString()
    const { kysely } = stage.database
    const test = kysely.selectFrom('enrollment').select('id').where('user_id', '=', user_id)
    const { id: enrollment_id } = await test.executeTakeFirstOrThrow()
    const row = { enrollment_id, user_id, outcome: 'failed', is_correction, ended_testmoment_ids: '[]', at } as const
    const published = kysely.insertInto('result_publication').values(row).returning('id')
    const { id: publication_id } = await published.executeTakeFirstOrThrow()
    await stage.database.transaction((trx) => enqueue(trx, 'result-push', { publication_id }, clock.now))
    const planned = await announceDue({
      database: stage.database,
      clock: () => clock.now,
      log: { info: () => undefined, warn: () => undefined },
    })
    return { planned, enrollment_id }
  }

  test('goes to each device of its student, leads to their tests, and does not contain the result', async () => {
    const other = await subscribe(stage.database, stage.school.users.sam)
    await stage.enroll('sam', 'past')
    const { planned, enrollment_id } = await publish('sam')
    expect(planned).toBe(2)
    await deliver()
    expect(endpoints()).toEqual([stage.sam.endpoint, other.endpoint].sort())
    expect(network.sent[0]).toMatchObject({ ttl: 48 * 3_600, urgency: 'normal', topic: `uitslag-${enrollment_id}` })
    expect(network.sent[0]?.message.notification).toEqual({
      title: 'Je uitslag voor ALG is bekend',
      body: 'Je leest hem in de app, bij Mijn toetsen.',
      lang: 'nl',
      navigate: 'https://wiskunde.school.nl/student/history',
      tag: `uitslag-${enrollment_id}`,
    })
  })

  test('is not for students who want none, and one that was corrected before it went is announced as that alone', async () => {
    const { noor } = stage.school.users
    await stage.database.kysely.insertInto('push_preference').values({ user_id: noor, result: false }).execute()
    for (const student of ['sam', 'noor'] as const) await stage.enroll(student, 'past')
    expect((await publish('noor')).planned).toBe(0)
    expect((await publish('sam')).planned).toBe(1)
    expect((await publish('sam', true)).planned).toBe(1)
    await deliver()
    expect(network.sent.map(({ message }) => message.notification.title)).toEqual(['Je uitslag voor ALG is gewijzigd'])
  })
})
