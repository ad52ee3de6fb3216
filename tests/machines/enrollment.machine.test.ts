import { describe, expect, it } from 'vitest'
import { waitFor } from 'xstate'
import { closesDialog } from '#src/enrollment/attempt.ts'
import {
  attempt,
  coverage,
  enrolling,
  enrollingFails,
  joining,
  leavingTheLine,
  moving,
  movingFails,
  placeToMove,
  reach,
  refusal,
  refusedAt,
  silence,
  unenrolling,
  unenrollingFails,
} from './support/enrollment-stage.ts'

describe('enrolling', () => {
  it('is announced once the server confirmed it, and not before', async () => {
    const stage = enrolling()
    expect(stage.allEmitted).toEqual([])
    stage.calls.enroll.last.resolve()
    await reach(stage, 'resting')
    expect(stage.notices()).toEqual([{ category: 'success', text: 'Je bent ingeschreven voor module WIS1: di 24 nov' }])
  })

  it('is done once the server confirmed it, without waiting for the lists to be fetched again', async () => {
    const stage = enrolling()
    stage.calls.enroll.last.resolve()
    await reach(stage, 'resting')
    expect(stage.dialog.getSnapshot().hasTag('busy')).toBe(false)
    stage.clock.increment(500)
    expect(stage.calls.refreshLists.calls.length).toBe(1)
    stage.dialog.send({ type: 'unenrollment.submitted', attempt })
    expect(stage.calls.unenroll.calls.length).toBe(1)
  })

  it('takes one more tap of an impatient thumb for none', async () => {
    const stage = enrolling()
    stage.calls.enroll.last.resolve()
    await reach(stage, 'resting')
    stage.dialog.send({ type: 'unenrollment.submitted', attempt })
    stage.clock.increment(500)
    expect(stage.calls.unenroll.calls.length).toBe(0)
    stage.calls.refreshLists.last.resolve()
    await waitFor(stage.dialog, (state) => state.matches({ choosing: 'still' }))
  })

  it('that was refused refreshes the lists before anything else can be asked', async () => {
    const stage = await enrollingFails(refusal(422, 'no-slots-left'))
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
  it('is announced once the server confirmed it, and the lists are refreshed', async () => {
    const stage = unenrolling()
    expect(stage.allEmitted).toEqual([])
    stage.calls.unenroll.last.resolve()
    await reach(stage, 'resting')
    expect(stage.notices()).toEqual([
      { category: 'success', text: 'Je bent uitgeschreven voor module WIS1: di 24 nov' },
    ])
  })
})

describe('moving to another moment', () => {
  it('is announced with both moments once the server confirmed it, and the lists are refreshed', async () => {
    const stage = moving()
    expect(stage.allEmitted).toEqual([])
    stage.calls.move.last.resolve()
    await reach(stage, 'resting')
    expect(stage.notices()).toEqual([
      { category: 'success', text: 'Module WIS1 is verplaatst van week van 17 nov naar di 24 nov' },
    ])
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
    stage.calls.lookUp.last.resolve({ is: isEnrolled ? 'enrolled' : 'neither' })
    await reach(stage, 'resting')
    expect(stage.notices()).toEqual([{ category, text }])
  })
})

describe('waiting for a seat', () => {
  it('is announced with the student’s place, once the server confirmed it', async () => {
    const stage = joining()
    expect(stage.allEmitted).toEqual([])
    expect(stage.dialog.getSnapshot().context.attempt?.wish).toBe('waiting')
    stage.calls.join.last.resolve({ is: 'waiting', place: 4 })
    await reach(stage, 'resting')
    expect(stage.notices()).toEqual([
      { category: 'success', text: 'Je staat op de wachtlijst voor module WIS1: di 24 nov. Je bent de 4e.' },
    ])
  })

  it.each([
    [undefined, 'Je bent ingeschreven voor module WIS1: di 24 nov'],
    [placeToMove, 'Module WIS1 is verplaatst van week van 17 nov naar di 24 nov'],
  ])('who finds a seat by then has it: %o', async (asked, text) => {
    const stage = joining(asked)
    stage.calls.join.last.resolve({ is: 'enrolled' })
    await reach(stage, 'resting')
    expect(stage.notices()).toEqual([{ category: 'success', text }])
  })

  it.each([
    [
      refusal(422, 'no-slots-left'),
      'Je hebt voor dit toetsmoment geen sloten meer over. Je mag hier geen module meer kiezen.',
    ],
    [refusal(404, 'not-found'), 'Er is iets misgegaan bij het aanmelden voor de wachtlijst.'],
    [refusal(500, 'broken'), 'Er is iets misgegaan bij het aanmelden voor de wachtlijst. Probeer het opnieuw.'],
  ])('is refused, and the lists are refreshed: %s', async (error, text) => {
    const stage = joining()
    stage.calls.join.last.reject(error)
    await reach(stage, 'refreshing')
    expect(stage.notices()).toEqual([{ category: 'error', text }])
  })

  it.each([
    [{ is: 'waiting', place: 2 }, 'Je staat op de wachtlijst voor module WIS1: di 24 nov. Je bent de 2e.'],
    [{ is: 'enrolled' }, 'Je bent ingeschreven voor module WIS1: di 24 nov'],
    [
      { is: 'neither' },
      'Er is iets misgegaan bij het aanmelden voor de wachtlijst. De server gaf geen antwoord en je staat niet op de wachtlijst. Probeer het opnieuw.',
    ],
  ] as const)('gets no answer: the server’s lists decide, %o', async (standing, text) => {
    const stage = joining()
    stage.calls.join.last.reject(silence)
    await reach(stage, 'verifying')
    expect(stage.allEmitted).toEqual([])
    stage.calls.lookUp.last.resolve(standing)
    await reach(stage, 'resting')
    expect(stage.notices().map((notice) => notice.text)).toEqual([text])
  })
})

describe('leaving the waiting list', () => {
  it('is announced once the server confirmed it, and the lists are refreshed', async () => {
    const stage = leavingTheLine()
    expect(stage.allEmitted).toEqual([])
    stage.calls.leave.last.resolve()
    await reach(stage, 'resting')
    expect(stage.notices()).toEqual([
      { category: 'success', text: 'Je bent van de wachtlijst af voor module WIS1: di 24 nov' },
    ])
  })

  it.each([
    [refusal(404, 'not-found'), 'neutral', 'Je stond niet meer op de wachtlijst.'],
    [refusal(500, 'broken'), 'error', 'Er is iets misgegaan bij het afmelden voor de wachtlijst. Probeer het opnieuw.'],
  ])('finds that they wait no longer, or fails: %s', async (error, category, text) => {
    const stage = leavingTheLine()
    stage.calls.leave.last.reject(error)
    await reach(stage, 'refreshing')
    expect(stage.notices()).toEqual([{ category, text }])
  })

  it.each([
    [{ is: 'neither' }, 'Je bent van de wachtlijst af voor module WIS1: di 24 nov'],
    [{ is: 'enrolled' }, 'Je stond niet meer op de wachtlijst.'],
    [
      { is: 'waiting', place: 1 },
      'Er is iets misgegaan bij het afmelden voor de wachtlijst. De server gaf geen antwoord en je staat nog op de wachtlijst. Probeer het opnieuw.',
    ],
  ] as const)('gets no answer: the server’s lists decide, %o', async (standing, text) => {
    const stage = leavingTheLine()
    stage.calls.leave.last.reject(silence)
    await reach(stage, 'verifying')
    stage.calls.lookUp.last.resolve(standing)
    await reach(stage, 'resting')
    expect(stage.notices().map((notice) => notice.text)).toEqual([text])
  })
})

it.each([unenrolling, moving, joining, leavingTheLine])('each is called slow after 3 seconds: %o', (start) => {
  const { dialog, clock } = start()
  clock.increment(3_000)
  expect(dialog.getSnapshot().hasTag('slow')).toBe(true)
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

  it('not where there is no seat left: the same dialog offers the waiting list', async () => {
    const { allEmitted, notices } = await enrollingFails(refusal(422, 'moment-full'))
    expect(allEmitted.map(closesDialog)).toEqual([false])
    expect(notices()).toEqual([{ category: 'error', text: 'Dit toetsmoment is vol. Je kunt op de wachtlijst.' }])
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
      'Er is iets misgegaan bij het inschrijven. De server gaf geen antwoord en je bent niet ingeschreven. Probeer het opnieuw.',
    stillEnrolled:
      'Er is iets misgegaan bij het uitschrijven. De server gaf geen antwoord en je bent nog ingeschreven. Probeer het opnieuw.',
  }

  it.each([
    [true, 'success', 'Je bent ingeschreven voor module WIS1: di 24 nov'],
    [false, 'error', notEnrolled],
  ])('to enrolling, the server’s list decides: enrolled is %s', async (isEnrolled, category, text) => {
    const stage = enrolling()
    stage.calls.enroll.last.reject(silence)
    await reach(stage, 'verifying')
    expect(stage.allEmitted).toEqual([])
    stage.calls.lookUp.last.resolve({ is: isEnrolled ? 'enrolled' : 'neither' })
    await reach(stage, 'resting')
    expect(stage.notices()).toEqual([{ category, text }])
  })

  it.each([
    [false, 'success', 'Je bent uitgeschreven voor module WIS1: di 24 nov'],
    [true, 'error', stillEnrolled],
  ])('to unenrolling, the server’s list decides: enrolled is %s', async (isEnrolled, category, text) => {
    const stage = unenrolling()
    stage.calls.unenroll.last.reject(silence)
    await reach(stage, 'verifying')
    stage.calls.lookUp.last.resolve({ is: isEnrolled ? 'enrolled' : 'neither' })
    await reach(stage, 'resting')
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
        category: 'neutral',
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

it('says the same of what was done', async () => {
  const stage = enrolling()
  stage.calls.enroll.last.resolve()
  await reach(stage, 'resting')
  stage.clock.increment(500)
  stage.calls.refreshLists.last.reject(silence)
  await waitFor(stage.dialog, (state) => state.matches({ choosing: 'still' }))
  expect(stage.notices().map(({ category }) => category)).toEqual(['success', 'neutral'])
})

it('takes every transition of the enrollment in these tests', () => {
  expect([...coverage.untaken]).toEqual([])
})
