import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isOwnChangeUnderway, onOwnChange, ownChange } from '#src/app/own-changes.ts'

const told: string[] = []
const listen = () => onOwnChange({ onMade: () => told.push('made'), onSettled: () => told.push('settled') })
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  told.length = 0
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

it('a change is under way until whoever asked for it had its say, and is settled then', async () => {
  stop = listen()
  const { promise, resolve } = Promise.withResolvers<void>()
  ownChange(promise)
  expect(isOwnChangeUnderway()).toBe(true)
  resolve()
  await promise.then(() => told.push('the screen goes elsewhere'))
  expect(isOwnChangeUnderway()).toBe(true)
  await vi.runAllTimersAsync()
  expect(isOwnChangeUnderway()).toBe(false)
  expect(told).toEqual(['made', 'the screen goes elsewhere', 'settled'])
})

it('of several at once the last one settles them', async () => {
  stop = listen()
  const { promise, resolve } = Promise.withResolvers<void>()
  ownChange(promise)
  ownChange(Promise.resolve())
  await vi.runAllTimersAsync()
  expect(told).toEqual(['made'])
  resolve()
  await vi.runAllTimersAsync()
  expect(told).toEqual(['made', 'made', 'settled'])
})

it('one that fails is not made, and is over all the same', async () => {
  stop = listen()
  ownChange(Promise.reject(new Error('the server refuses')))
  await vi.runAllTimersAsync()
  expect(told).toEqual(['settled'])
  expect(isOwnChangeUnderway()).toBe(false)
})

it('who begins to listen hears of one from before, and who stopped of none', async () => {
  ownChange(Promise.resolve())
  await vi.runAllTimersAsync()
  listen()()
  expect(told).toEqual(['made'])
  stop = listen()
  expect(told).toEqual(['made'])
})
