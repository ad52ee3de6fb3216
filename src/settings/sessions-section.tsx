import { useState } from 'react'
import { deleteSession } from '#contract/sessions.ts'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import { loginMethodLabels } from '#domain/logins/login.texts.ts'
import type { UserSession } from '#domain/sessions/session.schema.ts'
import type { Api } from '#src/api/api.ts'
import { ApiError, isDone } from '#src/api/api-error.ts'
import { useRenew } from '#src/live/renewal-context.ts'
import { useIsConnected } from '#src/offline/connection-view.tsx'
import { ConfirmDialog } from '#src/parts/editing/confirm-dialog.tsx'
import { Problem } from '#src/parts/editing/problem.tsx'
import { saveFailureText } from '#src/parts/editing/save.texts.ts'
import { useServerTime, useSession } from '#src/session/session-view.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import styles from './settings.module.css'
import { SettingsPart } from './settings-part.tsx'

/** Where this account is logged in, and the way to end that. */
export function SessionsSection({ api, sessions }: { api: Api; sessions: readonly UserSession[] }) {
  const renew = useRenew()
  const notify = useNotify()
  const now = useServerTime()
  const connected = useIsConnected()
  const { logOut } = useSession()
  const [busy, setBusy] = useState<number | 'all' | null>(null)
  const [isAsking, ask] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const others = sessions.filter(({ current }) => !current)

  const ending = async (which: number | 'all', work: () => Promise<void>) => {
    if (busy !== null) return
    setBusy(which)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem(saveFailureText(error, 'Uitloggen op het andere apparaat is niet gelukt.'))
    } finally {
      setBusy(null)
      ask(false)
    }
  }
  const endOne = (session: UserSession) =>
    ending(session.id, async () => {
      await end(api, session)
      await renew()
      notify('success', `${session.device} is uitgelogd.`)
    })
  const endAll = () =>
    ending('all', async () => {
      await Promise.all(others.map((session) => end(api, session)))
      logOut()
    })

  return (
    <SettingsPart part="apparaten">
      <ul className={styles.sessions}>
        {sessions.map((session) => (
          <li key={session.id} className={styles.session}>
            <Icon name="device" />
            <div>
              <strong>{session.device}</strong>
              {session.current && ' (dit apparaat)'}
              <p className={styles.muted}>
                Ingelogd met {loginMethodLabels[session.method]}. Laatst gebruikt{' '}
                {instantLabel(session.last_used_at, now())}
              </p>
            </div>
            {session.current ? (
              <Button onClick={logOut}>
                Uitloggen<VisuallyHidden> op dit apparaat</VisuallyHidden>
              </Button>
            ) : (
              <Button busy={busy === session.id} disabled={busy !== null || !connected} onClick={() => endOne(session)}>
                Uitloggen<VisuallyHidden> op {session.device}</VisuallyHidden>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Problem text={problem} />
      <p className={styles.muted}>
        Log je uit zonder verbinding, dan is dit apparaat meteen leeg. In deze lijst blijft het staan tot de server
        ervan hoort of de login verloopt, na uiterlijk 14 dagen.
      </p>
      <div className={styles.actions}>
        <Button tone="danger" icon="exit" disabled={busy !== null || !connected} onClick={() => ask(true)}>
          Overal uitloggen
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Overal uitloggen?"
          confirmLabel="Overal uitloggen"
          isBusy={busy === 'all'}
          onConfirm={endAll}
          onClose={() => ask(false)}
        >
          <p>Op al je apparaten, ook dit, moet je daarna opnieuw inloggen.</p>
        </ConfirmDialog>
      )}
    </SettingsPart>
  )
}

/** A login that is over already is what was wanted. */
async function end(api: Api, { _links }: UserSession): Promise<void> {
  if (!_links.delete) return
  try {
    await api.follow(deleteSession, _links.delete)
  } catch (error) {
    if (!(isDone(error) || (error instanceof ApiError && error.status === 404))) throw error
  }
}
