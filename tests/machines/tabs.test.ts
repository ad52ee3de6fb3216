import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { createApi, createPublicApi } from '#src/api/api.ts'
import { bearerOf } from '#src/session/bearer.ts'
import { renewTokens } from '#src/session/renew-tokens.ts'
import { sessionMachine } from '#src/session/session.machine.ts'
import { listenToBrowser, sessionActors } from '#src/session/session-actors.ts'
import { sessionStorageIn } from '#src/session/session-storage.ts'
import { eventually } from '#tests/support/eventually.ts'
import { daan, sanne } from './support/people.ts'
import { SharedStorage } from './support/shared-storage.ts'
import { tokenServer } from './support/token-server.ts'

const MINUTE = 60_000

/** A browser with one server, in which tabs are opened. Time passes when the test says so; no timer runs. */
async function browser({ locks = navigator.locks }: { locks?: LockManager | undefined } = {}) {
  let time = Date.now()
  const now = () => time
  const server = await tokenServer(now)
  const shared = new SharedStorage()

  function openTab() {
    const { storage: local, browser, close } = shared.open()
    const storage = sessionStorageIn(local)
    const session = createActor(
      sessionMachine.provide({
        actors: sessionActors({
          publicApi: createPublicApi(server.origin),
          apiWith: (token) => createApi({ origin: server.origin, bearer: async () => token, unauthorized: () => {} }),
          storage,
          locks,
          now,
        }),
        actions: { forget: ({ context }) => storage.forget(context.refreshToken ?? '') },
      }),
      { input: { stored: storage.read(), now } },
    )
    const stopListening = listenToBrowser(session, storage, browser)
    onTestFinished(() => {
      close()
      stopListening()
      session.stop()
    })
    return { session: session.start(), local, browser }
  }

  return { server, openTab, pass: (milliseconds: number) => (time += milliseconds) }
}

type Tab = ReturnType<Awaited<ReturnType<typeof browser>>['openTab']>

const is = ({ session }: Tab, state: 'authenticated' | 'unauthenticated') =>
  waitFor(session, (snapshot) => snapshot.matches(state))
const showsUser = ({ session }: Tab, id: number) =>
  waitFor(session, (snapshot) => snapshot.matches('authenticated') && snapshot.context.user?.id === id)

/** Locks are given in the order in which they were asked for. */
const everyTurnTaken = () => navigator.locks.request('session-refresh', () => {})

async function logIn(tab: Tab, { username }: { username: string }) {
  tab.session.send({ type: 'login.submitted', credentials: { username, password: 'geheim-genoeg' } })
  await is(tab, 'authenticated')
}

describe('tabs', () => {
  it('all go on with the new tokens after a proof in one of them, which asks for them before it sends anything', async () => {
    const { server, openTab } = await browser()
    const [proving, other] = [openTab(), openTab()]
    await logIn(proving, sanne)
    await showsUser(other, sanne.id)
    const old = await bearerOf(proving.session)
    renewTokens(proving.session, sessionStorageIn(proving.local))
    expect(proving.session.getSnapshot().context.user?.id).toBe(sanne.id)
    const renewed = await bearerOf(proving.session)
    expect(renewed).not.toBe(old)
    await eventually(async () => expect(await bearerOf(other.session)).toBe(renewed))
    expect(server.refreshes).toBe(1)
    expect(sessionStorageIn(other.local).read()?.user?.id).toBe(sanne.id)
  })

  it.each([
    ['with locks', navigator.locks, 1],
    ['without locks', undefined, 20],
  ])('that all need a refresh at once stay logged in, %s', async (_, locks, mostRefreshes) => {
    const { server, openTab, pass } = await browser({ locks })
    const first = openTab()
    await logIn(first, sanne)
    const tabs = [first, ...Array.from({ length: 19 }, openTab)]
    await Promise.all(tabs.map((tab) => is(tab, 'authenticated')))
    pass(12 * MINUTE)
    await Promise.all(tabs.map(({ session }) => bearerOf(session)))
    await Promise.all(tabs.map((tab) => is(tab, 'authenticated')))
    await everyTurnTaken()
    expect(server.refreshes).toBeLessThanOrEqual(mostRefreshes)
    expect(new Set(tabs.map(({ session }) => session.getSnapshot().context.refreshToken)).size).toBe(1)
  })

  it('that open while another is logged in need no refresh of their own', async () => {
    const { server, openTab } = await browser()
    await logIn(openTab(), sanne)
    await showsUser(openTab(), sanne.id)
    expect(server.refreshes).toBe(0)
  })

  it('log in together', async () => {
    const { openTab } = await browser()
    const [one, other] = [openTab(), openTab()]
    await logIn(one, sanne)
    await showsUser(other, sanne.id)
  })

  it('log out together', async () => {
    const { openTab } = await browser()
    const one = openTab()
    await logIn(one, sanne)
    const other = openTab()
    await is(other, 'authenticated')
    one.session.send({ type: 'logout.requested' })
    await is(other, 'unauthenticated')
    expect(other.local.length).toBe(0)
  })

  it('log out when someone clears what the browser keeps', async () => {
    const { openTab } = await browser()
    const one = openTab()
    await logIn(one, sanne)
    openTab().local.clear()
    await is(one, 'unauthenticated')
  })

  it('that the back button brings as they were left learn what happened meanwhile', async () => {
    const { openTab } = await browser()
    const one = openTab()
    await logIn(one, sanne)
    const other = openTab()
    await is(other, 'authenticated')
    other.browser.dispatchEvent = () => true
    one.session.send({ type: 'logout.requested' })
    await logIn(one, daan)
    const shown = Object.assign(new Event('pageshow'), { persisted: true })
    EventTarget.prototype.dispatchEvent.call(other.browser, shown)
    await showsUser(other, daan.id)
  })

  it('go over to another person together', async () => {
    const { openTab } = await browser()
    const one = openTab()
    await logIn(one, sanne)
    const other = openTab()
    await is(other, 'authenticated')
    const ended: unknown[] = []
    other.session.on('session.ended', ({ cause, user }) => ended.push([cause, user?.id]))
    one.session.send({ type: 'logout.requested' })
    await logIn(one, daan)
    await showsUser(other, daan.id)
    expect(ended).toHaveLength(1)
  })

  it('do not bring a session back that was logged out while they refreshed it', async () => {
    const { server, openTab, pass } = await browser()
    const one = openTab()
    await logIn(one, sanne)
    const other = openTab()
    await is(other, 'authenticated')
    pass(12 * MINUTE)
    const { promise: answering, resolve: answer } = Promise.withResolvers<void>()
    server.answering = answering
    const request = bearerOf(other.session)
    await eventually(() => expect(server.refreshes).toBe(1))
    one.session.send({ type: 'logout.requested' })
    await expect(request).rejects.toMatchObject({ status: 401 })
    answer()
    await everyTurnTaken()
    expect(one.local.length).toBe(0)
  })

  it('ask the server for nothing when their session ended while they waited for their turn', async () => {
    const { server, openTab, pass } = await browser()
    const tab = openTab()
    await logIn(tab, sanne)
    pass(12 * MINUTE)
    const { promise: elsewhere, resolve: done } = Promise.withResolvers<void>()
    void navigator.locks.request('session-refresh', () => elsewhere)
    const request = bearerOf(tab.session)
    tab.session.send({ type: 'logout.requested' })
    done()
    await expect(request).rejects.toMatchObject({ status: 401 })
    await everyTurnTaken()
    expect(server.refreshes).toBe(0)
  })

  it('wait no longer than 5 s for one that is frozen', async () => {
    const { server, openTab, pass } = await browser()
    const tab = openTab()
    await logIn(tab, sanne)
    pass(12 * MINUTE)
    const { promise: frozen, resolve: thaw } = Promise.withResolvers<void>()
    onTestFinished(() => thaw())
    void navigator.locks.request('session-refresh', () => frozen)
    const timer = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timer.signal)
    onTestFinished(() => timeout.mockRestore())
    const request = bearerOf(tab.session)
    // The code that refreshes is loaded first.
    await eventually(() => expect(timeout.mock.calls).toEqual([[5_000]]))
    timer.abort()
    await request
    expect(server.refreshes).toBe(1)
  })
})
