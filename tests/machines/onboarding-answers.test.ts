import { describe, expect, it } from 'vitest'
import {
  answersOf,
  at,
  departments,
  isStepSaved,
  jade,
  moduleStatus,
  newcomer,
  open,
  reach,
  refusal,
  save,
  stateOf,
} from './support/onboarding-stage.ts'

describe('the name', () => {
  it('that was typed is saved, and the step is saved by it', async () => {
    const stage = await at(1)
    expect(isStepSaved(stage, 1)).toBe(false)
    stage.onboarding.send({ type: 'names.typed', names: jade })
    stage.onboarding.send({ type: 'step.submitted' })
    expect(stage.calls.saveStep.last.input).toMatchObject({ step: 1, answers: { names: jade } })
    expect(isStepSaved(stage, 1)).toBe(false)
    const user = newcomer(2, jade)
    stage.calls.saveStep.last.resolve({ user })
    await reach(stage, 'filling')
    expect(isStepSaved(stage, 1)).toBe(true)
    expect(stage.allEmitted).toEqual([{ type: 'user.changed', user }])
  })

  it('is kept as it is typed, up to the last space', async () => {
    const stage = await at(2)
    await open(stage, 1)
    stage.onboarding.send({ type: 'names.typed', names: { first_name: 'Sanne ', last_name: 'de Vries' } })
    expect(answersOf(stage).names.first_name).toBe('Sanne ')
    expect(isStepSaved(stage, 1)).toBe(true)
  })

  it('counts as saved when the server kept it without the spaces around it', async () => {
    const stage = await at(1)
    stage.onboarding.send({ type: 'names.typed', names: { first_name: ' Jade ', last_name: 'van den Berg' } })
    await save(stage, { user: newcomer(2, jade) })
    expect(isStepSaved(stage, 1)).toBe(true)
  })

  it('that is changed after saving is to be saved again', async () => {
    const stage = await at(2)
    await open(stage, 1)
    stage.onboarding.send({ type: 'names.typed', names: jade })
    expect(isStepSaved(stage, 1)).toBe(false)
  })

  it('that is typed on while saving is not taken for saved', async () => {
    const stage = await at(1)
    stage.onboarding.send({ type: 'names.typed', names: jade })
    stage.onboarding.send({ type: 'step.submitted' })
    stage.onboarding.send({ type: 'names.typed', names: { ...jade, last_name: 'van den Bergh' } })
    stage.calls.saveStep.last.resolve({ user: newcomer(2, jade) })
    await reach(stage, 'filling')
    expect(isStepSaved(stage, 1)).toBe(false)
    expect(answersOf(stage).names.last_name).toBe('van den Bergh')
  })
})

describe('the department', () => {
  it('is the first one until another is chosen', async () => {
    const stage = await at(2, { departments, department: null })
    expect(answersOf(stage).departmentId).toBe(1)
    expect(isStepSaved(stage, 2)).toBe(false)
    stage.onboarding.send({ type: 'department.chosen', id: 2 })
    expect(answersOf(stage).departmentId).toBe(2)
  })

  it('is saved as shown, and the modules of another department are forgotten', async () => {
    const stage = await at(3)
    await open(stage, 2)
    stage.onboarding.send({ type: 'department.chosen', id: 1 })
    expect(isStepSaved(stage, 2)).toBe(false)
    await save(stage, { department: departments[0] ?? null, modules: null, preview: null, user: newcomer(3) })
    expect(stage.calls.saveStep.last.input).toMatchObject({ step: 2, answers: { departmentId: 1 } })
    expect(isStepSaved(stage, 2)).toBe(true)
    stage.onboarding.send({ type: 'step.opened', step: 3 })
    expect(stateOf(stage)).toBe('loading')
  })

  it('that is no longer offered gives way to one that is', async () => {
    const stage = await at(2, { departments, department: null })
    stage.onboarding.send({ type: 'department.chosen', id: 2 })
    stage.onboarding.send({ type: 'step.submitted' })
    stage.calls.saveStep.last.reject(refusal('education-department-unavailable'))
    await reach(stage, 'loading')
    stage.calls.loadStep.last.resolve({ departments: departments.slice(0, 1) })
    await reach(stage, 'filling')
    expect(answersOf(stage).departmentId).toBe(1)
  })
})

describe('modules', () => {
  it('are saved as they are ticked: which are completed, and which no longer are', async () => {
    const stage = await at(3)
    stage.onboarding.send({ type: 'module.ticked', id: 5, isCompleted: true })
    stage.onboarding.send({ type: 'module.ticked', id: 6, isCompleted: false })
    await save(stage, {
      modules: [moduleStatus(5, 'WIS1', true), moduleStatus(6, 'STAT')],
      user: newcomer(4),
    })
    expect(stage.calls.saveStep.last.input.answers).toMatchObject({ completedIds: [5], uncompletedIds: [6] })
    expect(isStepSaved(stage, 3)).toBe(true)
  })

  it('that a result completed meanwhile stay so, whatever was ticked', async () => {
    const stage = await at(3)
    stage.onboarding.send({ type: 'module.ticked', id: 6, isCompleted: false })
    await save(stage, { modules: [{ ...moduleStatus(6, 'STAT', true), by_result: true }], user: newcomer(4) })
    expect(answersOf(stage)).toMatchObject({ completedIds: [6], uncompletedIds: [] })
    expect(isStepSaved(stage, 3)).toBe(true)
  })

  it('that are ticked and unticked again leave nothing to save', async () => {
    const stage = await at(4)
    await open(stage, 3)
    stage.onboarding.send({ type: 'module.ticked', id: 5, isCompleted: true })
    expect(isStepSaved(stage, 3)).toBe(false)
    stage.onboarding.send({ type: 'module.ticked', id: 5, isCompleted: false })
    expect(isStepSaved(stage, 3)).toBe(true)
  })

  it('of none are saved as well: a step is not skipped', async () => {
    const stage = await at(3, { modules: [] })
    expect(isStepSaved(stage, 3)).toBe(false)
    await save(stage, { modules: [], user: newcomer(4) })
    expect(isStepSaved(stage, 3)).toBe(true)
  })

  it('of a former department are not waited for', async () => {
    const stage = await at(3)
    stage.onboarding.send({ type: 'module.ticked', id: 5, isCompleted: true })
    await save(stage, { modules: [moduleStatus(9, 'ALG')], user: newcomer(4) })
    expect(isStepSaved(stage, 3)).toBe(true)
  })
})
