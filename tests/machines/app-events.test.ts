import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createModule } from '#contract/modules.gen.ts'
import { ApiError } from '#src/api/api-error.ts'
import { emitReceived, isOwnChangeUnderway, onAppEvent, onOwnEvent, trackOwnChange } from '#src/live/app-events.ts'

const reported: string[] = []
const listen = () =>
  onAppEvent({
    received: ({ name }, isHere) => reported.push(`${name} ${isHere ? 'here' : 'elsewhere'}`),
    settled: () => reported.push('settled'),
  })
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  reported.length = 0
})
afterEach(() => {
  stop()
  stop = () => {}
  onOwnEvent(() => {})()
  vi.useRealTimers()
})

describe('what is asked of the server', () => {
  it('is pending until its caller has handled the reply, and is settled then', async () => {
    stop = listen()
    const { promise, resolve } = Promise.withResolvers<void>()
    trackOwnChange(promise, createModule.event)
    expect(isOwnChangeUnderway()).toBe(true)
    resolve()
    await promise.then(() => reported.push('the screen goes elsewhere'))
    expect(isOwnChangeUnderway()).toBe(true)
    await vi.runAllTimersAsync()
    expect(isOwnChangeUnderway()).toBe(false)
    expect(reported).toEqual(['moduleCreated here', 'the screen goes elsewhere', 'settled'])
  })

  it('several times at once is settled by the last', async () => {
    stop = listen()
    const { promise, resolve } = Promise.withResolvers<void>()
    trackOwnChange(promise, 'testmomentEdited')
    trackOwnChange(Promise.resolve(), 'moduleEdited')
    await vi.runAllTimersAsync()
    expect(reported).toEqual(['moduleEdited here'])
    resolve()
    await vi.runAllTimersAsync()
    expect(reported).toEqual(['moduleEdited here', 'testmomentEdited here', 'settled'])
  })

  it.each([
    ['that fails is no event, and is over all the same', new Error('nobody answers'), []],
    [
      'that is refused because a colleague was first is one: the screen shows what is no longer so',
      new ApiError({ status: 409, reason: 'version-stale' }),
      ['testmomentEdited here'],
    ],
  ])('%s', async (_, error, expected) => {
    stop = listen()
    trackOwnChange(Promise.reject(error), 'testmomentEdited')
    await vi.runAllTimersAsync()
    expect(reported).toEqual([...expected, 'settled'])
    expect(isOwnChangeUnderway()).toBe(false)
  })

  it('something that is no event reaches nobody', async () => {
    stop = listen()
    trackOwnChange(Promise.resolve(), undefined)
    await vi.runAllTimersAsync()
    expect(reported).toEqual(['settled'])
  })
})

describe('other tabs', () => {
  it('receive the user’s own changes before and after, once, and no events of others', async () => {
    trackOwnChange(Promise.resolve(), 'moduleCreated')
    await vi.runAllTimersAsync()
    const shared: string[] = []
    const share = () => onOwnEvent(({ name }) => shared.push(name))
    const stopSharing = share()
    expect(shared).toEqual(['moduleCreated'])
    emitReceived({ name: 'schoolyearEdited', spread: 0 })
    trackOwnChange(Promise.resolve(), 'userDeleted')
    await vi.runAllTimersAsync()
    expect(shared).toEqual(['moduleCreated', 'userDeleted'])
    stopSharing()
    share()()
    expect(shared).toEqual(['moduleCreated', 'userDeleted'])
  })
})
