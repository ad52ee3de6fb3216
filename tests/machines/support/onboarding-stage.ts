import { createActor } from 'xstate'
import type { EducationDepartment } from '#domain/departments/department.schema.ts'
import type { AutomaticEnrollment } from '#domain/enrollments/listed-enrollment.schema.ts'
import type { ModuleStatus } from '#domain/modules/module.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Known, OnboardingEmitted } from '#src/onboarding/onboarding.context.ts'
import { type Confirmed, onboardingMachine, type StepRequest } from '#src/onboarding/onboarding.machine.ts'
import type { SaveRequest } from '#src/onboarding/onboarding-actors.ts'
import { sanne } from './people.ts'
import { scriptedActor } from './scripted-actor.ts'
import { transitionCoverage } from './transition-coverage.ts'

export const coverage = transitionCoverage(onboardingMachine)

/** Sanne, whom the server knows to have reached this step. */
export const newcomer = (onboarding_step: User['onboarding_step'], values: Partial<User> = {}): User => ({
  ...sanne,
  information_checked: false,
  onboarding_step,
  ...values,
})

export const department = (id: number, name: string): EducationDepartment => ({
  id,
  name,
  auto_enroll: true,
  archived: false,
  modules: [],
  version: 1,
  _links: {},
})

export const moduleStatus = (id: number, name: string, is_completed = false): ModuleStatus => ({
  module: { id, name, description: `Beschrijving van ${name}` },
  enrollments: {},
  enrollment_moment: null,
  is_completed,
})

export const enrollment = (id: number, name: string): AutomaticEnrollment => ({
  testmoment: { id: 3, date: '2026-11-24', duration: 'day' },
  module: { id, name, description: `Beschrijving van ${name}` },
})

/** An onboarding whose calls the test answers. */
export function startOnboarding(user: User) {
  const calls = {
    loadStep: scriptedActor<Partial<Known>, StepRequest>(),
    saveStep: scriptedActor<Partial<Known>, SaveRequest>(),
    confirm: scriptedActor<Confirmed, StepRequest>(),
  }
  const allEmitted: OnboardingEmitted[] = []
  const onboarding = createActor(
    onboardingMachine.provide({
      actors: {
        loadStep: calls.loadStep.logic,
        saveStep: calls.saveStep.logic,
        confirm: calls.confirm.logic,
      },
    }),
    { input: { user }, inspect: coverage.inspect },
  )
  onboarding.on('*', (emitted) => allEmitted.push(emitted))
  onboarding.start()
  return { onboarding, calls, allEmitted }
}
