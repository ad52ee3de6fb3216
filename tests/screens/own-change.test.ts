import { describe, expect, it } from 'vitest'
import type { Attempt } from '#src/enrollment/attempt.ts'
import { changedMoments, changedStatuses, type OwnChange } from '#src/enrollment/own-change.ts'
import { enrollmentChoices } from '#src/parts/enrollment-choice/enrollment-choices.ts'
import { testmomentSummary } from '#src/student/testmoments/testmoment-choices.ts'
import { moment, NOW, status } from './support/student.ts'

const early = moment(1, '2026-12-01')
const late = moment(2, '2026-12-15')
const testmoments = [early, late]

const attempt = <Wish extends Attempt['wish']>(wish: Wish, at = late) => ({
  wish,
  link: { method: 'POST', href: `/api/v1/enrollment/1/move` } as const,
  enrollment: { user_id: 1, testmoment_id: at.id, module_id: 1 },
  moduleName: 'WIS1',
  moment: at,
  from: early,
})

/** An enrollment in WIS1 as the server gives it. */
const given = (at = late) => {
  const [held] = Object.values(status('WIS1', [at]).enrollments)
  if (!held) throw new Error('no enrollment')
  return held.enrollment
}

const at = (statuses: ReturnType<typeof changedStatuses>) => Object.keys(statuses[0]?.enrollments ?? {})

describe('what the server said of one’s own change', () => {
  const nowhere = [status('WIS1'), status('STAT', [early])]
  const enrolled = [status('WIS1', [early]), status('STAT', [early])]

  it('an enrollment shows at once, in that module alone', () => {
    const change: OwnChange = { type: 'enrolled', enrollment: given() }
    const after = changedStatuses(nowhere, change, testmoments)
    expect(after[0]?.enrollments[2]).toMatchObject({ enrollment: given(), testmoment: { date: '2026-12-15' } })
    expect(after[1]).toBe(nowhere[1])
    expect(changedMoments(testmoments, change).map(({ enrollments }) => enrollments)).toEqual([[], [given()]])
    // Given twice it is there once.
    const twice = changedMoments(changedMoments(testmoments, change), change)
    expect(twice[1]?.enrollments).toEqual([given()])
  })

  it('so does leaving', () => {
    const change: OwnChange = { type: 'unenrolled', attempt: attempt('unenrolled', early) }
    expect(at(changedStatuses(enrolled, change, testmoments))).toEqual([])
    const held = [{ ...early, enrollments: [given(early)] }]
    expect(changedMoments(held, change)[0]?.enrollments).toEqual([])
  })

  it('and a move, at both moments', () => {
    const change: OwnChange = { type: 'moved', enrollment: given(), attempt: attempt('moved') }
    expect(at(changedStatuses(enrolled, change, testmoments))).toEqual(['2'])
    const held = [{ ...early, enrollments: [given(early)] }, late]
    expect(changedMoments(held, change).map(({ enrollments }) => enrollments)).toEqual([[], [given()]])
  })

  it('that it was not done leaves the very lists', () => {
    const change: OwnChange = { type: 'undone', attempt: attempt('enrolled') }
    expect(changedStatuses(nowhere, change, testmoments)).toBe(nowhere)
    expect(changedMoments(testmoments, change)).toBe(testmoments)
  })
})

describe('a change that was not answered', () => {
  const enrolled = [status('WIS1', [early])]

  it.each([
    ['enrolled', [status('WIS1')], [false, true], ['Nog niet bekend: inschrijving voor WIS1']],
    ['moved', enrolled, [true, true], ['Nog niet bekend: verplaatsing van WIS1']],
  ] as const)('is not yet known where it was asked for: %s', (wish, before, where, words) => {
    const statuses = changedStatuses(before, { type: 'unanswered', attempt: attempt(wish) }, testmoments)
    const [first] = statuses
    if (!first) throw new Error('no module')
    expect(at(statuses)).toEqual(at([...before]))
    const choices = enrollmentChoices(first, { statuses, testmoments, now: NOW })
    expect(choices.map(({ unanswered }) => unanswered !== null)).toEqual(where)
    expect(testmomentSummary(late, { statuses, now: NOW }).unanswered).toEqual(words)
  })

  it.each<OwnChange>([
    { type: 'enrolled', enrollment: given() },
    { type: 'undone', attempt: attempt('enrolled') },
  ])('is known once it is answered after all: $type', (answer) => {
    const unsure = changedStatuses([status('WIS1')], { type: 'unanswered', attempt: attempt('enrolled') }, testmoments)
    expect(unsure[0]).toHaveProperty('unanswered')
    expect(changedStatuses(unsure, answer, testmoments)[0]).not.toHaveProperty('unanswered')
  })
})
