import { describe, expect, it } from 'vitest'
import { closesDialog } from '#src/enrollment/attempt.ts'
import {
  attempt,
  coverage,
  enrolling,
  enrollingFails,
  moving,
  movingFails,
  reach,
  refusal,
  refusedAt,
  silence,
  unenrolling,
  unenrollingFails,
} from './support/enrollment-stage.ts'

describe('enrolling', () => {
  it('is told once the server said so, and not before', async () => {
    const stage = enrolling()
    expect(stage.allEmitted).toEqual([])
    stage.calls.enroll.last.resolve()
    await reach(stage, 'refreshing')
    expect(stage.notices()).toEqual([{ category: 'success', text: 'Je bent ingeschreven voor module WIS1: di 24 nov' }])
  })

  it('refreshes the lists before anything else can be asked', async () => {
    const stage = enrolling()
    stage.calls.enroll.last.resolve()
    await reach(stage, 'refreshing')
    expect(stage.dialog.getSnapshot().hasTag('busy')).toBe(true)
    stage.calls.refreshLists.last.resolve()
    await reach(stage, 'choosing')
    expect(stage.dialog.getSnapshot().hasTag('busy')).toBe(false)
  })

  it('is asked once, however often the button is pressed', () => {
    const { dialog, calls } = enrolling()
    dialog.send({ type: 'enrollment.submitted', attempt })
    dialog.send({ type: 'unenrollment.submitted', attempt })
    expect([calls.enroll.calls.length, calls.unenroll.calls.length]).toEqual([1, 0])
  })

  it('is called slow after 3 seconds', () => {
    const { dialog, clock } = enrolling()
    clock.increment(2_999)
    expect(dialog.getSnapshot().hasTag('slow')).toBe(false)
    clock.increment(1)
    expect(dialog.getSnapshot().hasTag('slow')).toBe(true)
    expect(dialog.getSnapshot().matches('enrolling')).toBe(true)
  })
})

describe('unenrolling', () => {
  it('is told once the server said so, and the lists are refreshed', async () => {
    const stage = unenrolling()
    expect(stage.allEmitted).toEqual([])
    stage.calls.unenroll.last.resolve()
    await reach(stage, 'refreshing')
    expect(stage.notices()).toEqual([
      { category: 'success', text: 'Je bent uitgeschreven voor module WIS1: di 24 nov' },
    ])
  })

  it('is called slow after 3 seconds', () => {
    const { dialog, clock } = unenrolling()
    clock.increment(3_000)
    expect(dialog.getSnapshot().hasTag('slow')).toBe(true)
  })
})

describe('moving to another moment', () => {
  it('is told once the server said so, from where to where, and the lists are refreshed', async () => {
    const stage = moving()
    expect(stage.allEmitted).toEqual([])
    stage.calls.move.last.resolve()
    await reach(stage, 'refreshing')
    expect(stage.notices()).toEqual([
      { category: 'success', text: 'Module WIS1 is verplaatst van week van 17 nov naar di 24 nov' },
    ])
  })

  it('is called slow after 3 seconds', () => {
    const { dialog, clock } = moving()
    clock.increment(3_000)
    expect(dialog.getSnapshot().hasTag('slow')).toBe(true)
  })

  it('tells that the enrollment is gone, and closes the dialog', async () => {
    const { notices, allEmitted } = await movingFails(refusal(404, 'not-found'))
    expect(notices()).toEqual([{ category: 'error', text: 'De inschrijving is niet gevonden.' }])
    expect(allEmitted.map(closesDialog)).toEqual([true])
  })

  it('closes the dialog where the student turns out to be at a third moment', async () => {
    const { allEmitted } = await movingFails(refusedAt('enrolling', 'existing-enrollment'))
    expect(allEmitted.map(closesDialog)).toEqual([true])
  })

  it.each([
    [true, 'success', 'Module WIS1 is verplaatst van week van 17 nov naar di 24 nov'],
    [
      false,
      'error',
      'Er is iets misgegaan bij het verplaatsen. De server gaf geen antwoord en je bent niet verplaatst. Probeer het opnieuw.',
    ],
  ])('gets no answer: the server’s list decides, enrolled there is %s', async (isEnrolled, category, text) => {
    const stage = moving()
    stage.calls.move.last.reject(silence)
    await reach(stage, 'verifying')
    stage.calls.lookUp.last.resolve(isEnrolled)
    await reach(stage, 'refreshing')
    expect(stage.notices()).toEqual([{ category, text }])
  })
})

describe('the dialog closes', () => {
  it('when the student turns out to be enrolled at another moment', async () => {
    const { allEmitted } = await enrollingFails(refusal(422, 'existing-enrollment'))
    expect(allEmitted.map(closesDialog)).toEqual([true])
  })

  it('when the enrollment to leave is not found', async () => {
    const { allEmitted } = await unenrollingFails(refusal(404, 'not-found'))
    expect(allEmitted.map(closesDialog)).toEqual([true])
  })

  it('not for another refusal', async () => {
    const outcomes = [
      ...(await enrollingFails(refusal(422, 'no-slots-left'))).allEmitted,
      ...(await unenrollingFails(refusal(422, 'enrollments-closed'))).allEmitted,
    ]
    expect(outcomes.map(closesDialog)).toEqual([false, false])
  })
})

describe('when no answer comes', () => {
  const { notEnrolled, stillEnrolled } = {
    notEnrolled:
      'Er is iets misgegaan bij het inschrijven. De server gaf geen antwoord en je staat niet op de lijst. Probeer opnieuw je in te schrijven.',
    stillEnrolled:
      'Er is iets misgegaan bij het uitschrijven. De server gaf geen antwoord en je staat nog op de lijst. Probeer opnieuw je uit te schrijven.',
  }

  it.each([
    [true, 'success', 'Je bent ingeschreven voor module WIS1: di 24 nov'],
    [false, 'error', notEnrolled],
  ])('to enrolling, the server’s list decides: enrolled is %s', async (isEnrolled, category, text) => {
    const stage = enrolling()
    stage.calls.enroll.last.reject(silence)
    await reach(stage, 'verifying')
    expect(stage.allEmitted).toEqual([])
    stage.calls.lookUp.last.resolve(isEnrolled)
    await reach(stage, 'refreshing')
    expect(stage.notices()).toEqual([{ category, text }])
  })

  it.each([
    [false, 'success', 'Je bent uitgeschreven voor module WIS1: di 24 nov'],
    [true, 'error', stillEnrolled],
  ])('to unenrolling, the server’s list decides: enrolled is %s', async (isEnrolled, category, text) => {
    const stage = unenrolling()
    stage.calls.unenroll.last.reject(silence)
    await reach(stage, 'verifying')
    stage.calls.lookUp.last.resolve(isEnrolled)
    await reach(stage, 'refreshing')
    expect(stage.notices()).toEqual([{ category, text }])
  })

  it.each([
    [enrolling, 'enroll', 'ingeschreven'],
    [unenrolling, 'unenroll', 'uitgeschreven'],
    [moving, 'move', 'verplaatst'],
  ] as const)('nor a list, it says that it does not know: %o', async (start, call, word) => {
    const stage = start()
    stage.calls[call].last.reject(silence)
    await reach(stage, 'verifying')
    stage.calls.lookUp.last.reject(silence)
    await reach(stage, 'choosing')
    expect(stage.notices()).toEqual([
      {
        category: 'error',
        text: `De verbinding viel weg: nog niet bekend of je bent ${word}. Dat zie je zodra de server antwoordt.`,
      },
    ])
  })

  it.each([502, 504])('since a gateway lost the server (%i), it is found out as well', async (status) => {
    const stage = enrolling()
    stage.calls.enroll.last.reject(refusal(status, 'Bad Gateway'))
    await reach(stage, 'verifying')
    expect(stage.calls.lookUp.last.input.enrollment).toEqual(attempt.enrollment)
  })
})

it('says that the lists are old when they could not be refreshed', async () => {
  const stage = await enrollingFails(refusal(422, 'no-slots-left'))
  stage.calls.refreshLists.last.reject(silence)
  await reach(stage, 'choosing')
  expect(stage.notices().at(-1)).toEqual({
    category: 'neutral',
    text: 'De lijst kon niet worden ververst en is misschien verouderd.',
  })
})

it('takes every transition of the enrollment in these tests', () => {
  expect([...coverage.untaken]).toEqual([])
})
