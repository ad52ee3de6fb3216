import { useEffect, useRef, useState } from 'react'
import type { Api } from '#src/api/api.ts'
import { useSession } from '#src/session/session-view.tsx'
import { Button } from '#src/ui/button.tsx'
import pageStyles from '../account-page.module.css'
import styles from './log-in-again.module.css'
import { logInAgainTexts as texts } from './log-in-again.texts.ts'
import { LoginFailureAlert } from './login-failure.tsx'
import { useLoginOptions } from './login-options.ts'
import { LoginWays } from './login-screen.tsx'
import { SecondFactorScreen } from './second-factor-screen.tsx'

/** Covers the whole screen of a user whose session ended while they typed: by now somebody else may sit here. */
export function LogInAgain({ publicApi }: { publicApi: Api }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { user, failure, status, challenge, ...session } = useSession()
  const known = useLoginOptions(publicApi)
  const busy = status === 'logging-in'
  useEffect(() => dialog.current?.showModal(), [])

  return (
    <dialog
      ref={dialog}
      className={styles.over}
      data-layout="full"
      data-text="ink"
      aria-labelledby="log-in-again"
      // Escape does nothing: what is behind must stay hidden.
      onCancel={(event) => event.preventDefault()}
    >
      <div className={pageStyles.page} data-layout="stack">
        <img src="/icons/icon.svg" alt="" width="64" height="64" className={pageStyles.mark} />
        <div className={pageStyles.box} data-layout="stack 5 top">
          <div>
            <h1 id="log-in-again">{texts.title}</h1>
            <p data-text="muted" data-above="1">
              {texts.why}
            </p>
          </div>
          {challenge ? (
            <SecondFactorScreen
              challenge={challenge}
              failure={failure}
              busy={busy}
              onProof={session.giveFactor}
              onAbandon={session.abandonFactor}
            />
          ) : (
            <>
              {failure && failure !== 'login-over' && <LoginFailureAlert failure={failure} />}
              <LoginWays
                publicApi={publicApi}
                busy={busy}
                onSubmit={session.logIn}
                onPasskey={session.logInByPasskey}
                staysHere
                username={user?.username}
                {...known}
              />
            </>
          )}
          <GiveUp onGiveUp={session.logOut} />
        </div>
      </div>
    </dialog>
  )
}

/** Asks once more: the typed text cannot be recovered. */
function GiveUp({ onGiveUp }: { onGiveUp: () => void }) {
  const [isAsked, setAsked] = useState(false)
  return (
    <div className={styles.giveUp} data-layout="grid 2 left">
      <p data-text="muted" data-layout="if-any" role="status">
        {isAsked && texts.asked}
      </p>
      <Button tone={isAsked ? 'danger' : 'quiet'} onClick={isAsked ? onGiveUp : () => setAsked(true)}>
        {isAsked ? texts.sure : texts.giveUp}
      </Button>
    </div>
  )
}
