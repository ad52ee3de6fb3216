import { expect, it } from 'vitest'
import { bringInNewest, isGoneByRelease } from '#src/updates/update-actors.ts'

function openTab() {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  return (askRelease: () => Promise<string | null>) =>
    isGoneByRelease({ askRelease, ownRelease: 'a', storage, isReload: false })
}

it('is gone where the server gives out another release, which is found once for each', async () => {
  const isGone = openTab()
  expect(await isGone(async () => 'b')).toBe(true)
  expect(await isGone(async () => 'b')).toBe(false)
  expect(await isGone(async () => 'c')).toBe(true)
})

it.each([
  ['keeps nothing', null],
  [
    'has no room',
    {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('No room', 'QuotaExceededError')
      },
    },
  ],
])('in a browser that %s a page is reloaded for it once, and then asked for by hand', async (_, storage) => {
  const deps = { askRelease: async () => 'b', ownRelease: 'a', storage }
  expect(await isGoneByRelease({ ...deps, isReload: false })).toBe(true)
  expect(await isGoneByRelease({ ...deps, isReload: true })).toBe(false)
})

it.each<[string, () => Promise<string | null>]>([
  ['the server cannot be asked', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the server names none', async () => null],
  ['the server gives out the same', async () => 'a'],
])('is not gone where %s', async (_, askRelease) => {
  const isGone = openTab()
  expect(await isGone(askRelease)).toBe(false)
  expect(await isGone(async () => 'b')).toBe(true)
})

it('comes with the newest worker, which is asked to take over and then waited for', async () => {
  const asked: unknown[] = []
  const waiting = { state: 'installed', addEventListener: () => {}, postMessage: (said: unknown) => asked.push(said) }
  const registration = { update: async () => {}, installing: null, waiting }
  const workers = Object.assign(new EventTarget(), { getRegistration: async () => registration })
  let isIn = false
  // A fake of the browser's, as far as it is used.
  const coming = bringInNewest(workers as unknown as ServiceWorkerContainer).then(() => {
    isIn = true
  })
  await new Promise(setImmediate)
  expect([asked, isIn]).toEqual([[{ type: 'SKIP_WAITING' }], false])
  workers.dispatchEvent(new Event('controllerchange'))
  await coming
})
