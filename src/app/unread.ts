import { listReceivedMessages } from '#contract/messages.gen.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { onAppEvent } from '#src/live/app-events.ts'
import { createRefreshing } from '#src/live/refreshing.ts'
import { learnUnread, onUnread, unreadOf } from '#src/parts/messages/unread.ts'
import type { AppRouter } from './router.tsx'

/** Screens that fetch a student's messages themselves, at each event about them. */
const ASKING = ['/student/messages', '/student/modules']

/** Keeps the number of unread messages up to date, here and on the app's icon. Returns how to stop. */
export function followUnread({ api, user, router }: { api: Api; user: User; router: AppRouter }): () => void {
  const { messages } = user._links
  const isAsked = () => ASKING.includes(router.state.location.pathname)
  const load = () => {
    if (!messages || isAsked()) return
    api.follow(listReceivedMessages, messages).then(
      ({ entities }) => learnUnread(user.id, entities),
      // The known number stays.
      () => undefined,
    )
  }
  if (unreadOf(user.id) === null) load()
  const refreshing = createRefreshing({
    refresh: load,
    isWanted: () => document.visibilityState === 'visible',
    random: Math.random,
  })
  const stopListening = onAppEvent({
    received: (event) => {
      if (event.name === 'messagesChanged' || event.name === 'eventsMissed') refreshing.note(event)
    },
  })
  const look = () => {
    refreshing.look()
    showOnIcon(user)
  }
  document.addEventListener('visibilitychange', look)
  const stopShowing = onUnread(() => showOnIcon(user))
  showOnIcon(user)
  return () => {
    stopListening()
    stopShowing()
    refreshing.stop()
    document.removeEventListener('visibilitychange', look)
    // The number belongs to the user who left.
    navigator.clearAppBadge?.().catch(() => undefined)
  }
}

/**
 * Shows only unread messages on the app's icon, since the user now sees the rest of what its number counts
 * (sw/push/handle-pushes.ts). Not every browser supports it, and a device's settings may refuse it.
 */
function showOnIcon({ id }: Pick<User, 'id'>): void {
  if (document.visibilityState !== 'visible') return
  const count = unreadOf(id) ?? 0
  const shown = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.()
  shown?.catch(() => undefined)
}
