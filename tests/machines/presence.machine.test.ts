import { afterAll, describe, expect, it } from 'vitest'
import { createActor, fromCallback, SimulatedClock } from 'xstate'
import type { PresenceList } from '#domain/presence/presence.schema.ts'
import { ApiError, NetworkError } from '#src/api/api-error.ts'
import { type KeeperEvent, type PresenceEvent, presenceMachine } from '#src/presence/presence.machine.ts'
import type { Known, Sent, Unsent } from '#src/presence/presence-store.ts'
import { standing, statusOf } from '#src/presence/shown-list.ts'
import { entry, listOf, NINE } from './support/presence-list.ts'
import { scriptedActor } from './support/scripted-actor.ts'
import { transitionCoverage } from './support/transition-coverage.ts'

const coverage = transitionCoverage(presenceMachine)
afterAll(() => expect([...coverage.untaken]).toEqual([]))

const ahead = 60_000

const nothing: Unsent = { ticks: [], notes: [] }
const refused = (reason: string, status = 403) => new ApiError({ status, reason })

/** A tablet whose clock is a minute behind the server's. */
function tablet({ isGuest = true } = {}) {
  const clock = new SimulatedClock()
  const device = { now: NINE - ahead }
  const readKept = scriptedActor<{ known: Known | null; unsent: Unsent }, void>()
  const send = scriptedActor<Sent, Unsent>()
  const fetchList = scriptedActor<Known | null, void>()
  const kept: Unsent[] = []
  const wiped = { list: 0, all: 0 }
  let keys = 0
  const actor = createActor(
    presenceMachine.provide({
      actors: {
        readKept: readKept.logic,
        send: send.logic,
        fetchList: fetchList.logic,
        keeper: fromCallback<KeeperEvent>(({ receive }) => receive(({ unsent }) => kept.push(unsent))),
      },
      actions: {
        wipeList: () => {
          wiped.list += 1
        },
        wipeAll: () => {
          wiped.all += 1
        },
      },
    }),
    {
      input: { who: 'Joost', isGuest, now: () => device.now, newKey: () => `key-${++keys}` },
      clock,
      inspect: coverage.inspect,
    },
  ).start()
  const settled = () => new Promise(setImmediate)
  return {
    actor,
    device,
    kept,
    wiped,
    readKept,
    send,
    fetchList,
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    sendEvent: async (event: PresenceEvent) => {
      actor.send(event)
      await settled()
    },
    pass: async (ms: number) => {
      clock.increment(ms)
      await settled()
    },
    /** The server takes all that it was sent last. */
    take: async (outcomes: Sent['outcomes'] = send.last.input.ticks.map(() => 'counted' as const)) => {
      send.last.resolve({ ...send.last.input, outcomes })
      await settled()
    },
    give: async (list: PresenceList | null) => {
      fetchList.last.resolve(list && { list, offset: ahead, receivedAt: device.now })
      await settled()
    },
    fail: async (actor: { last: { reject: (error: unknown) => void } }, error: unknown) => {
      actor.last.reject(error)
      await settled()
    },
    open: async (unsent: Unsent = nothing, list: PresenceList | null = null) => {
      readKept.last.resolve({ known: list && { list, offset: ahead, receivedAt: device.now }, unsent })
      await settled()
    },
    status: (id: number) => {
      const { list, ticks } = actor.getSnapshot().context
      const row = list?.entities.find(({ enrollment_id }) => enrollment_id === id)
      return row && statusOf(row, standing(ticks).get(id))
    },
  }
}

const tick = (enrollment_id: number, status: 'present' | 'late' | 'absent' | null = 'present') =>
  ({ type: 'tick.made', enrollment_id, status }) as const

describe('a presence list on a tablet', () => {
  it('keeps a tick on the device, timed by the server’s clock, before it is sent; and reads the list after that', async () => {
    const { open, give, sendEvent, pass, take, kept, send, status, state, context } = tablet()
    await open()
    await give(listOf(entry(1), entry(2)))
    expect(state()).toBe('resting')
    await sendEvent(tick(1, 'late'))
    await sendEvent(tick(1, 'present'))
    await sendEvent({ type: 'name.noted', name: 'Daan' })
    expect(kept.flatMap(({ ticks, notes }) => [...ticks, ...notes])).toHaveLength(3)
    expect(context().ticks.map(({ at }) => at)).toEqual(['2026-11-24T09:00:00.000Z', '2026-11-24T09:00:00.001Z'])
    expect([status(1), state()]).toEqual(['present', 'gathering'])
    await pass(250)
    expect(send.last.input.notes.map(({ name }) => name)).toEqual(['Daan'])
    await take()
    expect(state()).toBe('fetching')
    expect([status(1), context().ticks, context().notes]).toEqual(['present', [], []])
    expect(context().list?.entities[0]?.ticked?.who).toBe('Joost')
  })

  it('sends first what was left by a tab that was closed, in parts', async () => {
    const left = Array.from({ length: 450 }, (_, at) => ({
      key: `old-${at}`,
      enrollment_id: at,
      status: 'present' as const,
      at: new Date(NINE).toISOString(),
    }))
    const { open, take, send, state, context } = tablet()
    await open({ ticks: left, notes: [] }, listOf(entry(1)))
    expect(send.calls[0]?.input.ticks).toHaveLength(200)
    await take()
    await take()
    expect(context().ticks).toHaveLength(50)
    await take()
    expect([send.calls.length, state()]).toEqual([3, 'fetching'])
  })

  it.each([
    ['a network that is away', new NetworkError()],
    ['a server that breaks', refused('internal-error', 500)],
    ['a session that is over', refused('token-invalid', 401)],
    ['a list that one may not see now', refused('not-yours')],
    ['a busy server', new ApiError({ status: 503, reason: 'unavailable', retryAfter: 40 })],
  ])('loses nothing by %s, and tries again', async (_, error) => {
    const { open, give, sendEvent, pass, take, fail, send, state, context } = tablet()
    await open()
    await give(listOf(entry(1), entry(2)))
    await sendEvent(tick(1))
    await pass(250)
    await fail(send, error)
    expect([state(), context().failure]).toEqual(['waiting', error])
    await sendEvent(tick(2, 'absent'))
    await pass(error instanceof ApiError && error.retryAfter ? 39_000 : 1_900)
    expect(send.calls).toHaveLength(1)
    await pass(2_000)
    expect(send.last.input.ticks.map(({ enrollment_id }) => enrollment_id)).toEqual([1, 2])
    await take()
    await give(null)
    expect([state(), context().failure, context().ticks]).toEqual(['resting', null, []])
  })

  it('tries at once when the network returns, or somebody looks', async () => {
    const { open, fail, fetchList, sendEvent, state } = tablet()
    await open()
    await fail(fetchList, new NetworkError())
    await sendEvent({ type: 'network.returned' })
    expect(state()).toBe('fetching')
    await fail(fetchList, new NetworkError())
    await sendEvent({ type: 'page.seen' })
    expect(state()).toBe('fetching')
  })

  it('waits no longer than at first where the network that returned carries nothing yet', async () => {
    const { open, give, sendEvent, pass, take, fail, send, state } = tablet()
    await open()
    await give(listOf(entry(1)))
    await sendEvent(tick(1))
    await pass(250)
    for (let attempt = 0; attempt < 8; attempt++) {
      await fail(send, new NetworkError())
      await pass(30_000)
    }
    // Sent before the network returned, and failed after that.
    await sendEvent({ type: 'network.returned' })
    await fail(send, new NetworkError())
    await pass(2_000)
    expect(state()).toBe('sending')
    await fail(send, new NetworkError())
    await sendEvent({ type: 'network.returned' })
    await fail(send, new NetworkError())
    await pass(2_000)
    expect(state()).toBe('sending')
    await take()
    expect(state()).toBe('fetching')
  })

  it('sends what was ticked, also while news of others never ends', async () => {
    const { open, give, sendEvent, send, fetchList, state } = tablet({ isGuest: false })
    await open()
    await give(listOf(entry(1), entry(2)))
    await sendEvent({ type: 'news.heard' })
    await sendEvent(tick(1))
    expect([state(), fetchList.calls.length]).toEqual(['fetching', 2])
    await sendEvent({ type: 'news.heard' })
    expect([state(), send.last.input.ticks.length]).toEqual(['sending', 1])
  })

  it('asks every five seconds while somebody looks, and by an administrator’s news at once', async () => {
    const { open, give, sendEvent, pass, fetchList, state } = tablet()
    await open()
    await sendEvent({ type: 'page.seen' })
    await sendEvent({ type: 'news.heard' })
    expect(fetchList.calls).toHaveLength(2)
    await give(listOf(entry(1)))
    await pass(5_000)
    expect(fetchList.calls).toHaveLength(3)
    await give(null)
    await sendEvent({ type: 'page.hidden' })
    await pass(5_000)
    await pass(5_000)
    expect([fetchList.calls.length, state()]).toEqual([3, 'resting'])
    await sendEvent({ type: 'page.seen' })
    await give(null)
    await sendEvent({ type: 'news.heard' })
    expect(fetchList.calls).toHaveLength(5)
    expect(tablet({ isGuest: false }).context().isGuest).toBe(false)
  })

  it('shows and sends what another tab ticked, once', async () => {
    const { open, give, sendEvent, pass, status, state, context } = tablet()
    await open()
    await give(listOf(entry(1)))
    const ticks = [{ key: 'other', enrollment_id: 1, status: 'late' as const, at: new Date(NINE).toISOString() }]
    await sendEvent({ type: 'unsent.added', unsent: { ticks, notes: [] } })
    expect(status(1)).toBe('late')
    await sendEvent({ type: 'unsent.gone', keys: ['other'] })
    expect(context().ticks).toEqual([])
    await pass(250)
    expect(state()).toBe('fetching')
  })

  it('shows the later tick of somebody else above its own, and says which did not count', async () => {
    const { open, give, sendEvent, pass, take, status, context } = tablet()
    const later = { status: 'absent' as const, at: '2026-11-24T09:30:00.000Z', who: 'Noor' }
    await open()
    await give(listOf(entry(1), entry(2), entry(3)))
    await sendEvent(tick(1))
    await sendEvent(tick(2))
    await sendEvent(tick(3))
    await pass(250)
    await take(['overruled', 'unknown', 'outside'])
    expect(context().remarks).toEqual({ unknown: 1, outside: 1, stale: [] })
    await give(listOf(entry(1, { ticked: later }), entry(2), entry(3)))
    await sendEvent(tick(1))
    expect(status(1)).toBe('absent')
    await sendEvent({ type: 'remarks.read' })
    expect(context().remarks).toEqual({ unknown: 0, outside: 0, stale: [] })
  })

  it('ticks all who have none by one act, and takes that back where nobody ticked since', async () => {
    const { open, give, sendEvent, pass, take, send, kept, status, context } = tablet()
    const noor = { status: 'absent' as const, at: '2026-11-24T09:30:00.000Z', who: 'Noor' }
    await open()
    await give(listOf(entry(1), entry(2), entry(3), entry(4)))
    await sendEvent({ type: 'rest.ticked', enrollment_ids: [1, 2, 3, 4], students: 4, status: 'present' })
    await sendEvent(tick(1, 'late'))
    expect(kept.map(({ ticks }) => ticks.map(({ replaces }) => replaces))).toEqual([
      [null, null, null, null],
      [undefined],
    ])
    await pass(250)
    // A colleague ticked the second before this came, and ticks the third after it.
    await take(['counted', 'overruled', 'counted', 'counted', 'counted'])
    await give(
      listOf(
        entry(1, { ticked: context().list?.entities[0]?.ticked }),
        entry(2, { ticked: noor }),
        entry(3, { ticked: noor }),
        entry(4, { ticked: context().list?.entities[3]?.ticked }),
      ),
    )
    const [, , , fourth] = send.calls[0]?.input.ticks ?? []
    await sendEvent({ type: 'act.undone' })
    expect(context().ticks.map(({ enrollment_id, status, replaces }) => [enrollment_id, status, replaces])).toEqual([
      [4, null, fourth?.key],
    ])
    expect([1, 2, 3, 4].map(status)).toEqual(['late', 'absent', 'absent', null])
    expect(context().act).toBeNull()
  })

  it('ticks by a code that was read, takes that back, and names whose code the server knew no more', async () => {
    const { open, give, sendEvent, pass, take, status, kept, context } = tablet()
    const scanned = 'b0Vn7sQkE2xLw9TgYd4RmA'
    await open()
    await give(listOf(entry(1), entry(2)))
    await sendEvent({ type: 'code.read', enrollment_ids: [1], scanned })
    expect(kept.flatMap(({ ticks }) => ticks)).toMatchObject([{ enrollment_id: 1, status: 'present', scanned }])
    const [made] = context().ticks
    await sendEvent({ type: 'act.undone' })
    expect(context().ticks.at(-1)).toMatchObject({ status: null, replaces: made?.key })
    expect(status(1)).toBeNull()
    await sendEvent({ type: 'code.read', enrollment_ids: [2], scanned })
    await pass(250)
    await take(['counted', 'counted', 'unknown'])
    expect(context().remarks).toEqual({ unknown: 0, outside: 0, stale: ["Hoff2, André van 't"] })
  })

  it('takes an act back that was never sent, without a network', async () => {
    const { open, sendEvent, status, context, pass, fail, send, fetchList } = tablet()
    await open(nothing, listOf(entry(1), entry(2)))
    await fail(fetchList, new NetworkError())
    await sendEvent({ type: 'rest.ticked', enrollment_ids: [1, 2], students: 2, status: 'absent' })
    await sendEvent({ type: 'act.undone' })
    await sendEvent({ type: 'act.undone' })
    expect([[1, 2].map(status), context().ticks.length]).toEqual([[null, null], 4])
    await pass(2_000)
    await fail(send, new NetworkError())
    expect(context().ticks).toHaveLength(4)
  })

  it('says so where the device keeps nothing', async () => {
    const broken = tablet()
    await broken.fail(broken.readKept, new DOMException('A private window'))
    expect([broken.state(), broken.context().isForgetful]).toEqual(['fetching', true])
    const full = tablet()
    await full.open()
    await full.sendEvent({ type: 'keeping.failed' })
    expect(full.context().isForgetful).toBe(true)
  })
})

describe('a device without an account', () => {
  it('wipes the list by its own clock when the test days are over, and still sends what was ticked', async () => {
    const { open, give, sendEvent, pass, take, fail, device, wiped, send, state, context } = tablet()
    await open()
    await give(listOf(entry(1)))
    device.now = Date.parse('2026-11-25T00:00:00.000Z')
    await sendEvent(tick(1))
    await pass(250)
    await fail(send, new NetworkError())
    await pass(2_000)
    expect([wiped.list, context().list]).toEqual([1, null])
    expect(state()).toEqual({ closed: 'sending' })
    await fail(send, new NetworkError())
    await sendEvent({ type: 'network.returned' })
    await fail(send, new NetworkError())
    await sendEvent({ type: 'page.seen' })
    await fail(send, new NetworkError())
    await pass(30_000)
    await take()
    expect(state()).toEqual({ closed: 'emptied' })
  })

  it('learns from the server that the days are over, and later that the link has ended', async () => {
    const { open, sendEvent, pass, take, give, fail, fetchList, send, state } = tablet()
    await open()
    await give(listOf(entry(1)))
    await sendEvent(tick(1))
    await pass(250)
    await take()
    await sendEvent(tick(1))
    await fail(fetchList, refused('presence-closed'))
    expect(state()).toEqual({ closed: 'sending' })
    await fail(send, refused('link-ended'))
    expect(state()).toBe('ended')
  })

  it.each(['device-refused', 'link-ended'])(
    'wipes all it has when it hears %s, and says how much was lost',
    async (reason) => {
      const { open, give, sendEvent, pass, fail, send, fetchList, wiped, state, context } = tablet()
      await open()
      await give(listOf(entry(1)))
      await sendEvent(tick(1))
      await pass(250)
      await fail(send, refused(reason))
      expect([state(), context().lost, context().list, wiped.all]).toEqual(['ended', 1, null, 1])
      const reading = tablet()
      await reading.open()
      await fail(reading.fetchList, refused(reason))
      expect(reading.state()).toBe('ended')
      expect(fetchList.calls).toHaveLength(1)
    },
  )

  it.each(['device-refused', 'link-ended'])(
    'sends what it has before it wipes that, when it hears %s on reading',
    async (reason) => {
      const { open, give, sendEvent, pass, take, fail, send, fetchList, wiped, state, context } = tablet()
      await open()
      await give(listOf(entry(1), entry(2)))
      await sendEvent(tick(1))
      await pass(250)
      await take()
      await sendEvent(tick(1, 'late'))
      await sendEvent(tick(2))
      await fail(fetchList, refused(reason))
      expect([state(), wiped, context().list]).toEqual([{ closed: 'sending' }, { list: 1, all: 0 }, null])
      await fail(send, new NetworkError())
      expect([context().ticks.length, wiped.all]).toEqual([2, 0])
      await sendEvent({ type: 'network.returned' })
      await take(['counted', 'outside'])
      expect([state(), context().lost, wiped.all]).toEqual(['ended', 1, 1])
    },
  )
  it('may learn on sending that the days are over', async () => {
    const { open, fail, send, state } = tablet()
    const at = new Date(NINE).toISOString()
    await open({ ticks: [{ key: 'a', enrollment_id: 1, status: 'present', at }], notes: [] })
    await fail(send, refused('presence-closed'))
    expect(state()).toEqual({ closed: 'sending' })
  })
})
