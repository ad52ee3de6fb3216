import { afterAll, describe, expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { ApiError, NetworkError } from '#src/api/api-error.ts'
import type { PushStatus } from '#src/push/device-keeping.ts'
import { pushMachine } from '#src/push/push.machine.ts'
import { abilityOf, type PushAbility } from '#src/push/push-browser.ts'
import { scriptedActor } from './support/scripted-actor.ts'
import { transitionCoverage } from './support/transition-coverage.ts'

const coverage = transitionCoverage(pushMachine)

function openBrowser(ability: PushAbility = 'able', isPutOff = false) {
  const [reconcile, start] = [scriptedActor<PushStatus, void>(), scriptedActor<PushStatus, void>()]
  const stop = scriptedActor<void, void>()
  const rememberPutOff = vi.fn()
  const actor = createActor(
    pushMachine.provide({
      actors: { reconcile: reconcile.logic, start: start.logic, stop: stop.logic },
      actions: { rememberPutOff },
    }),
    { input: { ability, isPutOff }, inspect: coverage.inspect },
  ).start()
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  return {
    actor,
    reconcile,
    start,
    stop,
    rememberPutOff,
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    isBusy: () => actor.getSnapshot().hasTag('busy'),
    /** answers the call that was made last */
    gives: async (script: typeof start, at: PushStatus['at']) => {
      script.last.resolve(at === 'on' ? { at, deviceId: 12 } : { at })
      await settled()
    },
    ends: async () => {
      stop.last.resolve()
      await settled()
    },
    fails: async (script: { last: { reject(error: unknown): void } }, error: unknown) => {
      script.last.reject(error)
      await settled()
    },
  }
}

describe('notifications of openings', () => {
  afterAll(() => expect([...coverage.untaken]).toEqual([]))

  it('cannot be had in a browser without it, and after installing on iOS', () => {
    expect(openBrowser('unsupported').state()).toBe('unsupported')
    expect(openBrowser('install-first').state()).toBe('installFirst')
  })

  it('begins with what browser and server know, and asks nothing', async () => {
    for (const status of ['off', 'on', 'denied'] as const) {
      const { state, reconcile, gives, start } = openBrowser()
      expect(state()).toBe('reconciling')
      await gives(reconcile, status)
      expect(state()).toBe(status)
      expect(start.calls).toHaveLength(0)
    }
  })

  it('fails where not even that can be found out', async () => {
    const { state, context, reconcile, fails } = openBrowser()
    await fails(reconcile, new Error('The worker does not answer'))
    expect([state(), context().problem]).toEqual(['failing', 'browser'])
  })

  it('goes on after a tap, for as long as it takes', async () => {
    const { actor, state, context, isBusy, reconcile, start, gives } = openBrowser()
    await gives(reconcile, 'off')
    actor.send({ type: 'notifications.wanted' })
    expect([state(), isBusy()]).toEqual(['starting', true])
    await gives(start, 'on')
    expect([state(), isBusy(), context().deviceId]).toEqual(['on', false, 12])
  })

  it('knows this device in the list until the server has it no more', async () => {
    const { actor, context, reconcile, gives, ends } = openBrowser()
    await gives(reconcile, 'on')
    actor.send({ type: 'notifications.unwanted' })
    expect(context().deviceId).toBe(12)
    await ends()
    expect(context().deviceId).toBeNull()
  })

  it('asks within the tap itself, as browsers want it', async () => {
    const { actor, reconcile, start, gives } = openBrowser()
    await gives(reconcile, 'off')
    actor.send({ type: 'notifications.wanted' })
    expect(start.calls).toHaveLength(1)
  })

  it('stays off after a question that was waved away, and says so after a no', async () => {
    const { actor, state, reconcile, start, gives } = openBrowser()
    await gives(reconcile, 'off')
    actor.send({ type: 'notifications.wanted' })
    await gives(start, 'off')
    expect(state()).toBe('off')
    actor.send({ type: 'notifications.wanted' })
    await gives(start, 'denied')
    expect(state()).toBe('denied')
    actor.send({ type: 'notifications.wanted' })
    await gives(start, 'on')
    expect(state()).toBe('on')
  })

  it.each([
    [new NetworkError(), 'no-network'],
    [new ApiError({ status: 422, reason: 'push-endpoint-unknown' }), 'refused'],
    [new DOMException('Registration failed', 'AbortError'), 'browser'],
  ])('that fails with %s says why, and can be tried again', async (error, problem) => {
    const { actor, state, context, reconcile, start, gives, fails } = openBrowser()
    await gives(reconcile, 'off')
    actor.send({ type: 'notifications.wanted' })
    await fails(start, error)
    expect([state(), context().problem]).toEqual(['failing', problem])
    actor.send({ type: 'notifications.wanted' })
    expect(context().problem).toBeNull()
    await gives(start, 'on')
    expect(state()).toBe('on')
  })

  it('ends when it is no longer wanted, also where ending failed the first time', async () => {
    const { actor, state, context, isBusy, reconcile, stop, gives, ends, fails } = openBrowser()
    await gives(reconcile, 'on')
    actor.send({ type: 'notifications.unwanted' })
    expect(isBusy()).toBe(true)
    await fails(stop, new Error('The worker does not answer'))
    expect([state(), context().problem]).toEqual(['failing', 'not-ended'])
    actor.send({ type: 'notifications.unwanted' })
    await ends()
    expect(state()).toBe('off')
  })

  it('follows what is changed elsewhere: the permission, or the list of devices', async () => {
    const { actor, state, reconcile, start, gives, fails } = openBrowser()
    await gives(reconcile, 'on')
    for (const status of ['denied', 'off', 'on', 'off'] as const) {
      actor.send({ type: 'status.changed' })
      await gives(reconcile, status)
      expect(state()).toBe(status)
    }
    actor.send({ type: 'notifications.wanted' })
    await fails(start, new NetworkError())
    actor.send({ type: 'status.changed' })
    await gives(reconcile, 'on')
    expect(state()).toBe('on')
  })

  it('can be put off, and that is remembered', async () => {
    const { actor, context, rememberPutOff, reconcile, gives } = openBrowser()
    await gives(reconcile, 'off')
    actor.send({ type: 'offer.put-off' })
    expect(context().isPutOff).toBe(true)
    expect(rememberPutOff).toHaveBeenCalledOnce()
    expect(openBrowser('able', true).context().isPutOff).toBe(true)
  })
})

describe('what a browser is able to', () => {
  const page = { PushManager: {}, Notification: {}, ServiceWorkerRegistration: {} }
  it('shows in what it has, and on iOS in what it would have once installed', () => {
    expect(abilityOf(page, 'by browser')).toBe('able')
    expect(abilityOf(page, 'installed')).toBe('able')
    expect(abilityOf({ Notification: {} }, 'by hand')).toBe('install-first')
    expect(abilityOf({}, 'installed')).toBe('unsupported')
    expect(abilityOf({ PushManager: {}, ServiceWorkerRegistration: {} }, 'by browser')).toBe('unsupported')
  })
})
