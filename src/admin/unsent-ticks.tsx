import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { tickPresence } from '#contract/presence.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { ConfirmDialog } from '#src/parts/editing/confirm-dialog.tsx'
import { presenceTexts as texts } from '#src/presence/presence.texts.ts'
import { BeforeLogoutContext } from '#src/session/session-view.tsx'

interface UnsentTicksProps {
  user: User
  api: Api
  children: ReactNode
}

/** So long (ms) after the first screen: it asks for much itself. */
const START_DELAY_MS = 3_000

/**
 * Sends a teacher's ticks once there is a network, on whichever screen they open; and asks about them before they log
 * out.
 */
export function UnsentTicks({ user, api, children }: UnsentTicksProps) {
  const [leaving, setLeaving] = useState<{ count: number; logOut: () => void } | null>(null)
  const sendAll = useCallback(async (): Promise<number> => {
    const { sendLeft } = await import('#src/presence/presence-actors.ts')
    return sendLeft(`user-${user.id}`, (id) => (body) => api.call(tickPresence, { params: { id }, body }))
  }, [api, user.id])
  useEffect(() => {
    // Ticks that could not be sent, or not even be looked for, wait for the next time.
    const send = () => void sendAll().catch(() => undefined)
    const timer = setTimeout(send, START_DELAY_MS)
    window.addEventListener('online', send)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', send)
    }
  }, [sendAll])
  const ask = useCallback(
    (logOut: () => void) =>
      void sendAll().then(
        (count) => (count > 0 ? setLeaving({ count, logOut }) : logOut()),
        // Where nothing can be kept nothing is left behind.
        logOut,
      ),
    [sendAll],
  )
  return (
    <BeforeLogoutContext value={ask}>
      {children}
      {leaving && (
        <ConfirmDialog
          title={texts.unsentAtLogout(leaving.count)}
          confirmLabel="Toch uitloggen"
          isLocal
          isBusy={false}
          onConfirm={leaving.logOut}
          onClose={() => setLeaving(null)}
        >
          <p>{texts.leftAtLogout}</p>
        </ConfirmDialog>
      )}
    </BeforeLogoutContext>
  )
}
