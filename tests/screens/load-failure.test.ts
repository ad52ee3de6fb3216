import { describe, expect, test } from 'vitest'
import { ApiError, NetworkError } from '#src/api/api-error.ts'
import { loadFailureText } from '#src/parts/page-state/load-failure.tsx'
import { saveFailureText } from '#src/parts/writing/save.texts.ts'

const adviceOn = (error: unknown, helper?: string, isGone = false) => loadFailureText(error, { helper, isGone }).text

const failed = (status: number) => new ApiError({ status, reason: 'unknown', requestId: 'Zk3vQ9aB-1f' })

test('somebody who is not helped by trying again can say which call it was', () => {
  expect(adviceOn(failed(500))).toMatch(/vraag dan je docent\. Noem dan dit kenmerk: Zk3vQ9aB-1f$/)
  expect(adviceOn(failed(500), 'een collega')).toMatch(/vraag dan een collega\. Noem dan/)
})

test('whatever fails while the server is away fails by that: nobody has to be asked', () => {
  const chunk = new TypeError('Failed to fetch dynamically imported module')
  expect(adviceOn(chunk, 'de beheerder', true)).not.toContain('beheerder')
  for (const error of [new NetworkError(), failed(502), failed(504)]) {
    expect(adviceOn(error, 'de beheerder')).not.toContain('beheerder')
    expect(saveFailureText(error, 'Opslaan is mislukt.')).toContain('Er kwam geen antwoord van de server.')
  }
  expect(adviceOn(chunk, 'de beheerder')).toContain('vraag dan de beheerder')
})

test('where the advice will do, or nobody answered, there is nothing to quote', () => {
  for (const error of [failed(503), failed(404), new NetworkError(), new Error('of the app itself')])
    expect(adviceOn(error)).not.toContain('kenmerk')
  expect(adviceOn(new ApiError({ status: 500, reason: 'unknown' }))).not.toContain('kenmerk')
})

test('what could not be done stays the heading, whatever the cause, which follows', () => {
  const of = { whatFailed: 'Gebruiker ophalen mislukt', gone: 'Deze gebruiker bestaat niet (meer).' }
  expect(loadFailureText(failed(404), of)).toEqual({ title: of.whatFailed, text: of.gone })
  for (const [error, cause] of [
    [failed(500), /^Er is iets misgegaan bij het ophalen\./],
    [failed(503), /^Het is nu erg druk\. /],
    [new NetworkError(), /^Geen verbinding met de server\. /],
  ] as const)
    expect(loadFailureText(error, of)).toEqual({ title: of.whatFailed, text: expect.stringMatching(cause) })
})

describe('what a screen says of a change that failed', () => {
  const refusal = (answer: { status: number; reason?: string; sentence?: string }) =>
    new ApiError({ reason: 'internal-error', ...answer })
  const whatFailed = 'Opslaan van gebruiker mislukt'

  test('begins with what failed, and goes on with the sentence of the server', () => {
    const sentence = 'Er is iets misgegaan op de server. Probeer het opnieuw.'
    expect(saveFailureText(refusal({ status: 500, sentence }), whatFailed)).toBe(`${whatFailed}. ${sentence}`)
    const words = { 'name-missing': 'Vul de naam in.' }
    const last = refusal({ status: 422, reason: 'name-missing', sentence: 'Iets anders.' })
    expect(saveFailureText(last, whatFailed, words)).toBe(`${whatFailed}. Vul de naam in.`)
  })

  test('is Dutch too when the server had no sentence, or none answered', () => {
    for (const error of [refusal({ status: 500 }), refusal({ status: 502 }), new NetworkError(), new Error('oops')]) {
      const text = saveFailureText(error, whatFailed)
      expect(text).toMatch(/^Opslaan van gebruiker mislukt\. .+ opnieuw\.$/)
      expect(text).not.toMatch(/error|oops/)
    }
  })
})
