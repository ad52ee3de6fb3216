import { createActor, waitFor } from 'xstate'
import type { EducationDepartment } from '#domain/departments/department.schema.ts'
import type { ModuleStatus } from '#domain/enrollments/enrollment.schema.ts'
import type { AutomaticEnrollment } from '#domain/enrollments/listed-enrollment.schema.ts'
import type { OnboardingStep, User } from '#domain/users/user.schema.ts'
import { ApiError } from '#src/api/api-error.ts'
import { answersIn, isSaved, type Known, type OnboardingEmitted } from '#src/onboarding/onboarding.context.ts'
import { type Confirmed, onboardingMachine, type StepRequest } from '#src/onboarding/onboarding.machine.ts'
import type { SaveRequest } from '#src/onboarding/onboarding-actors.ts'
import { sanne } from './people.ts'
import { scriptedActor } from './scripted-actor.ts'
import { transitionCoverage } from './transition-coverage.ts'

export const coverage = transitionCoverage(onboardingMachine)

/** Sanne, who has reached this step on the server. */
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
  testmoment: { id: 3, date: '2026-11-24', duration: 'day', location: null, starts_at: null, ends_at: null },
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

export const jade = { first_name: 'Jade', last_name: 'van den Berg' }
export const refusal = (reason: string, status = 422) => new ApiError({ status, reason })

export const departments = [department(1, 'Bedrijfskunde'), department(2, 'Informatica')]
export const modules = [moduleStatus(5, 'WIS1'), moduleStatus(6, 'STAT', true)]
export const preview = { made: [enrollment(5, 'WIS1')], without_seat: [], ended: [] }

/** Lists that the server gives for each step to a student who has saved all of them. */
export const lists: Record<OnboardingStep, Partial<Known>> = {
  1: {},
  2: { departments, department: departments[1] ?? null },
  3: { modules },
  4: { preview, department: departments[1] ?? null, modules },
}

type Stage = ReturnType<typeof startOnboarding>
type State = 'loading' | 'filling' | 'saving' | 'confirming' | 'confirmed'

export const reach = ({ onboarding }: Stage, state: State) => waitFor(onboarding, (snapshot) => snapshot.matches(state))
export const contextOf = ({ onboarding }: Stage) => onboarding.getSnapshot().context
export const answersOf = (stage: Stage) => answersIn(contextOf(stage))
export const isStepSaved = (stage: Stage, step: OnboardingStep) => isSaved(step, contextOf(stage))
export const stateOf = ({ onboarding }: Stage) => onboarding.getSnapshot().value
export const failuresIn = ({ allEmitted }: Stage) => allEmitted.filter(({ type }) => type === 'onboarding.failed')

/** A student at the furthest step they reached, as it was loaded. */
export async function at(step: OnboardingStep, news: Partial<Known> = lists[step]) {
  const user = newcomer(step)
  const stage = startOnboarding(user)
  if (step > 1) stage.calls.loadStep.last.resolve({ user, ...news })
  await reach(stage, 'filling')
  return stage
}

export async function open(stage: Stage, step: OnboardingStep, news = lists[step]) {
  stage.onboarding.send({ type: 'step.opened', step })
  if (stateOf(stage) === 'loading') stage.calls.loadStep.last.resolve({ user: contextOf(stage).known.user, ...news })
  await reach(stage, 'filling')
}

export async function save(stage: Stage, news: Partial<Known> & { user: User }) {
  stage.onboarding.send({ type: 'step.submitted' })
  stage.calls.saveStep.last.resolve(news)
  await reach(stage, 'filling')
}
