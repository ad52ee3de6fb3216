import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { HEARTBEAT_MS } from '#contract/app-events.ts'
import { connectionMachine, isHeld, type Renewal } from '#src/offline/connection.machine.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(1)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A device in front of a server that answers as long as `up` says; `confirms` says what a renewal of the screen brings. */
function openDevice() {
  const server = { up: true, asked: 0, allowed: 0, renewals: 0, returns: 0, renewing: async () => {} }
  const askServer = fromPromise<void, { timeout: number }>(async ({ input }) => {
    server.asked += 1
    server.allowed = input.timeout
    if (!server.up) throw new Error('no answer')
  })
  const renew = fromPromise<void, Renewal>(({ input }) => {
    server.renewals += 1
    server.returns += Number(input.why === 'back')
    return server.renewing()
  })
  const connection = createActor(connectionMachine.provide({ actors: { askServer, renew } }))
  connection.start()
  const read = (areKept: boolean, { isHeld = areKept, hasFailed = false } = {}) =>
    connection.send({ type: 'lists.read', areKept, isHeld, hasFailed, updatedAt: 1_000 })
  return {
    server,
    send: connection.send,
    read,
    confirm: async () => {
      await null
      read(false)
    },
    isConnected: () => connection.getSnapshot().matches('connected'),
    mayChange: () => !isHeld(connection.getSnapshot()),
    isLate: () => connection.getSnapshot().hasTag('late'),
  }
}

describe('the connection', () => {
  it('is taken to be there until a request stays unanswered, and the server is left alone', async () => {
    const { isConnected, server, send } = openDevice()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(isConnected()).toBe(true)
    expect(server.asked).toBe(0)
    send({ type: 'request.unanswered' })
    expect(isConnected()).toBe(false)
  })

  it('is gone when the device says so', () => {
    const { isConnected, send } = openDevice()
    send({ type: 'device.offline' })
    expect(isConnected()).toBe(false)
  })

  it('returns once the server answers again, which is tried ever slower up to every ten seconds, and renews the screen once', async () => {
    const { isConnected, mayChange, server, send } = openDevice()
    server.up = false
    send({ type: 'request.unanswered' })
    await vi.advanceTimersByTimeAsync(3_000 + 3_750)
    expect(server.asked).toBe(2)
    await vi.advanceTimersByTimeAsync(3_600_000)
    const before = server.asked
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.asked).toBe(before + 6)
    expect(isConnected()).toBe(false)
    expect(server.renewals).toBe(0)
    server.up = true
    await vi.advanceTimersByTimeAsync(10_000)
    expect(mayChange()).toBe(true)
    expect(server.renewals).toBe(1)
  })

  it('is tried at once when the device comes online, and not believed without an answer', async () => {
    const { isConnected, server, send } = openDevice()
    server.up = false
    send({ type: 'device.offline' })
    send({ type: 'device.online' })
    await vi.advanceTimersByTimeAsync(0)
    expect(server.asked).toBe(1)
    expect(isConnected()).toBe(false)
  })

  it('is asked for at once when something could not be had', async () => {
    const { isConnected, send, server } = openDevice()
    send({ type: 'server.doubted' })
    await vi.advanceTimersByTimeAsync(0)
    expect(isConnected()).toBe(true)
    server.up = false
    send({ type: 'server.doubted' })
    await vi.advanceTimersByTimeAsync(0)
    expect(isConnected()).toBe(false)
  })

  it('returns with any request that is answered', () => {
    const { isConnected, send, server } = openDevice()
    send({ type: 'request.unanswered' })
    send({ type: 'request.answered' })
    expect(isConnected()).toBe(true)
    expect(server.renewals).toBe(1)
  })
})

describe('a live stream', () => {
  /** A screen that nobody touches, with a stream that had a sign of life just now. */
  function listening() {
    const device = openDevice()
    device.send({ type: 'stream.awaited' })
    device.send({ type: 'stream.heard' })
    return device
  }

  it('that is heard leaves the server alone', async () => {
    const { send, server, mayChange } = listening()
    for (let beats = 0; beats < 15; beats++) {
      await vi.advanceTimersByTimeAsync(HEARTBEAT_MS)
      send({ type: 'stream.heard' })
    }
    expect(server.asked).toBe(0)
    expect(mayChange()).toBe(true)
  })

  it.each([
    ['breaks', ['stream.lost'] as const],
    ['falls silent, as where the other end has vanished', []],
    ['breaks again and again', ['stream.lost', 'stream.lost', 'stream.lost'] as const],
  ])('that %s while the server is gone: within ten seconds nothing can be changed', async (_, events) => {
    const { send, server, isConnected } = listening()
    server.up = false
    for (const type of events) {
      send({ type })
      await vi.advanceTimersByTimeAsync(500)
    }
    await vi.advanceTimersByTimeAsync(7_500 - 500 * events.length)
    expect(isConnected()).toBe(false)
    // A server that does not even refuse is waited for this long.
    expect(7_500 + 2_500).toBeLessThanOrEqual(10_000)
  })

  it('that is not let through is done without, and the server asked for now and then', async () => {
    const { send, server, mayChange, isConnected } = listening()
    send({ type: 'stream.lost' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(mayChange()).toBe(true)
    expect(server.asked).toBeLessThanOrEqual(10)
    server.up = false
    await vi.advanceTimersByTimeAsync(7_000)
    expect(server.allowed).toBe(2_500)
    expect(isConnected()).toBe(false)
  })

  it('that never comes is noticed as well', async () => {
    const { send, server, isConnected } = openDevice()
    send({ type: 'stream.awaited' })
    server.up = false
    await vi.advanceTimersByTimeAsync(7_500)
    expect(isConnected()).toBe(false)
  })

  it('that is late is believed again, without a question', async () => {
    const { send, server, isConnected } = listening()
    server.up = false
    await vi.advanceTimersByTimeAsync(7_000)
    send({ type: 'stream.heard' })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(server.asked).toBe(0)
    expect(isConnected()).toBe(true)
  })

  it('that is heard again brings the connection back, and renews the screen', async () => {
    const { send, server, isConnected } = listening()
    server.up = false
    send({ type: 'request.unanswered' })
    send({ type: 'stream.heard' })
    expect(isConnected()).toBe(true)
    expect(server.renewals).toBe(1)
    send({ type: 'stream.lost' })
    await vi.advanceTimersByTimeAsync(1_500)
    expect(isConnected()).toBe(false)
  })

  it.each(['connected', 'disconnected'])('that nobody listens to says nothing (%s)', async (state) => {
    const { send, server, isConnected } = listening()
    if (state === 'disconnected') send({ type: 'request.unanswered' })
    send({ type: 'stream.left' })
    if (state === 'disconnected') send({ type: 'request.answered' })
    server.up = false
    send({ type: 'stream.lost' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.asked).toBe(0)
    expect(isConnected()).toBe(true)
    send({ type: 'stream.awaited' })
    await vi.advanceTimersByTimeAsync(7_500)
    expect(isConnected()).toBe(false)
  })

  it('that many lose at once is asked after by each in their own time', async () => {
    vi.mocked(Math.random).mockReturnValue(0.2)
    const early = listening()
    vi.mocked(Math.random).mockReturnValue(0.8)
    const late = listening()
    vi.mocked(Math.random).mockReturnValueOnce(0.2).mockReturnValueOnce(0.8)
    early.send({ type: 'stream.lost' })
    late.send({ type: 'stream.lost' })
    await vi.advanceTimersByTimeAsync(600)
    expect([early.server.asked, late.server.asked]).toEqual([1, 0])
    await vi.advanceTimersByTimeAsync(600)
    expect(late.server.asked).toBe(1)
  })
})

describe('lists that the device kept', () => {
  it('can’t be changed before the server has confirmed them, which it is asked for at once', async () => {
    const { server, read, confirm, mayChange } = openDevice()
    server.renewing = confirm
    read(true)
    expect(mayChange()).toBe(false)
    await vi.advanceTimersByTimeAsync(0)
    expect(server.renewals).toBe(1)
    expect(mayChange()).toBe(true)
  })

  it('are said to be old when confirming takes long', async () => {
    const { server, read, isLate } = openDevice()
    server.renewing = () => new Promise(() => {})
    read(true)
    expect(isLate()).toBe(false)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(isLate()).toBe(true)
  })

  it.each([
    ['has no time', async () => {}],
    [
      'can’t be asked',
      async () => {
        throw new Error('the screen went')
      },
    ],
  ])('are asked for again after a while where the server %s', async (_, renewing) => {
    const { server, read, confirm, mayChange, isLate } = openDevice()
    server.renewing = renewing
    read(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(mayChange()).toBe(false)
    expect(isLate()).toBe(true)
    server.renewing = confirm
    await vi.advanceTimersByTimeAsync(10_000)
    expect(server.renewals).toBe(2)
    expect(mayChange()).toBe(true)
  })

  it('because the server could not say just now are not asked for at once', async () => {
    const { server, read, confirm, mayChange } = openDevice()
    server.renewing = confirm
    read(true, { hasFailed: true })
    await vi.advanceTimersByTimeAsync(9_000)
    expect(mayChange()).toBe(false)
    expect(server.renewals).toBe(0)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(mayChange()).toBe(true)
  })

  it('that were confirmed late are shown as such, by one more renewal', async () => {
    const { server, read, mayChange } = openDevice()
    read(true)
    await vi.advanceTimersByTimeAsync(0)
    read(false)
    expect(mayChange()).toBe(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(server.renewals).toBe(2)
  })

  it('and do not decide about enrolling hold nothing, however slow their renewal is', async () => {
    const { server, read, mayChange, isLate } = openDevice()
    server.renewing = () => new Promise(() => {})
    read(true, { isHeld: false })
    expect(mayChange()).toBe(true)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(server.renewals).toBe(1)
    expect(isLate()).toBe(true)
    expect(mayChange()).toBe(true)
  })

  it('hold until those that decide are answered, while others are still on their way', async () => {
    const { server, read, mayChange } = openDevice()
    server.renewing = () => new Promise(() => {})
    read(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(mayChange()).toBe(false)
    read(true, { isHeld: false })
    expect(mayChange()).toBe(true)
  })

  it('hold again after the connection was gone, until all that is shown is renewed', async () => {
    const { server, read, send, mayChange } = openDevice()
    let answer = () => {}
    server.renewing = () =>
      new Promise((resolve) => {
        answer = resolve
      })
    read(false)
    send({ type: 'request.unanswered' })
    send({ type: 'request.answered' })
    expect(server.returns).toBe(1)
    expect(mayChange()).toBe(false)
    answer()
    await vi.advanceTimersByTimeAsync(0)
    expect(mayChange()).toBe(true)
  })

  it('are renewed by themselves when the connection returns', async () => {
    const { server, read, send, confirm, mayChange } = openDevice()
    server.renewing = confirm
    send({ type: 'device.offline' })
    read(true)
    expect(server.renewals).toBe(0)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(server.renewals).toBe(1)
    expect(mayChange()).toBe(true)
  })

  it('stay as they are when the connection goes while they are renewed', async () => {
    const { server, read, send, isConnected } = openDevice()
    server.renewing = () => new Promise(() => {})
    server.up = false
    read(true)
    send({ type: 'request.unanswered' })
    await vi.advanceTimersByTimeAsync(3_000)
    expect(isConnected()).toBe(false)
  })
})
