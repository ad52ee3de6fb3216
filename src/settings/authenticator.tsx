import { useState } from 'react'
import { addTotp, beginTotp, removeTotp, renewRecoveryCodes } from '#contract/logins.gen.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { TotpStart } from '#domain/logins/login.schema.ts'
import { loginRefusalTexts } from '#domain/logins/login.texts.ts'
import { repeatUnanswered } from '#src/api/answer-of.ts'
import { useApi } from '#src/api/use-api.ts'
import { RecoveryCodes, TotpSetup } from '#src/parts/second-factor/second-factor-setup.tsx'
import { AskingButton, Problem, ServerButton, useWrite } from '#src/parts/writing/writing.tsx'
import { useServerTime } from '#src/session/session-view.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { authenticatorTexts as texts } from './login-methods.texts.ts'
import { LoginWay, type LoginWayProps, remainingText, sinceLabel, useWayChange } from './login-way.tsx'

/** Authenticator app, whose codes are needed with the password. */
export function Authenticator(props: LoginWayProps) {
  const api = useApi()
  const { methods } = props
  const now = useServerTime()
  const { isBusy, problem, change } = useWayChange(props)
  const { totp } = methods
  const { start_totp, add_totp, remove_totp } = methods._links
  const remove = (target: Link) =>
    change({ send: () => api.follow(removeTotp, target), saved: texts.removed, failed: texts.removeFailed })
  return (
    <LoginWay title={texts.title}>
      {totp ? (
        <StatusLine tone="success">{texts.madeOn(sinceLabel(totp.created_at, now()))}</StatusLine>
      ) : (
        <p>{texts.intro}</p>
      )}
      <Problem text={problem} />
      <div data-layout="row 3 if-any">
        {!totp && start_totp && add_totp && <AddTotp {...props} start={start_totp} add={add_totp} />}
        {remove_totp && (
          <AskingButton
            button={{ tone: 'danger', children: texts.remove }}
            title={texts.removeQuestion}
            confirmLabel={texts.removeConfirm}
            isBusy={isBusy}
            onConfirm={() => remove(remove_totp)}
          >
            <p>{texts.consequence}</p>
            <p>{remainingText({ ...methods, totp: null })}</p>
          </AskingButton>
        )}
      </div>
    </LoginWay>
  )
}

function AddTotp({ start, add, ...props }: LoginWayProps & { start: Link; add: Link }) {
  const api = useApi()
  const [begun, setBegun] = useState<TotpStart | null>(null)
  const beginning = useWrite()
  const { isBusy, problem, change, clear } = useWayChange(props)
  const begin = () =>
    beginning.write({
      send: () => api.follow(beginTotp, start),
      failed: texts.beginFailed,
      refusals: loginRefusalTexts,
      onDone: setBegun,
    })
  const confirm = async (code: string) => {
    const send = () => api.follow(addTotp, add, { body: { code } })
    if (await change({ send, saved: texts.added, failed: null })) setBegun(null)
  }
  const close = () => {
    setBegun(null)
    clear()
  }
  return (
    <>
      <Problem text={beginning.problem} />
      <ServerButton icon="plus" busy={beginning.isBusy} onClick={begin}>
        {texts.setUp}
      </ServerButton>
      {begun && (
        <Dialog title={texts.setUp} onClose={close}>
          <TotpSetup totp={begun} isBusy={isBusy} problem={problem} onCode={confirm} />
        </Dialog>
      )}
    </>
  )
}

const CODES_MADE = 10
/** Number of codes left at which a warning is shown. */
const FEW_CODES = 3

interface RecoveryCodesPartProps extends LoginWayProps {
  /** codes made just now, to be shown only this once */
  made: readonly string[] | null
  onKept: () => void
}

/** Recovery codes, for a user who lost their second factor; shown to those who have one. */
export function RecoveryCodesPart({ made, onKept, ...props }: RecoveryCodesPartProps) {
  const api = useApi()
  const { user, methods } = props
  const { isBusy, problem, change } = useWayChange(props)
  const { recovery_codes_left: left } = methods
  const { renew_recovery_codes } = methods._links
  if (made)
    return (
      <LoginWay title={texts.codes}>
        <RecoveryCodes codes={made} username={user.username} keptLabel="Klaar" onKept={onKept} />
      </LoginWay>
    )
  if (!renew_recovery_codes) return null
  const renew = async (target: Link) => {
    // Codes are shown only once: after a lost answer nobody has them, and the old ones no longer work.
    const send = () => repeatUnanswered(() => api.follow(renewRecoveryCodes, target))
    await change({ send, saved: null, failed: texts.renewFailed })
  }
  return (
    <LoginWay title={texts.codes}>
      <StatusLine tone={left < FEW_CODES ? 'warning' : 'neutral'} icon={left < FEW_CODES ? 'alert' : 'list'}>
        {`Nog ${left} van ${CODES_MADE}`}
      </StatusLine>
      <p>{texts.codesIntro}</p>
      <Problem text={problem} />
      <div data-layout="row 3 if-any">
        <AskingButton
          button={{ children: texts.renew }}
          title={texts.renewQuestion}
          confirmLabel={texts.renew}
          isBusy={isBusy}
          onConfirm={() => renew(renew_recovery_codes)}
        >
          <p>{texts.renewConsequence}</p>
        </AskingButton>
      </div>
    </LoginWay>
  )
}
