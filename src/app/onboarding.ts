import { createActor } from 'xstate'
import type { User } from '#domain/users/user.schema.ts'
import { lostAnswerText } from '#src/api/failure.texts.ts'
import { onAppEvent } from '#src/live/app-events.ts'
import { createRefreshing } from '#src/live/refreshing.ts'
import { dropDraft, keepDraft, keptDraft } from '#src/offline/kept-draft.ts'
import type { Entered } from '#src/onboarding/onboarding.context.ts'
import { type OnboardingActor, onboardingMachine } from '#src/onboarding/onboarding.machine.ts'
import { confirmedText, whatFailed } from '#src/onboarding/onboarding.texts.ts'
import { onboardingActors } from '#src/onboarding/onboarding-actors.ts'
import type { Notify } from '#src/toasts/toasts-context.ts'
import { api, isLoggedIn, session } from './session.ts'

/** Starts the onboarding machine. Outcomes go to the student by toasts, and to the session, which holds the user. */
export function startOnboarding(notify: Notify): OnboardingActor {
  const { user } = session.getSnapshot().context
  if (!user) throw new Error('Nobody is logged in to be onboarded')
  const actor = createActor(onboardingMachine.provide({ actors: onboardingActors(api) }), {
    input: { user, entered: keptDraft<Entered>(user.id, DRAFT) },
  })
  actor.subscribe((snapshot) => {
    if (snapshot.matches('confirmed')) dropDraft()
    else keepDraft({ userId: user.id, of: DRAFT, draft: snapshot.context.entered })
  })
  followNews(user, actor)
  actor.on('user.changed', (changed) => session.send(changed))
  actor.on('information.confirmed', ({ made }) => notify('success', confirmedText(made)))
  actor.on('onboarding.failed', ({ during, error }) => {
    // biome-ignore lint/suspicious/noConsole: the specification requires onboarding failures here, in addition to the toast
    console.error(error)
    notify('error', lostAnswerText(error) ?? whatFailed[during])
  })
  return actor.start()
}

/** Name of the draft: values that were filled in and not saved survive a reload. */
const DRAFT = 'onboarding'

/** Shows a new department or module in the current step. */
function followNews(user: User, actor: OnboardingActor): void {
  const refreshing = createRefreshing({
    refresh: () => isLoggedIn(user) && actor.send({ type: 'page.shown' }),
    isWanted: () => document.visibilityState === 'visible',
    random: Math.random,
  })
  const stop = onAppEvent({
    received: (news, isHere) => {
      if (!isHere && /^(educationDepartment|module|eventsMissed)/.test(news.name)) refreshing.note(news)
    },
  })
  const end = () => {
    stop()
    refreshing.stop()
  }
  actor.on('information.confirmed', end)
  session.on('session.ended', end)
}
