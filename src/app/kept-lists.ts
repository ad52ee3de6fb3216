import { giveListsTo } from '#src/offline/kept-list.ts'
import { renewNow } from './connection.ts'
import { session } from './session.ts'

/** The worker keeps lists for whoever is logged in, and wipes them with the session. */
export function startKeptLists(): void {
  void giveToWhoIsHere()
  session.on('session.started', giveToWhoIsHere)
  session.on('session.ended', ({ cause }) => {
    // What another tab did it has told; by now the lists may be of whoever came after.
    if (cause === 'logout' || cause === 'refused') void giveListsTo(null)
  })
  navigator.serviceWorker?.addEventListener('controllerchange', giveToWhoIsHere)
}

async function giveToWhoIsHere(): Promise<void> {
  const { user, refreshToken } = session.getSnapshot().context
  // With a session of nobody known the server has still to say whose it is.
  if (!user && refreshToken) return
  // What was fetched before the worker came, or heard of this person, is fetched once more to be kept.
  if ((await giveListsTo(user?.id ?? null)) && user) void renewNow()
}
