import { createElement } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError, LostAnswer, NetworkError } from '#src/api/api-error.ts'
import { lostAnswerText } from '#src/api/failure.texts.ts'
import { doneText, saveTexts } from '#src/parts/writing/save.texts.ts'
import { useWrite, type Write } from '#src/parts/writing/writing.tsx'
import { NotifyContext } from '#src/toasts/toasts-context.ts'
import { runHook } from './support/hook.ts'

afterEach(() => vi.unstubAllGlobals())

const FAILED = 'Opslaan is niet gelukt'

/** A screen with one button, and what it does with the answer. */
async function screen({ inToast = false } = {}) {
  const toasts: string[][] = []
  const did: string[] = []
  const hook = await runHook(useWrite, { inToast }, (children) =>
    createElement(NotifyContext, { value: (...[category, text]) => void toasts.push([category, text]) }, children),
  )
  const sends: PromiseWithResolvers<string>[] = []
  const press = (more: Partial<Write<string>> = {}) =>
    hook.does(({ write }) => {
      const send = () => {
        const answer = Promise.withResolvers<string>()
        sends.push(answer)
        return answer.promise
      }
      const onDone = (reply: string) => did.push(`shows ${reply}`)
      const onAnswerLost = () => did.push('loads again')
      void write({ send, failed: FAILED, saved: 'Opgeslagen', onDone, onAnswerLost, ...more }).then((isDone) =>
        did.push(isDone ? 'done' : 'not done'),
      )
    })
  return {
    ...hook,
    press,
    toasts,
    did,
    sends,
    answer: (reply: string) => hook.does(() => sends.at(-1)?.resolve(reply)),
    fail: (error: unknown) => hook.does(() => sends.at(-1)?.reject(error)),
  }
}
const refusal = new ApiError({ status: 422, reason: 'too-late' })

describe('a write of a screen', () => {
  it('shows what came of it, and is busy until that is shown', async () => {
    const { press, answer, does, did, toasts, now } = await screen()
    const shown = Promise.withResolvers<void>()
    await press({ name: 'save', onDone: (reply) => shown.promise.then(() => did.push(`shows ${reply}`)) })
    expect(now()).toMatchObject({ isBusy: true, busy: 'save' })
    await answer('a')
    expect(now().isBusy).toBe(true)
    await does(() => shown.resolve())
    expect([did, toasts]).toEqual([['shows a', 'done'], [['success', 'Opgeslagen']]])
    expect(now()).toMatchObject({ isBusy: false, busy: null, problem: null })
  })

  it('is sent once, however often it is pressed, and again when its answer is there', async () => {
    const { press, answer, sends, did } = await screen()
    await press()
    await press()
    expect([sends.length, did]).toEqual([1, ['not done']])
    await answer('a')
    await press()
    expect(sends).toHaveLength(2)
  })

  it('says why it was refused, until it is sent again', async () => {
    const { press, fail, now, did, toasts } = await screen()
    await press({ refusals: { 'too-late': 'Dat kan niet meer.' } })
    await fail(refusal)
    expect(now()).toMatchObject({ isBusy: false, problem: `${FAILED}. Dat kan niet meer.` })
    expect([did, toasts]).toEqual([['not done'], []])
    await press()
    expect(now().problem).toBeNull()
  })

  it('leaves a refusal to a screen that asks something then, and to nobody else', async () => {
    const { press, fail, now } = await screen()
    await press({ onRefused: async () => true })
    await fail(refusal)
    expect(now().problem).toBeNull()
    await press({ onRefused: async () => false })
    await fail(refusal)
    expect(now().problem).toContain(FAILED)
  })

  it('is done where only the answer was lost: the screen loads what is so now', async () => {
    const { press, fail, did, toasts, now } = await screen()
    await press()
    await fail(new LostAnswer('done'))
    expect([did, toasts]).toEqual([
      ['loads again', 'done'],
      [['success', saveTexts.savedUnanswered('Opslaan is gelukt')]],
    ])
    expect(now().problem).toBeNull()
  })

  it('names its act once it is done, in the words in which the screen would say that it failed', () => {
    const acts = [
      'Aanmaken van lokaal mislukt. Er kwam geen antwoord van de server.',
      'Het is niet gelukt om het toetsmoment te verwijderen. Probeer het opnieuw.',
      'Er is iets misgegaan bij het opslaan van de studierichting. Probeer het opnieuw.',
      'De modules zijn niet toegevoegd. Probeer het opnieuw.',
      'Het apparaat kon niet worden verwijderd. Probeer het opnieuw.',
      'Er is iets misgegaan. Probeer het opnieuw.',
    ]
    expect(acts.map(doneText)).toEqual([
      'Aanmaken van lokaal is gelukt',
      'Het is gelukt om het toetsmoment te verwijderen',
      'Het opslaan van de studierichting is gelukt',
      'De modules zijn toegevoegd',
      'Het apparaat is verwijderd',
      'Dit is gelukt',
    ])
  })

  it('has not failed where nobody knows', async () => {
    const unknown = new LostAnswer('unknown')
    const inPlace = await screen()
    await inPlace.press()
    await inPlace.fail(unknown)
    expect([inPlace.now().problem, inPlace.did]).toEqual([lostAnswerText(unknown), ['not done']])
    const above = await screen({ inToast: true })
    await above.press({ failed: () => 'Niets is opgeslagen' })
    await above.fail(unknown)
    expect(above.toasts).toEqual([['neutral', lostAnswerText(unknown)]])
    const followed = new LostAnswer('unknown')
    followed.write = {}
    await above.press()
    await above.fail(followed)
    expect(followed.write.act).toBe('Opslaan is gelukt')
  })

  it('says that it failed in a toast where the screen has no place for it, or was left', async () => {
    const without = await screen({ inToast: true })
    await without.press()
    await without.fail(refusal)
    expect([without.now().problem, without.toasts.map(([category]) => category)]).toEqual([null, ['error']])
    const left = await screen()
    await left.press()
    await left.leave()
    await left.fail(refusal)
    expect(left.toasts.map(([category]) => category)).toEqual(['error'])
  })

  it('stays done where the screen could not load again after it', async () => {
    const { press, answer, did, now } = await screen()
    await press({ onDone: () => Promise.reject(new NetworkError()) })
    await answer('a')
    expect([did, now().problem, now().isBusy]).toEqual([['done'], null, false])
  })
})
