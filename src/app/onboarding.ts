import { createActor } from 'xstate'
import { type OnboardingActor, onboardingMachine } from '#src/onboarding/onboarding.machine.ts'
import { confirmedText, whatFailed } from '#src/onboarding/onboarding.texts.ts'
import { onboardingActors } from '#src/onboarding/onboarding-actors.ts'
import { api, session } from './session.ts'
import { tellTo } from './toasts.ts'

/** What comes of it is told to the student by toasts, and to the session, which knows who they are. */
export function startOnboarding(): OnboardingActor {
  const { user } = session.getSnapshot().context
  if (!user) throw new Error('Nobody is logged in to be onboarded')
  const tell = tellTo(user)
  const actor = createActor(onboardingMachine.provide({ actors: onboardingActors(api) }), { input: { user } })
  actor.on('user.changed', (changed) => session.send(changed))
  actor.on('information.confirmed', ({ made }) => tell('success', confirmedText(made)))
  actor.on('onboarding.failed', ({ during, error }) => {
    // biome-ignore lint/suspicious/noConsole: this is where the specification has failures of onboarding go, besides the toast
    console.error(error)
    tell('error', whatFailed[during])
  })
  return actor.start()
}
