import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { connectionMachine } from '#src/offline/connection.machine.ts'

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
  const server = { up: true, asked: 0, renewals: 0, renewing: async () => {} }
  const askServer = fromPromise<void>(async () => {
    server.asked += 1
    if (!server.up) throw new Error('no answer')
  })
  const renew = fromPromise<void>(() => {
    server.renewals += 1
    return server.renewing()
  })
  const connection = createActor(connectionMachine.provide({ actors: { askServer, renew } }))
  connection.start()
  const read = (areKept: boolean, hasFailed = false) =>
    connection.send({ type: 'lists.read', areKept, hasFailed, updatedAt: 1_000 })
  return {
    server,
    send: connection.send,
    read,
    confirm: async () => read(false),
    isConnected: () => connection.getSnapshot().matches('connected'),
    mayChange: () => connection.getSnapshot().matches({ connected: 'confirmed' }),
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

  it('returns once the server answers again, which is tried every three seconds, and renews the screen once', async () => {
    const { isConnected, mayChange, server, send } = openDevice()
    server.up = false
    send({ type: 'request.unanswered' })
    await vi.advanceTimersByTimeAsync(9_000)
    expect(server.asked).toBe(3)
    expect(isConnected()).toBe(false)
    expect(server.renewals).toBe(0)
    server.up = true
    await vi.advanceTimersByTimeAsync(3_000)
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

  it('returns with any request that is answered', () => {
    const { isConnected, send, server } = openDevice()
    send({ type: 'request.unanswered' })
    send({ type: 'request.answered' })
    expect(isConnected()).toBe(true)
    expect(server.renewals).toBe(1)
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
    read(true, true)
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
    expect(mayChange()).toBe(false)
    await vi.advanceTimersByTimeAsync(0)
    expect(server.renewals).toBe(2)
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
