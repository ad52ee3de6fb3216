import { type ReactNode, useEffect, useRef, useState } from 'react'
import { getStepUpOptions, stepUp } from '#contract/logins.gen.ts'
import type { Proof, StepUpOptions } from '#domain/logins/login.schema.ts'
import type { Api } from '#src/api/api.ts'
import { failureAdvice, lostAnswerEnding } from '#src/api/failure.texts.ts'
import { askLatest } from '#src/api/latest-answer.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Form, PasswordField, TextField } from '#src/ui/field.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { askPasskey, passkeyProblem } from './passkeys.ts'
import styles from './step-up.module.css'
import { stepUpTexts as texts } from './step-up.texts.ts'
import { type ProofReason, STEP_UP_CHANNEL } from './step-up.ts'

/** Refusals that are shown at a field of this dialog. */
const refusals = { 'current-password-wrong': texts.passwordWrong }

interface StepUpDialogProps {
  api: Api
  why: ProofReason
  /** for the browser's password manager */
  username: string
  onProven: () => void
  onClose: () => void
}

export function StepUpDialog({ api, why, username, onProven, onClose }: StepUpDialogProps) {
  const { options, failure, retry } = useOptions(api)
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <div data-layout="grid 4">
        <p>{texts.why[why]}</p>
        {!options && !failure && <Skeleton lines={3} width="20rem" />}
        {failure && (
          <>
            <Alert>{failure}</Alert>
            <Button onClick={retry}>Opnieuw proberen</Button>
          </>
        )}
        {options && <Ways api={api} options={options} username={username} onProven={onProven} />}
      </div>
      <div className={styles.cancel} data-layout="row stretch nowrap right">
        <Button onClick={onClose}>Annuleren</Button>
      </div>
    </Dialog>
  )
}

/** Fetches the methods each time: a challenge is valid for minutes only. */
function useOptions(api: Api) {
  const [options, setOptions] = useState<StepUpOptions | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(
    () =>
      askLatest({
        ask: () => api.call(getStepUpOptions),
        onAnswer: setOptions,
        onFailure: (error) => setFailure(failureAdvice(error)),
      }),
    [api, attempt],
  )
  const retry = () => {
    setFailure(null)
    setAttempt(attempt + 1)
  }
  return { options, failure, retry }
}

type Way = 'password' | 'code' | 'recovery_code'

interface WaysProps extends Pick<StepUpDialogProps, 'api' | 'username' | 'onProven'> {
  options: StepUpOptions
}

function Ways({ api, options, username, onProven }: WaysProps) {
  const { password, totp, passkey, school } = options
  const [usesRecovery, setUsesRecovery] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState<'form' | 'passkey' | null>(null)
  const waiting = useSchoolWindow(onProven)

  const prove = async (
    by: 'form' | 'passkey',
    proofOf: () => Promise<Proof>,
    problemOf: (error: unknown) => string,
  ) => {
    if (busy) return
    setBusy(by)
    setProblem(null)
    try {
      await api.call(stepUp, { body: await proofOf() })
      onProven()
    } catch (error) {
      setProblem(problemOf(error))
      setBusy(null)
    }
  }
  const refused = (error: unknown) => failureAdvice(error, { refusals })
  const provePasskey = () => {
    if (!passkey) return
    // The browser gave up: the server was not asked.
    const ask = async () => ({ passkey: await askPasskey(passkey) })
    void prove('passkey', ask, (error) => (error instanceof DOMException ? passkeyProblem(error) : refused(error)))
  }
  const way: Way | null = usesRecovery ? 'recovery_code' : totp ? 'code' : password ? 'password' : null
  const isLost = problem !== null && lostAnswerEnding(problem) !== null
  const isEmpty = !way && !passkey && !school

  return (
    <>
      {isEmpty && <Alert tone="neutral">{texts.none}</Alert>}
      {way && (
        <WayForm
          key={way}
          way={way}
          username={username}
          problem={isLost ? null : problem}
          busy={busy === 'form'}
          onSubmit={(typed) => void prove('form', async () => ({ [way]: typed }), refused)}
        />
      )}
      {problem && (isLost || !way) && <Alert tone={isLost ? 'neutral' : 'danger'}>{problem}</Alert>}
      <OtherWays
        options={options}
        isFirst={way === null}
        isBusy={busy === 'passkey'}
        onPasskey={provePasskey}
        onSchool={waiting.open}
      />
      {waiting.isOpen && (
        <Alert tone="neutral">
          <p>{texts.atSchool}</p>
          <Button onClick={onProven}>{texts.doneAtSchool}</Button>
        </Alert>
      )}
      {(totp || passkey) && (
        <p className={styles.link}>
          <Button
            tone="quiet"
            onClick={() => {
              setUsesRecovery(!usesRecovery)
              setProblem(null)
            }}
          >
            {usesRecovery ? texts.noRecoveryCode : texts.useRecoveryCode}
          </Button>
        </p>
      )}
    </>
  )
}

interface OtherWaysProps {
  options: Pick<StepUpOptions, 'passkey' | 'school'>
  /** whether there is no form above these buttons */
  isFirst: boolean
  isBusy: boolean
  onPasskey: () => void
  onSchool: (href: string) => void
}

const OtherWays = ({ options: { passkey, school }, isFirst, isBusy, onPasskey, onSchool }: OtherWaysProps) =>
  (passkey || school) && (
    <div className={styles.others} data-layout="row 3 stretch">
      {passkey && (
        <Button tone={isFirst ? 'primary' : 'secondary'} icon="person" busy={isBusy} onClick={onPasskey}>
          {texts.byPasskey}
        </Button>
      )}
      {school && (
        <Button tone={isFirst && !passkey ? 'primary' : 'secondary'} onClick={() => onSchool(school.href)}>
          {school.label}
        </Button>
      )}
    </div>
  )

interface WayFormProps {
  way: Way
  username: string
  problem: string | null
  busy: boolean
  onSubmit: (typed: string) => void
}

/** One field. An error is shown at the field, which gets the focus. */
function WayForm({ way, username, problem, busy, onSubmit }: WayFormProps) {
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: also after a second error with the same text
  useEffect(() => input.current?.focus(), [problem, busy])
  const submit = () => {
    if (typed !== '' && !busy) onSubmit(typed)
  }
  const common = {
    ref: input,
    value: typed,
    onChange: ({ target }: { target: HTMLInputElement }) => setTyped(target.value),
    ...(problem && { error: problem }),
    required: true,
  }
  return (
    <Form className={styles.form} data-layout="grid 4" data-width="24" onSubmit={submit}>
      {way === 'password' && <input type="text" autoComplete="username" value={username} readOnly hidden />}
      {fieldOf[way](common)}
      <Button type="submit" tone="primary" busy={busy}>
        {texts.confirm}
      </Button>
    </Form>
  )
}

const fieldOf = {
  password: (field) => <PasswordField {...field} label="Wachtwoord" autoComplete="current-password" />,
  code: (field) => (
    <TextField {...field} label={texts.code} inputMode="numeric" autoComplete="one-time-code" spellCheck={false} />
  ),
  recovery_code: (field) => (
    <TextField {...field} label="Herstelcode" hint={texts.recoveryCodeHint} autoCapitalize="none" spellCheck={false} />
  ),
} satisfies Record<Way, (field: Omit<Parameters<typeof TextField>[0], 'label'>) => ReactNode>

/**
 * Opens the school's window. It reports success on a channel; where it is isolated from this page, as in an app on an iPhone, a
 * return to this page after that window was closed counts as success: the server decides.
 */
function useSchoolWindow(onProven: () => void) {
  const [opened, setOpened] = useState<{ window: Window | null } | null>(null)
  const proven = useRef(onProven)
  proven.current = onProven
  useEffect(() => {
    if (!opened) return
    const listening = new AbortController()
    const { signal } = listening
    const isClosed = () => opened.window?.closed ?? true
    window.addEventListener('focus', () => isClosed() && proven.current(), { signal })
    const channel = 'BroadcastChannel' in window ? new BroadcastChannel(STEP_UP_CHANNEL) : null
    channel?.addEventListener('message', () => proven.current(), { signal })
    return () => {
      listening.abort()
      channel?.close()
    }
  }, [opened])
  return {
    isOpen: opened !== null,
    open: (href: string) => setOpened({ window: window.open(href, 'step-up', 'popup,width=560,height=720') }),
  }
}
