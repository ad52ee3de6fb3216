import { afterAll, describe, expect, it } from 'vitest'
import { createActor, fromCallback, SimulatedClock } from 'xstate'
import type { PresenceEntry, PresenceList } from '#domain/presence/presence.schema.ts'
import { ApiError, NetworkError } from '#src/api/api-error.ts'
import { invigilatorMachine, type LinkParts } from '#src/invigilator/invigilator.machine.ts'
import { type KeeperEvent, type PresenceEvent, presenceMachine } from '#src/presence/presence.machine.ts'
import type { KeptDevice, Known, Sent, Unsent } from '#src/presence/presence-store.ts'
import { countsOf, rowsFor, standing, statusOf } from '#src/presence/shown-list.ts'
import { scriptedActor } from './support/scripted-actor.ts'
import { transitionCoverage } from './support/transition-coverage.ts'

const coverage = transitionCoverage(presenceMachine)
const doorCoverage = transitionCoverage(invigilatorMachine)
afterAll(() => expect([...coverage.untaken, ...doorCoverage.untaken]).toEqual([]))

const NINE = Date.parse('2026-11-24T09:00:00.000Z')
const ahead = 60_000

const entry = (id: number, change: Partial<PresenceEntry> = {}): PresenceEntry => ({
  enrollment_id: id,
  user_id: id,
  first_name: 'André',
  last_name: `van 't Hoff${id}`,
  student_number: `09${id}`,
  module_id: 1,
  module_name: 'ALG1',
  extra_time: false,
  ticked: null,
  others: [],
  ...change,
})

const listOf = (...entities: PresenceEntry[]): PresenceList => ({
  testmoment: { id: 12, date: '2026-11-24', duration: 'day', location: null, starts_at: null, ends_at: null },
  entities,
  walk_ins: [],
  now: new Date(NINE).toISOString(),
  _links: {},
})
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
    tell: async (event: PresenceEvent) => {
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
      fetchList.last.resolve(list && { list, offset: ahead, heardAt: device.now })
      await settled()
    },
    fail: async (actor: { last: { reject: (error: unknown) => void } }, error: unknown) => {
      actor.last.reject(error)
      await settled()
    },
    open: async (unsent: Unsent = nothing, list: PresenceList | null = null) => {
      readKept.last.resolve({ known: list && { list, offset: ahead, heardAt: device.now }, unsent })
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
    const { open, give, tell, pass, take, kept, send, status, state, context } = tablet()
    await open()
    await give(listOf(entry(1), entry(2)))
    expect(state()).toBe('resting')
    await tell(tick(1, 'late'))
    await tell(tick(1, 'present'))
    await tell({ type: 'name.noted', name: 'Daan' })
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
    const { open, give, tell, pass, take, fail, send, state, context } = tablet()
    await open()
    await give(listOf(entry(1), entry(2)))
    await tell(tick(1))
    await pass(250)
    await fail(send, error)
    expect([state(), context().failure]).toEqual(['waiting', error])
    await tell(tick(2, 'absent'))
    await pass(error instanceof ApiError && error.retryAfter ? 39_000 : 1_900)
    expect(send.calls).toHaveLength(1)
    await pass(2_000)
    expect(send.last.input.ticks.map(({ enrollment_id }) => enrollment_id)).toEqual([1, 2])
    await take()
    await give(null)
    expect([state(), context().failure, context().ticks]).toEqual(['resting', null, []])
  })

  it('tries at once when the network returns, or somebody looks', async () => {
    const { open, fail, fetchList, tell, state } = tablet()
    await open()
    await fail(fetchList, new NetworkError())
    await tell({ type: 'network.returned' })
    expect(state()).toBe('fetching')
    await fail(fetchList, new NetworkError())
    await tell({ type: 'page.seen' })
    expect(state()).toBe('fetching')
  })

  it('asks every five seconds while somebody looks, and by an administrator’s news at once', async () => {
    const { open, give, tell, pass, fetchList, state } = tablet()
    await open()
    await tell({ type: 'page.seen' })
    await tell({ type: 'news.heard' })
    expect(fetchList.calls).toHaveLength(2)
    await give(listOf(entry(1)))
    await pass(5_000)
    expect(fetchList.calls).toHaveLength(3)
    await give(null)
    await tell({ type: 'page.hidden' })
    await pass(5_000)
    await pass(5_000)
    expect([fetchList.calls.length, state()]).toEqual([3, 'resting'])
    await tell({ type: 'page.seen' })
    await give(null)
    await tell({ type: 'news.heard' })
    expect(fetchList.calls).toHaveLength(5)
    expect(tablet({ isGuest: false }).context().isGuest).toBe(false)
  })

  it('shows and sends what another tab ticked, once', async () => {
    const { open, give, tell, pass, status, state, context } = tablet()
    await open()
    await give(listOf(entry(1)))
    const ticks = [{ key: 'other', enrollment_id: 1, status: 'late' as const, at: new Date(NINE).toISOString() }]
    await tell({ type: 'unsent.added', unsent: { ticks, notes: [] } })
    expect(status(1)).toBe('late')
    await tell({ type: 'unsent.gone', keys: ['other'] })
    expect(context().ticks).toEqual([])
    await pass(250)
    expect(state()).toBe('fetching')
  })

  it('shows the later tick of somebody else above its own, and says which did not count', async () => {
    const { open, give, tell, pass, take, status, context } = tablet()
    const later = { status: 'absent' as const, at: '2026-11-24T09:30:00.000Z', who: 'Noor' }
    await open()
    await give(listOf(entry(1), entry(2), entry(3)))
    await tell(tick(1))
    await tell(tick(2))
    await tell(tick(3))
    await pass(250)
    await take(['overruled', 'unknown', 'outside'])
    expect(context().remarks).toEqual({ unknown: 1, outside: 1 })
    await give(listOf(entry(1, { ticked: later }), entry(2), entry(3)))
    await tell(tick(1))
    expect(status(1)).toBe('absent')
    await tell({ type: 'remarks.read' })
    expect(context().remarks).toEqual({ unknown: 0, outside: 0 })
  })

  it('says so where the device keeps nothing', async () => {
    const broken = tablet()
    await broken.fail(broken.readKept, new DOMException('A private window'))
    expect([broken.state(), broken.context().isForgetful]).toEqual(['fetching', true])
    const full = tablet()
    await full.open()
    await full.tell({ type: 'keeping.failed' })
    expect(full.context().isForgetful).toBe(true)
  })
})

describe('a device without an account', () => {
  it('wipes the list by its own clock when the test days are over, and still sends what was ticked', async () => {
    const { open, give, tell, pass, take, fail, device, wiped, send, state, context } = tablet()
    await open()
    await give(listOf(entry(1)))
    device.now = Date.parse('2026-11-25T00:00:00.000Z')
    await tell(tick(1))
    await pass(250)
    await fail(send, new NetworkError())
    await pass(2_000)
    expect([wiped.list, context().list]).toEqual([1, null])
    expect(state()).toEqual({ closed: 'sending' })
    await fail(send, new NetworkError())
    await tell({ type: 'network.returned' })
    await fail(send, new NetworkError())
    await tell({ type: 'page.seen' })
    await fail(send, new NetworkError())
    await pass(30_000)
    await take()
    expect(state()).toEqual({ closed: 'emptied' })
  })

  it('is told by the server that the days are over, and later that the link has ended', async () => {
    const { open, tell, pass, take, give, fail, fetchList, send, state } = tablet()
    await open()
    await give(listOf(entry(1)))
    await tell(tick(1))
    await pass(250)
    await take()
    await tell(tick(1))
    await fail(fetchList, refused('presence-closed'))
    expect(state()).toEqual({ closed: 'sending' })
    await fail(send, refused('link-ended'))
    expect(state()).toBe('ended')
  })

  it.each(['device-refused', 'link-ended'])(
    'wipes all it has when it hears %s, and says how much was lost',
    async (reason) => {
      const { open, give, tell, pass, fail, send, fetchList, wiped, state, context } = tablet()
      await open()
      await give(listOf(entry(1)))
      await tell(tick(1))
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
  it('may hear on sending that the days are over', async () => {
    const { open, fail, send, state } = tablet()
    const at = new Date(NINE).toISOString()
    await open({ ticks: [{ key: 'a', enrollment_id: 1, status: 'present', at }], notes: [] })
    await fail(send, refused('presence-closed'))
    expect(state()).toEqual({ closed: 'sending' })
  })
})

describe('coming in by a link', () => {
  const link: LinkParts = { link_id: 4, secret: 's'.repeat(43) }
  const known: KeptDevice = { ...link, token: 't', name: 'Joost', testmoment_id: null, openedAt: 1 }
  async function door(link: LinkParts | null, device: KeptDevice | null | Error) {
    const remember = scriptedActor<KeptDevice | null, { link: LinkParts | null }>()
    const admit = scriptedActor<KeptDevice, { link: LinkParts; known: KeptDevice | null; name: string; code: string }>()
    const actor = createActor(
      invigilatorMachine.provide({ actors: { remember: remember.logic, admit: admit.logic } }),
      { input: { link }, inspect: doorCoverage.inspect },
    ).start()
    const settled = () => new Promise(setImmediate)
    if (device instanceof Error) remember.last.reject(device)
    else remember.last.resolve(device)
    await settled()
    const enter = () => actor.send({ type: 'code.entered', name: 'Joost', code: '123456' })
    return { actor, admit, enter, settled, state: () => actor.getSnapshot().value }
  }

  it('asks for name and code, once; a wrong code keeps the token by which the device is counted', async () => {
    const { actor, admit, enter, settled, state } = await door(link, known)
    expect(state()).toBe('asked')
    enter()
    expect(admit.last.input.known?.token).toBe('t')
    admit.last.reject(refused('code-wrong'))
    await settled()
    expect(state()).toBe('asked')
    enter()
    admit.last.resolve({ ...known, testmoment_id: 12 })
    await settled()
    expect(state()).toBe('admitted')
    actor.send({ type: 'device.ended', lost: 2 })
    expect([state(), actor.getSnapshot().context.lost]).toEqual(['ended', 2])
    actor.send({ type: 'link.opened', link: { ...link, link_id: 5 } })
    expect(state()).toBe('remembering')
  })

  it('opens the list of a device that was let in before, also without the link', async () => {
    expect((await door(null, { ...known, testmoment_id: 12 })).state()).toBe('admitted')
  })

  it('says what is missing without a link, and asks by one where nothing can be remembered', async () => {
    expect((await door(null, null)).state()).toBe('strayed')
    expect((await door(link, new DOMException('A private window'))).state()).toBe('asked')
  })

  it('has no more to ask once the link has ended', async () => {
    const { admit, enter, settled, state } = await door(link, null)
    enter()
    admit.last.reject(refused('link-ended'))
    await settled()
    expect(state()).toBe('refused')
  })
})

describe('the rows of a list', () => {
  const list = listOf(
    entry(1),
    entry(2, {
      module_id: 2,
      module_name: 'STAT',
      ticked: { status: 'late', at: '2026-11-24T09:00:00.000Z', who: 'Noor' },
    }),
  )
  const ask = { search: '', module_id: null, onlyUnticked: false }
  const ids = (asked: Partial<typeof ask> | { module_id: number }, just?: Set<number>) =>
    rowsFor(list, new Map(), { ...ask, ...asked }, just).map(({ enrollment_id }) => enrollment_id)

  it('are found by name without accents, by number, by module, and by who has no tick', () => {
    expect(ids({ search: 'andre hoff2' })).toEqual([2])
    expect(ids({ search: '091' })).toEqual([1])
    expect(ids({ module_id: 2 })).toEqual([2])
    expect(ids({ onlyUnticked: true })).toEqual([1])
    expect(ids({ onlyUnticked: true }, new Set([2]))).toEqual([1, 2])
    expect(ids({ search: 'niemand' })).toEqual([])
  })

  it('are counted, late among the present', () => {
    expect(countsOf(list, new Map(), null)).toEqual({ all: 2, present: 1, late: 1, absent: 0 })
    expect(countsOf(list, new Map(), 1)).toEqual({ all: 1, present: 0, late: 0, absent: 0 })
  })

  it('are counted as students: who takes two modules is one, and there when seen at either', () => {
    const [first, second] = list.entities
    if (!first || !second) throw new Error('the list has two')
    const ofOne = { ...list, entities: [first, { ...second, user_id: first.user_id }] }
    expect(countsOf(ofOne, new Map(), null)).toEqual({ all: 1, present: 1, late: 1, absent: 0 })
  })
})
