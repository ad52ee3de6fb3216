import { expect, test } from 'vitest'
import { enqueueAll } from '#database/outbox/outbox-tasks.ts'
import { describeOnEachDatabase } from '../support/databases.ts'
import { deliveryStage } from '../support/push/delivery-stage.ts'
import { subscribe } from '../support/push/subscribe.ts'

describeOnEachDatabase('where there are seats', (open) => {
  const stage = deliveryStage(open)
  const { announce, deliver, endpoints, network } = stage

  test('an opening is for no more than there is a seat for, after those who wait; a waiting student is not called to choose', async () => {
    const { sam, noor } = stage
    const wait = () =>
      stage.database.kysely
        .insertInto('waiting_entry')
        .values({
          user_id: stage.school.users.noor,
          testmoment_id: stage.school.moments.listed,
          module_id: stage.school.modules.ALG,
          created_at: new Date(stage.clock.now).toISOString(),
        })
        .execute()
    const calledWith = async (seats: number) => {
      await stage.database.kysely.updateTable('testmoment').set({ seats }).execute()
      network.sent = []
      await announce('listed')
      await deliver()
      return endpoints()
    }
    const both = [sam.endpoint, noor.endpoint].sort()
    expect(await calledWith(1)).toEqual(both)
    await stage.enroll('unactivated', 'listed')
    expect(await calledWith(1)).toEqual([])
    expect(await calledWith(2)).toEqual(both)
    await wait()
    expect(await calledWith(2)).toEqual([])
    expect(await calledWith(3)).toEqual([sam.endpoint])
    expect(await calledWith(0)).toEqual(both)
    // Who has a seat there takes no other, whatever else they wait for.
    await stage.enroll('noor', 'listed')
    expect(await calledWith(3)).toEqual([sam.endpoint])
  })

  test('one is announced to the student who got it, on each device, for two days though enrollment closes sooner', async () => {
    const { sam } = stage.school.users
    const other = await subscribe(stage.database, sam)
    await stage.enroll('sam', 'closing')
    expect(await stage.announceSeat('sam', 'closing')).toBe(2)
    await stage.database.kysely.updateTable('testmoment').set({ enrollments_enabled: false }).execute()
    await deliver()
    expect(endpoints()).toEqual([stage.sam.endpoint, other.endpoint].sort())
    expect(network.sent[0]).toMatchObject({
      ttl: 48 * 3_600,
      urgency: 'high',
      topic: `toetsmoment-${stage.school.moments.closing}`,
      message: { notification: { title: 'Je hebt een plaats' } },
    })
  })

  test('many that are given at once are announced together, and keep no opening waiting', async () => {
    const { users, moments } = stage.school
    await stage.enroll('sam', 'open')
    await stage.enroll('noor', 'open')
    const given = [...Array.from({ length: 30 }, () => users.sam), users.noor]
    const seats = given.map((user_id) => ({ user_id, testmoment_id: moments.open }))
    await stage.database.transaction((trx) => enqueueAll(trx, 'seat-push', seats, stage.clock.now))
    await announce('listed')
    const jobs = await stage.jobs()
    expect(jobs.map(({ device, kind }) => ({ device, kind }))).toEqual(
      [stage.sam, stage.noor].map(({ id: device }) => ({ device, kind: 'seat' })),
    )
    const undone = stage.database.kysely.selectFrom('outbox').select('kind').where('done_at', 'is', null)
    expect(await undone.execute()).toEqual([])
  })

  test('a student who gave up the seat that they got is not notified of it, nor is anyone of an opening that is full', async () => {
    expect(await stage.announceSeat('sam', 'open')).toBe(0)
    await stage.enroll('sam', 'open')
    await stage.enroll('noor', 'open')
    await stage.announceSeat('sam', 'open')
    await stage.announceSeat('noor', 'open')
    await stage.database.kysely.deleteFrom('enrollment').where('user_id', '=', stage.school.users.sam).execute()
    await deliver()
    expect(endpoints()).toEqual([stage.noor.endpoint])

    await announce('listed')
    await stage.enroll('noor', 'listed')
    await stage.database.kysely.updateTable('testmoment').set({ seats: 1 }).execute()
    await deliver()
    expect(endpoints()).toEqual([stage.noor.endpoint])
  })
})
