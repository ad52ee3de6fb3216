import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { pushAboutMessage } from '#domain/push/push-message.ts'
import { MORNING } from '../support/api/test-school.ts'
import { describeOnEachDatabase } from '../support/databases.ts'
import { busy, deliveryStage, HOUR, SECOND, SENT } from '../support/push/delivery-stage.ts'

describeOnEachDatabase('the delivery of a message', (open) => {
  const stage = deliveryStage(open)
  const { announce, announceMessage, clock, createDelivery, deliver, endpoints, jobs, network } = stage
  const taken = async (id: number) =>
    (
      await stage.database.kysely
        .selectFrom('message')
        .select('pushes_taken')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).pushes_taken

  test('says that it is there and nothing of what it says, for two days, and counts who took it', async () => {
    const id = await announceMessage()
    await deliver()
    expect(endpoints()).toEqual([stage.sam.endpoint, stage.noor.endpoint].sort())
    expect(network.sent[0]).toMatchObject({ ttl: 48 * 3_600, urgency: 'normal', topic: `bericht-${id}` })
    expect(network.sent[0]?.message).toEqual(pushAboutMessage({ kind: 'message', id }, 'https://wiskunde.school.nl'))
    expect(JSON.stringify(network.sent)).not.toMatch(/geheim/i)
    expect(await taken(id)).toBe(2)
    await announce()
    await deliver()
    expect(network.sent).toHaveLength(4)
    expect(await taken(id)).toBe(2)
  })

  test('counts each message apart, and no push that was not taken', async () => {
    network.answer = ({ subscription }) => (subscription.endpoint === stage.sam.endpoint ? busy() : SENT)
    const ids = [await announceMessage(), await announceMessage('change')]
    const about = { audience: JSON.stringify({ testmoment_id: 1, room_id: null }), subject: 'Je zaal is bekend' }
    await stage.database.kysely
      .updateTable('message')
      .set(about)
      .where('id', '=', ids[1] ?? 0)
      .execute()
    await deliver()
    expect(await Promise.all(ids.map(taken))).toEqual([1, 1])
    expect(network.sent.find(({ topic }) => topic === `bericht-${ids[1]}`)).toMatchObject({
      urgency: 'high',
      message: { notification: { title: 'Je zaal is bekend' } },
    })
    expect(JSON.stringify(network.sent)).not.toMatch(/geheim/i)
    network.answer = () => SENT
    clock.now += 60 * SECOND
    await deliver()
    expect(await Promise.all(ids.map(taken))).toEqual([2, 2])
  })

  test('counts a push once, even if another process took it over when its lease was out', async () => {
    const id = await announceMessage()
    let answer = () => {}
    const slow = createDelivery({
      send: () =>
        new Promise((resolve) => {
          const before = answer
          answer = () => {
            before()
            resolve(SENT)
          }
        }),
    })
    await slow.turn()
    clock.now += 30 * SECOND
    await deliver()
    answer()
    await nextTurn()
    await slow.end()
    expect(await taken(id)).toBe(2)
  })

  test('is not brought to a student who read it meanwhile, wants none of its kind any more, or is a recipient no more', async () => {
    const { sam, noor } = stage.school.users
    const id = await announceMessage()
    await stage.database.kysely
      .updateTable('message_recipient')
      .set({ read_at: new Date(MORNING).toISOString() })
      .where('user_id', '=', sam)
      .execute()
    await stage.database.kysely.insertInto('push_preference').values({ user_id: noor, message: false }).execute()
    const change = await announceMessage('change')
    await stage.database.kysely
      .deleteFrom('message_recipient')
      .where('message_id', '=', change)
      .where('user_id', '=', sam)
      .execute()
    await deliver()
    expect(network.sent.map(({ subscription, topic }) => [subscription.endpoint, topic])).toEqual([
      [stage.noor.endpoint, `bericht-${change}`],
    ])
    expect((await jobs()).map(({ outcome }) => outcome)).toEqual(['unneeded', 'unneeded', 'unneeded', 'sent'])
    expect([await taken(id), await taken(change)]).toEqual([0, 1])
  })

  test('waits for the end of quiet hours, and is given up when it is old news by then', async () => {
    const quiet = { user_id: stage.school.users.sam, quiet_from: '10:00', quiet_until: '11:30' }
    await announceMessage()
    await stage.database.kysely.insertInto('push_preference').values(quiet).execute()
    await deliver()
    expect(endpoints()).toEqual([stage.noor.endpoint])
    clock.now += 48 * HOUR
    await deliver()
    expect(network.sent).toHaveLength(1)
    expect((await jobs()).map(({ outcome }) => outcome)).toEqual(['expired', 'sent'])
  })

  test('that was deleted goes to nobody', async () => {
    const id = await announceMessage()
    await stage.database.kysely.deleteFrom('message').where('id', '=', id).execute()
    await deliver()
    expect(network.sent).toEqual([])
    expect(await jobs()).toEqual([])
  })
})
