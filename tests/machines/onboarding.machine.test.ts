import { describe, expect, it } from 'vitest'
import { NetworkError } from '#src/api/api-error.ts'
import {
  answersOf,
  at,
  contextOf,
  coverage,
  departments,
  failuresIn,
  isStepSaved,
  jade,
  lists,
  modules,
  newcomer,
  open,
  preview,
  reach,
  refusal,
  save,
  startOnboarding,
  stateOf,
} from './support/onboarding-stage.ts'

const silence = new NetworkError()

describe('onboarding resumes', () => {
  it('at the first step, which has nothing to wait for', () => {
    const stage = startOnboarding(newcomer(1))
    expect([contextOf(stage).step, stateOf(stage), stage.calls.loadStep.calls.length]).toEqual([1, 'filling', 0])
  })

  it.each([2, 3, 4] as const)('at step %i when that is how far the student was', (step) => {
    const stage = startOnboarding(newcomer(step))
    expect(stateOf(stage)).toBe('loading')
    expect(stage.calls.loadStep.last.input).toMatchObject({ step, user: { onboarding_step: step } })
  })

  it('with what the server has of them', async () => {
    const stage = await at(4)
    await open(stage, 3)
    await open(stage, 2)
    expect(answersOf(stage)).toEqual({
      names: { first_name: 'Sanne', last_name: 'de Vries' },
      departmentId: 2,
      completedIds: [6],
      uncompletedIds: [],
    })
    expect(([1, 2, 3] as const).map((step) => isStepSaved(stage, step))).toEqual([true, true, true])
  })
})

describe('a step', () => {
  it('that was not reached is not opened', async () => {
    const stage = await at(2)
    stage.onboarding.send({ type: 'step.opened', step: 3 })
    expect(contextOf(stage).step).toBe(2)
  })

  it('keeps what was entered while another one is looked at', async () => {
    const stage = await at(3)
    stage.onboarding.send({ type: 'module.ticked', id: 5, isCompleted: true })
    await open(stage, 1)
    stage.onboarding.send({ type: 'names.typed', names: jade })
    await open(stage, 2)
    stage.onboarding.send({ type: 'department.chosen', id: 1 })
    await open(stage, 3)
    expect(answersOf(stage)).toMatchObject({ names: jade, departmentId: 1, completedIds: [5, 6] })
  })

  it('that was seen is shown again without asking', async () => {
    const stage = await at(3)
    await open(stage, 2)
    await open(stage, 3)
    expect(stage.calls.loadStep.calls).toHaveLength(2)
  })

  it('left while it is saved is saved all the same', async () => {
    const stage = await at(3)
    stage.onboarding.send({ type: 'step.submitted' })
    stage.onboarding.send({ type: 'step.opened', step: 1 })
    stage.calls.saveStep.last.resolve({ modules, user: newcomer(4) })
    await reach(stage, 'filling')
    expect([contextOf(stage).step, isStepSaved(stage, 3)]).toEqual([1, true])
  })

  it('left while it is saved for one that is not known yet has that one loaded then', async () => {
    const stage = await at(2, { departments, department: null })
    await save(stage, { department: departments[0] ?? null, user: newcomer(3) })
    stage.onboarding.send({ type: 'step.submitted' })
    stage.onboarding.send({ type: 'step.opened', step: 3 })
    stage.calls.saveStep.last.resolve({ modules: null, user: newcomer(3) })
    await reach(stage, 'loading')
    expect(stage.calls.loadStep.last.input.step).toBe(3)
  })

  it('is saved once, however often the button is pressed', async () => {
    const stage = await at(1)
    stage.onboarding.send({ type: 'step.submitted' })
    stage.onboarding.send({ type: 'step.submitted' })
    expect(stage.calls.saveStep.calls).toHaveLength(1)
  })

  it('of which nothing is known yet can be neither saved nor confirmed', () => {
    const stage = startOnboarding(newcomer(4))
    stage.onboarding.send({ type: 'overview.confirmed' })
    stage.onboarding.send({ type: 'step.opened', step: 2 })
    stage.onboarding.send({ type: 'step.submitted' })
    expect([stateOf(stage), stage.calls.saveStep.calls, stage.calls.confirm.calls]).toEqual(['loading', [], []])
  })
})

describe('when saving fails', () => {
  it.each([silence, new NetworkError({ sent: false }), refusal('unavailable', 503), refusal('internal-error', 500)])(
    'by %s it is told once, the step stays and nothing is lost',
    async (error) => {
      const stage = await at(1)
      stage.onboarding.send({ type: 'names.typed', names: jade })
      stage.onboarding.send({ type: 'step.submitted' })
      stage.calls.saveStep.last.reject(error)
      await reach(stage, 'filling')
      expect(stage.allEmitted).toEqual([{ type: 'onboarding.failed', during: 'saving', error }])
      expect(contextOf(stage)).toMatchObject({ step: 1, failure: { during: 'saving', error } })
      expect(answersOf(stage).names).toEqual(jade)
    },
  )

  it('it can be tried again, and the failure is forgotten', async () => {
    const stage = await at(1)
    stage.onboarding.send({ type: 'step.submitted' })
    stage.calls.saveStep.last.reject(silence)
    await reach(stage, 'filling')
    stage.onboarding.send({ type: 'step.submitted' })
    expect(contextOf(stage).failure).toBeNull()
    expect(stage.calls.saveStep.calls).toHaveLength(2)
  })

  it.each([403, 404, 409, 422])('by the refusal %i the server is asked how things stand', async (status) => {
    const stage = await at(2)
    stage.onboarding.send({ type: 'step.submitted' })
    stage.calls.saveStep.last.reject(refusal('onboarding-done', status))
    await reach(stage, 'loading')
    const user = newcomer(4, { information_checked: true })
    stage.calls.loadStep.last.resolve({ user })
    await reach(stage, 'filling')
    expect(stage.allEmitted.at(-1)).toEqual({ type: 'user.changed', user })
    expect(contextOf(stage).failure).toMatchObject({ during: 'saving' })
  })
})

describe('when loading fails', () => {
  it('it is shown, and tried again on request', async () => {
    const stage = startOnboarding(newcomer(2))
    stage.calls.loadStep.last.reject(silence)
    await reach(stage, 'filling')
    expect(failuresIn(stage)).toEqual([{ type: 'onboarding.failed', during: 'loading', error: silence }])
    stage.onboarding.send({ type: 'retry.requested' })
    stage.calls.loadStep.last.resolve({ user: newcomer(2), ...lists[2] })
    await reach(stage, 'filling')
    expect(contextOf(stage).failure).toBeNull()
  })

  it('it is tried again by itself when the connection is back', async () => {
    const stage = startOnboarding(newcomer(2))
    stage.calls.loadStep.last.reject(silence)
    await reach(stage, 'filling')
    stage.onboarding.send({ type: 'connection.returned' })
    expect(stateOf(stage)).toBe('loading')
  })

  it('what was loaded before stays, and can be worked on', async () => {
    const stage = await at(2)
    stage.onboarding.send({ type: 'page.shown' })
    stage.calls.loadStep.last.reject(silence)
    await reach(stage, 'filling')
    stage.onboarding.send({ type: 'step.submitted' })
    expect(stateOf(stage)).toBe('saving')
  })
})

describe('who comes back to this tab', () => {
  it('finds how far they got on another device, and what they said there', async () => {
    const stage = await at(2, { departments, department: null })
    stage.onboarding.send({ type: 'page.shown' })
    stage.calls.loadStep.last.resolve({ user: newcomer(3), ...lists[2] })
    await reach(stage, 'filling')
    expect(answersOf(stage).departmentId).toBe(2)
    expect(isStepSaved(stage, 2)).toBe(true)
    await open(stage, 3)
    expect(contextOf(stage).step).toBe(3)
  })

  it('keeps what they were typing here', async () => {
    const stage = await at(1)
    stage.onboarding.send({ type: 'names.typed', names: jade })
    stage.onboarding.send({ type: 'page.shown' })
    stage.calls.loadStep.last.resolve({ user: newcomer(2) })
    await reach(stage, 'filling')
    expect(answersOf(stage).names).toEqual(jade)
  })

  it('does not wait to save until it is known', async () => {
    const stage = await at(1)
    stage.onboarding.send({ type: 'page.shown' })
    stage.onboarding.send({ type: 'step.submitted' })
    expect(stateOf(stage)).toBe('saving')
  })

  it('does not wait to confirm either', async () => {
    const stage = await at(4)
    stage.onboarding.send({ type: 'page.shown' })
    stage.onboarding.send({ type: 'overview.confirmed' })
    expect(stateOf(stage)).toBe('confirming')
  })
})

it('takes what the session heard of the student meanwhile: a step reached elsewhere can be opened', async () => {
  const stage = await at(1)
  stage.onboarding.send({ type: 'user.refreshed', user: newcomer(3, jade) })
  expect(answersOf(stage).names).toEqual(jade)
  await open(stage, 3)
  expect(contextOf(stage).step).toBe(3)
  expect(stage.allEmitted.filter(({ type }) => type === 'user.changed')).toHaveLength(1)
})

describe('confirming', () => {
  const confirmed = newcomer(4, { information_checked: true })

  it('tells how many enrollments came of it, and who the student is now', async () => {
    const stage = await at(4)
    stage.onboarding.send({ type: 'overview.confirmed' })
    stage.calls.confirm.last.resolve({ user: confirmed, made: 3 })
    await reach(stage, 'confirmed')
    expect(stage.allEmitted.slice(1)).toEqual([
      { type: 'information.confirmed', made: 3 },
      { type: 'user.changed', user: confirmed },
    ])
  })

  it('is done at the overview only, and there is nothing to save there', async () => {
    const stage = await at(4)
    stage.onboarding.send({ type: 'step.submitted' })
    await open(stage, 3)
    stage.onboarding.send({ type: 'overview.confirmed' })
    expect([stateOf(stage), stage.calls.saveStep.calls, stage.calls.confirm.calls]).toEqual(['filling', [], []])
  })

  it('goes on when the student looks at another step meanwhile', async () => {
    const stage = await at(4)
    stage.onboarding.send({ type: 'overview.confirmed' })
    stage.onboarding.send({ type: 'step.opened', step: 1 })
    stage.calls.confirm.last.resolve({ user: confirmed, made: 0 })
    await reach(stage, 'confirmed')
    expect(stage.allEmitted.at(-1)).toEqual({ type: 'user.changed', user: confirmed })
  })

  it('that fails is shown, and the overview stays', async () => {
    const stage = await at(4)
    stage.onboarding.send({ type: 'overview.confirmed' })
    stage.calls.confirm.last.reject(silence)
    await reach(stage, 'filling')
    expect(failuresIn(stage)).toEqual([{ type: 'onboarding.failed', during: 'confirming', error: silence }])
    expect(contextOf(stage).known.preview).toEqual(preview)
  })

  it('that is refused has the overview looked at again', async () => {
    const stage = await at(4)
    stage.onboarding.send({ type: 'overview.confirmed' })
    stage.calls.confirm.last.reject(refusal('information-incomplete'))
    await reach(stage, 'loading')
    expect(stage.calls.loadStep.last.input.step).toBe(4)
  })
})

it('takes every transition of the onboarding in these tests', () => {
  expect([...coverage.untaken]).toEqual([])
})
