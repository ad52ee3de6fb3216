import { afterAll, describe, expect, it, vi } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { updateMachine } from '#src/updates/update.machine.ts'
import { transitionCoverage } from './support/transition-coverage.ts'

const coverage = transitionCoverage(updateMachine)
afterAll(() => expect([...coverage.untaken]).toEqual([]))

/** A page, with what its person is at, and the worker that should come in. */
function openPage() {
  const clock = new SimulatedClock()
  const page = { isInUse: false, unsaved: false, reloads: 0 }
  const takeovers: { done: () => void; fail: () => void }[] = []
  const updates = createActor(
    updateMachine.provide({
      actors: {
        bringIn: fromPromise<void>(
          () => new Promise((resolve, reject) => takeovers.push({ done: resolve, fail: () => reject(new Error()) })),
        ),
      },
      guards: { isInUse: () => page.isInUse, wouldLoseWork: () => page.unsaved },
      actions: {
        reload: () => {
          page.reloads += 1
        },
      },
    }),
    { clock, inspect: coverage.inspect },
  )
  updates.start()
  const shows = () => {
    const state = updates.getSnapshot()
    if (state.matches('offered')) return state.context.kind
    return state.matches('heldUp') ? 'save first' : state.matches('comingIn') ? 'coming' : null
  }
  return { clock, page, takeovers, send: updates.send, shows, settled: () => new Promise(setImmediate) }
}

describe('a newer version', () => {
  it('is offered, and loaded with one reload when the user accepts it', async () => {
    const { send, shows, takeovers, page, settled } = openPage()
    expect(shows()).toBeNull()
    send({ type: 'version.waiting' })
    expect(shows()).toBe('waiting')
    expect(takeovers).toHaveLength(0)
    send({ type: 'update.accepted' })
    expect(shows()).toBe('coming')
    send({ type: 'version.replaced' })
    expect(page.reloads).toBe(0)
    takeovers[0]?.done()
    await settled()
    expect(page.reloads).toBe(1)
    send({ type: 'version.waiting' })
    send({ type: 'version.replaced' })
    send({ type: 'code.missing' })
    expect(page.reloads).toBe(1)
    expect(takeovers).toHaveLength(1)
  })

  it('that another window loaded, or that only the server has, is shown as newer than this page', () => {
    const { send, shows } = openPage()
    send({ type: 'version.replaced' })
    expect(shows()).toBe('replaced')
  })

  it('waits until nobody types', () => {
    const { clock, send, shows, page } = openPage()
    page.isInUse = true
    send({ type: 'version.waiting' })
    clock.increment(60_000)
    expect(shows()).toBeNull()
    page.isInUse = false
    clock.increment(2_000)
    expect(shows()).toBe('waiting')
  })

  it('is not let in over something unsaved, but tells of it', () => {
    const { send, shows, page } = openPage()
    send({ type: 'version.waiting' })
    page.unsaved = true
    send({ type: 'update.accepted' })
    expect(shows()).toBe('save first')
    send({ type: 'version.waiting' })
    send({ type: 'version.replaced' })
    send({ type: 'update.accepted' })
    expect(shows()).toBe('save first')
    page.unsaved = false
    send({ type: 'update.accepted' })
    expect(shows()).toBe('coming')
  })

  it('that is put off is not offered again, until there is yet another or another window loaded it', () => {
    const { send, shows, page } = openPage()
    send({ type: 'version.waiting' })
    send({ type: 'update.postponed' })
    expect(shows()).toBeNull()
    send({ type: 'version.waiting' })
    expect(shows()).toBe('waiting')
    send({ type: 'version.replaced' })
    expect(shows()).toBe('replaced')
    send({ type: 'version.waiting' })
    expect(shows()).toBe('replaced')
    page.unsaved = true
    send({ type: 'update.accepted' })
    send({ type: 'update.postponed' })
    expect(shows()).toBeNull()
  })

  it.each(['fails', 'takes ten seconds'])('the page is also reloaded where installing it %s', async (how) => {
    const { clock, send, takeovers, page, settled } = openPage()
    send({ type: 'version.waiting' })
    send({ type: 'update.accepted' })
    if (how === 'fails') takeovers[0]?.fail()
    else clock.increment(10_000)
    await settled()
    expect(page.reloads).toBe(1)
  })
})

it('a server that names another release has replaced this page’s code; its own, or none, says nothing', async () => {
  vi.stubEnv('VITE_RELEASE', 'a')
  const { learnRelease, updates } = await import('#src/app/updates.ts')
  const send = vi.spyOn(updates, 'send').mockReturnValue()
  for (const release of ['a', null]) await learnRelease(release)
  expect(send).not.toHaveBeenCalled()
  await learnRelease('b')
  expect(send).toHaveBeenCalledWith({ type: 'version.replaced' })
})

describe('code that a release took away', () => {
  it('is fetched with all the rest of its release, by itself', async () => {
    const { send, takeovers, page, settled } = openPage()
    send({ type: 'code.missing' })
    send({ type: 'version.waiting' })
    send({ type: 'code.missing' })
    takeovers[0]?.done()
    await settled()
    expect(page.reloads).toBe(1)
    expect(takeovers).toHaveLength(1)
  })

  it('is asked about where something would be lost', () => {
    const { send, shows, page } = openPage()
    page.unsaved = true
    send({ type: 'code.missing' })
    expect(shows()).toBe('replaced')
    expect(page.reloads).toBe(0)
  })
})
