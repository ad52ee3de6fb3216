import { fromPromise } from 'xstate'
import { confirmInformation } from '#contract/onboarding.ts'
import type { Api } from '#src/api/api.ts'
import { loadStep } from './load-step.ts'
import type { Known } from './onboarding.context.ts'
import type { Confirmed, StepRequest } from './onboarding.machine.ts'
import { type SaveRequest, saveStep } from './save-step.ts'
import { usableLink } from './usable-link.ts'

/** What the onboarding machine leaves to others. */
export const onboardingActors = (api: Api) => ({
  loadStep: fromPromise<Partial<Known>, StepRequest>(({ input }) => loadStep(api, input)),

  saveStep: fromPromise<Partial<Known>, SaveRequest>(({ input }) => saveStep(api, input)),

  confirm: fromPromise<Confirmed, StepRequest>(async ({ input: { user } }) => {
    const { entity, enrollments_made } = await api.follow(confirmInformation, usableLink(user, 'confirm_information'))
    return { user: entity, made: enrollments_made }
  }),
})
