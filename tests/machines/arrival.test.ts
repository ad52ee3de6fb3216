import { afterEach, describe, expect, it, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

/** The page is opened at this address; gives what it came with and what stands in the address bar then. */
async function open(path: string) {
  vi.resetModules()
  const page = { address: path }
  const location = new URL(path, 'https://toetsen.example')
  const replaceState = (_: unknown, __: string, to: string) => {
    page.address = to
  }
  const history = { state: null, replaceState }
  vi.stubGlobal('window', { location, history })
  const { arrival } = await import('#src/app/arrival.ts')
  return { arrival, address: page.address }
}

describe('what the school’s login led back with', () => {
  it('is taken out of the address, of which all else stays', async () => {
    expect(await open('/student/testmoments?moment=7#school-code=tVn5cK2m')).toEqual({
      arrival: { schoolCode: 'tVn5cK2m', failure: null },
      address: '/student/testmoments?moment=7',
    })
    expect(await open('/settings#school-error=other-account')).toEqual({
      arrival: { schoolCode: null, failure: { school: 'other-account', code: null } },
      address: '/settings',
    })
  })

  it('leaves any other address as it is', async () => {
    const path = '/student/modules?module=3#school-linked'
    expect(await open(path)).toEqual({ arrival: { schoolCode: null, failure: null }, address: path })
  })

  it('is shown with the code of who is barred, and with nothing else that somebody may have written there', async () => {
    const codeIn = async (hash: string) => (await open(`/login#school-error=barred&code=${hash}`)).arrival.failure?.code
    expect(await codeIn('K7MQ-2X9D')).toBe('K7MQ-2X9D')
    expect(await codeIn('bel%200900-1234')).toBeNull()
  })

  it.each([
    ['/login?return=%2Fstudent%2Fmodules%3Fmodule%3D3', '/student/modules?module=3'],
    ['/login', '/'],
    ['/login?return=%2F%2Fevil.example', '/'],
    ['/login?return=%2F%5Cevil.example', '/'],
    ['/login?return=https%3A%2F%2Fevil.example', '/'],
  ])('went wrong for %s: trying again leads to %s', async (path, address) => {
    expect((await open(`${path}#school-error=expired`)).address).toBe(address)
  })
})
