import { useState } from 'react'
import { deleteSession } from '#contract/sessions.gen.ts'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import { loginMethodLabels } from '#domain/logins/login.texts.ts'
import type { UserSession } from '#domain/sessions/session.schema.ts'
import { answerOf } from '#src/api/answer-of.ts'
import type { Api } from '#src/api/api.ts'
import { ApiError } from '#src/api/api-error.ts'
import { useApi } from '#src/api/use-api.ts'
import { useRenew } from '#src/live/renewal-context.ts'
import { useIsConnected } from '#src/offline/connection-view.tsx'
import { ConfirmDialog, Problem, useWrite } from '#src/parts/writing/writing.tsx'
import { useServerTime, useSession } from '#src/session/session-view.tsx'
import { Button } from '#src/ui/button.tsx'
import { Fold } from '#src/ui/fold.tsx'
import { Icon, VisuallyHidden } from '#src/ui/icon.tsx'
import styles from './settings.module.css'
import { sessionTexts } from './settings.texts.ts'
import { SettingsPart } from './settings-part.tsx'

/** Sessions shown at first; a student of four years has a hundred. */
const SESSIONS_SHOWN = 5

export function SessionsSection({ sessions }: { sessions: readonly UserSession[] }) {
  const api = useApi()
  const renew = useRenew()
  const now = useServerTime()
  const connected = useIsConnected()
  const { logOut } = useSession()
  const [isAsking, ask] = useState(false)
  const { isBusy, busy, problem, write } = useWrite<number | 'all'>()
  const others = sessions.filter(({ current }) => !current)

  // This device is first, whatever its place among a hundred.
  const ordered = [...sessions.filter(({ current }) => current), ...others]
  const [near, older] = [ordered.slice(0, SESSIONS_SHOWN), ordered.slice(SESSIONS_SHOWN)]

  const { failed } = sessionTexts
  const endOne = (session: UserSession) =>
    write({
      name: session.id,
      send: () => end(api, session),
      failed,
      saved: sessionTexts.ended(session.device),
      onDone: renew,
    })
  const endAll = async () => {
    const send = () => Promise.all(others.map((session) => end(api, session)))
    await write({ name: 'all', send, failed, onDone: logOut })
    ask(false)
  }

  const row = (session: UserSession) => (
    <li key={session.id} className={styles.row} data-layout="grid 3 center" data-pad="y3">
      <Icon name="device" />
      <div>
        <strong translate="no">{session.device}</strong>
        {session.current && <span>{sessionTexts.here}</span>}
        <p data-text="small muted figures">
          {sessionTexts.used(loginMethodLabels[session.method], instantLabel(session.last_used_at, now()))}
        </p>
      </div>
      {session.current ? (
        <Button onClick={logOut}>
          Uitloggen<VisuallyHidden> op dit apparaat</VisuallyHidden>
        </Button>
      ) : (
        <Button busy={busy === session.id} disabled={isBusy || !connected} onClick={() => endOne(session)}>
          Uitloggen<VisuallyHidden>{` op ${session.device}`}</VisuallyHidden>
        </Button>
      )}
    </li>
  )

  return (
    <SettingsPart part="apparaten">
      <ul data-layout="lined">{near.map(row)}</ul>
      {older.length > 0 && (
        <Fold title={sessionTexts.older(older.length)} isOpen={false}>
          <ul data-layout="lined">{older.map(row)}</ul>
        </Fold>
      )}
      <Problem text={problem} />
      <p data-text="small muted figures">
        {sessionTexts.withoutConnection} {sessionTexts.stillListed}
      </p>
      <div data-layout="row 3 if-any">
        <Button tone="danger" icon="exit" disabled={isBusy || !connected} onClick={() => ask(true)}>
          {sessionTexts.endAll}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={sessionTexts.endAllQuestion}
          confirmLabel={sessionTexts.endAll}
          isBusy={busy === 'all'}
          onConfirm={endAll}
          onClose={() => ask(false)}
        >
          <p>{sessionTexts.endAllMeans}</p>
        </ConfirmDialog>
      )}
    </SettingsPart>
  )
}

/** Ends a session; one that is already over counts as ended. */
async function end(api: Api, { _links }: UserSession): Promise<void> {
  const link = _links.delete
  if (!link) return
  try {
    await answerOf(() => api.follow(deleteSession, link))
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}
