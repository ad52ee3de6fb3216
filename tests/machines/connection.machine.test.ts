import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { connectionMachine } from '#src/offline/connection.machine.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A device in front of a server that answers as long as `up` says. */
function openDevice() {
  const server = { up: true, asked: 0 }
  const askServer = fromPromise<void>(async () => {
    server.asked += 1
    if (!server.up) throw new Error('no answer')
  })
  const connection = createActor(connectionMachine.provide({ actors: { askServer } }))
  let returns = 0
  connection.on('connection.returned', () => {
    returns += 1
  })
  connection.start()
  return {
    server,
    send: connection.send,
    isConnected: () => connection.getSnapshot().matches('connected'),
    returns: () => returns,
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

  it('returns once the server answers again, which is tried every three seconds, and is told once', async () => {
    const { isConnected, server, send, returns } = openDevice()
    server.up = false
    send({ type: 'request.unanswered' })
    await vi.advanceTimersByTimeAsync(9_000)
    expect(server.asked).toBe(3)
    expect(isConnected()).toBe(false)
    expect(returns()).toBe(0)
    server.up = true
    await vi.advanceTimersByTimeAsync(3_000)
    expect(isConnected()).toBe(true)
    expect(returns()).toBe(1)
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
    const { isConnected, send, returns } = openDevice()
    send({ type: 'request.unanswered' })
    send({ type: 'request.answered' })
    expect(isConnected()).toBe(true)
    expect(returns()).toBe(1)
  })
})
