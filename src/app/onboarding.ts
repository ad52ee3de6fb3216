import { createActor } from 'xstate'
import { lostAnswerText } from '#src/api/failure.texts.ts'
import { type OnboardingActor, onboardingMachine } from '#src/onboarding/onboarding.machine.ts'
import { confirmedText, whatFailed } from '#src/onboarding/onboarding.texts.ts'
import { onboardingActors } from '#src/onboarding/onboarding-actors.ts'
import type { Notify } from '#src/toasts/toasts-context.ts'
import { api, session } from './session.ts'

/** What comes of it is told to the student by toasts, and to the session, which knows who they are. */
export function startOnboarding(notify: Notify): OnboardingActor {
  const { user } = session.getSnapshot().context
  if (!user) throw new Error('Nobody is logged in to be onboarded')
  const actor = createActor(onboardingMachine.provide({ actors: onboardingActors(api) }), { input: { user } })
  actor.on('user.changed', (changed) => session.send(changed))
  actor.on('information.confirmed', ({ made }) => notify('success', confirmedText(made)))
  actor.on('onboarding.failed', ({ during, error }) => {
    // biome-ignore lint/suspicious/noConsole: this is where the specification has failures of onboarding go, besides the toast
    console.error(error)
    notify('error', lostAnswerText(error) ?? whatFailed[during])
  })
  return actor.start()
}
