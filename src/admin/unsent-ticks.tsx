import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { tickPresence } from '#contract/presence.gen.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { ConfirmDialog } from '#src/parts/writing/writing.tsx'
import { presenceTexts as texts } from '#src/presence/presence.texts.ts'
import { BeforeLogoutContext } from '#src/session/session-view.tsx'

/** Delay (ms) after the first screen, which makes many requests itself. */
const START_DELAY_MS = 3_000

/** Sends a teacher's unsent ticks once there is a network, on any screen; and asks about them before the teacher logs out. */
export function UnsentTicks({ user, api, children }: { user: User; api: Api; children: ReactNode }) {
  const [leaving, setLeaving] = useState<{ count: number; logOut: () => void } | null>(null)
  const sendAll = useCallback(async (): Promise<number> => {
    const { sendLeft } = await import('#src/presence/presence-actors.ts')
    return sendLeft(`user-${user.id}`, (id) => (body) => api.call(tickPresence, { params: { id }, body }))
  }, [api, user.id])
  useEffect(() => {
    // After a failure to read or send them, ticks wait for the next time.
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
        // A device without storage has nothing unsent.
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
          onConfirm={leaving.logOut}
          onClose={() => setLeaving(null)}
        >
          <p>{texts.leftAtLogout}</p>
        </ConfirmDialog>
      )}
    </BeforeLogoutContext>
  )
}
