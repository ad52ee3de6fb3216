import { giveListsTo } from '#src/offline/lists-owner.ts'
import { renewNow } from './connection.ts'
import { session } from './session.ts'

/** The worker keeps lists for whoever is logged in, and wipes them with the session. */
export function startKeptLists(): void {
  const giveToUser = () => {
    const { user, refreshToken } = session.getSnapshot().context
    // With a session of nobody known the server has still to say whose it is.
    if (user || !refreshToken) void giveListsTo(user?.id ?? null)
  }
  giveToUser()
  session.on('session.started', ({ user }) => void giveListsTo(user.id))
  session.on('session.ended', ({ cause }) => {
    // What another tab did it has told; by now the lists may be of whoever came after.
    if (cause === 'logout' || cause === 'refused') void giveListsTo(null)
  })
  // The first worker comes after the lists were fetched: to be kept they are fetched once more.
  navigator.serviceWorker?.addEventListener('controllerchange', () => {
    giveToUser()
    void renewNow()
  })
}
