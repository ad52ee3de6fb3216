import { expect, onTestFinished, test, vi } from 'vitest'
import { createPacing } from '#api-server/oeapi/pacing.ts'

test('a system that reads page after page pauses twice as long as a page takes, ten times while people ask something too, and never longer than 100 ms', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let people = 0
  const paced = createPacing(() => people)
  /** ms until a page that takes `ms` is there, the pause before it included */
  const read = async (ms: number) => {
    const began = performance.now()
    const page = paced(1, () => new Promise<void>((resolve) => setTimeout(resolve, ms)))
    await vi.runAllTimersAsync()
    await page
    return performance.now() - began
  }
  expect(await read(5)).toBe(5)
  expect(await read(5)).toBe(10 + 5)
  people += 1
  expect(await read(5)).toBe(10 + 5)
  expect(await read(5)).toBe(50 + 5)
  expect(await read(5)).toBe(10 + 5)
  people += 1
  expect(await read(30)).toBe(10 + 30)
  expect(await read(30)).toBe(100 + 30)
})
