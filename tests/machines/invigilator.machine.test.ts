import { afterAll, describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { ApiError } from '#src/api/api-error.ts'
import { invigilatorMachine, type LinkParts } from '#src/invigilator/invigilator.machine.ts'
import type { KeptDevice } from '#src/presence/presence-store.ts'
import { scriptedActor } from './support/scripted-actor.ts'
import { transitionCoverage } from './support/transition-coverage.ts'

const coverage = transitionCoverage(invigilatorMachine)
afterAll(() => expect([...coverage.untaken]).toEqual([]))

const refused = (reason: string) => new ApiError({ status: 403, reason })

describe('coming in by a link', () => {
  const link: LinkParts = { link_id: 4, secret: 's'.repeat(43) }
  const known: KeptDevice = { ...link, token: 't', name: 'Joost', testmoment_id: null, openedAt: 1 }
  async function door(link: LinkParts | null, device: KeptDevice | null | Error) {
    const remember = scriptedActor<KeptDevice | null, { link: LinkParts | null }>()
    const admit = scriptedActor<KeptDevice, { link: LinkParts; name: string; code: string }>()
    const actor = createActor(
      invigilatorMachine.provide({ actors: { remember: remember.logic, admit: admit.logic } }),
      { input: { link }, inspect: coverage.inspect },
    ).start()
    const settled = () => new Promise(setImmediate)
    if (device instanceof Error) remember.last.reject(device)
    else remember.last.resolve(device)
    await settled()
    const enter = () => actor.send({ type: 'code.entered', name: 'Joost', code: '123456' })
    return { actor, admit, enter, settled, state: () => actor.getSnapshot().value }
  }

  it('asks for name and code until the code is right', async () => {
    const { actor, admit, enter, settled, state } = await door(link, known)
    expect(state()).toBe('asked')
    enter()
    admit.last.reject(refused('code-wrong'))
    await settled()
    expect(state()).toBe('asked')
    enter()
    admit.last.resolve({ ...known, testmoment_id: 12 })
    await settled()
    expect(state()).toBe('admitted')
    actor.send({ type: 'device.ended', lost: 2 })
    expect([state(), actor.getSnapshot().context.lost]).toEqual(['ended', 2])
    actor.send({ type: 'link.opened', link: { ...link, link_id: 5 } })
    expect(state()).toBe('remembering')
  })

  it('opens the list of a device that was let in before, also without the link', async () => {
    expect((await door(null, { ...known, testmoment_id: 12 })).state()).toBe('admitted')
  })

  it('says what is missing without a link, and asks by one where nothing can be remembered', async () => {
    expect((await door(null, null)).state()).toBe('strayed')
    expect((await door(link, new DOMException('A private window'))).state()).toBe('asked')
  })

  it('has no more to ask once the link has ended', async () => {
    const { admit, enter, settled, state } = await door(link, null)
    enter()
    admit.last.reject(refused('link-ended'))
    await settled()
    expect(state()).toBe('refused')
  })
})
