import { expect, onTestFinished, test, vi } from 'vitest'
import { expiredBefore } from '#sw/lists/list-store.ts'

test('a worker that starts reads no time zones before it answers with a kept list', async () => {
  const read = vi.spyOn(Intl, 'DateTimeFormat')
  vi.stubGlobal('self', { __WB_MANIFEST: [], addEventListener: () => {}, registration: {}, navigator: {} })
  onTestFinished(() => {
    read.mockRestore()
    vi.unstubAllGlobals()
  })
  await import('#sw/index.ts')
  expect(expiredBefore(Date.parse('2026-09-01'))).toBe(Date.parse('2026-07-31T22:00Z'))
  expect(read).not.toHaveBeenCalled()
})
