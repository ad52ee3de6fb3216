import { useCallback, useEffect, useState } from 'react'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import { beginSecondFactor, makeSecondFactor } from '#contract/logins.gen.ts'
import { loginRefusalTexts } from '#domain/logins/login.texts.ts'
import type { Api } from '#src/api/api.ts'
import { ApiError } from '#src/api/api-error.ts'
import { PasskeySetup, RecoveryCodes, TotpSetup } from '#src/parts/second-factor/second-factor-setup.tsx'
import { knowsPasskeys } from '#src/session/passkeys.ts'
import { useSession } from '#src/session/session-view.tsx'
import { Alert, Note } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Spinner } from '#src/ui/progress.tsx'
import { RadioList } from '#src/ui/radio-list.tsx'
import { AccountPage, ToLogin } from '../account-page.tsx'
import { callFailureText } from '../account-submission.ts'
import { secondFactorPageTexts as texts } from './second-factor-page.texts.ts'

type Method = 'passkey' | 'totp'
type FactorBody = Omit<BodyOf<typeof makeSecondFactor>, 'key'>

/**
 * Page of the link in the e-mail to an administrator who logged in with only a password. Nothing is sent before the button is
 * pressed: mail scanners open links too, and starting the setup writes to the server.
 */
export function SecondFactorPage(props: { api: Api; linkKey: string }) {
  const [isBegun, setBegun] = useState(false)
  if (isBegun) return <SecondFactorSteps {...props} />
  return (
    <AccountPage title={texts.title} purpose={texts.purpose} links={<ToLogin />}>
      <Button tone="primary" onClick={() => setBegun(true)}>
        {texts.title}
      </Button>
    </AccountPage>
  )
}

function SecondFactorSteps({ api, linkKey }: { api: Api; linkKey: string }) {
  const { setup, retry, requestSetup } = useSetup(api, linkKey)
  const [method, setMethod] = useState<Method>(knowsPasskeys() ? 'passkey' : 'totp')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isDead, setDead] = useState(false)
  const [created, setCreated] = useState<ReplyOf<typeof makeSecondFactor> | null>(null)
  const { user, begin } = useSession()

  const createFactor = async (factor: FactorBody) => {
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      setCreated(await api.call(makeSecondFactor, { body: { key: linkKey, ...factor } }))
    } catch (error) {
      setDead(isDeadLink(error))
      setProblem(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  const enterApp = () => {
    if (!created) return
    window.history.replaceState(null, '', '/')
    begin(created)
  }

  if (!setup)
    return (
      <AccountPage title={texts.title}>
        <p role="status" data-layout="row 3 nowrap" data-text="muted">
          <Spinner />
          {texts.wait}
        </p>
      </AccountPage>
    )
  const failure = failureOf(setup, isDead)
  if (failure)
    return (
      <AccountPage title={texts.title} links={<ToLogin />}>
        <Alert title={failure.canRetry ? texts.linkUnchecked : texts.linkDead}>
          <p>{failure.reason}</p>
        </Alert>
        {failure.canRetry && (
          <Button tone="primary" onClick={retry}>
            {texts.retry}
          </Button>
        )}
      </AccountPage>
    )
  if (setup.result !== 'begun') return null
  const { username, totp } = setup.reply
  if (created)
    return (
      <AccountPage key="made" title={texts.made}>
        <RecoveryCodes codes={created.recovery_codes} username={username} keptLabel={texts.toApp} onKept={enterApp} />
      </AccountPage>
    )
  return (
    <AccountPage title={texts.title} purpose={texts.choose(username)}>
      {user && user.username !== username && (
        <Note tone="warning">
          <p>
            Je bent hier ingelogd als <span translate="no">{user.username}</span>. Straks ga je verder als{' '}
            <span translate="no">{username}</span>.
          </p>
        </Note>
      )}
      <RadioList
        legend={texts.yourStep}
        options={knowsPasskeys() ? methods : methods.filter(({ value }) => value === 'totp')}
        value={method}
        onChange={(chosen) => {
          setMethod(chosen)
          setProblem(null)
        }}
      />
      {method === 'passkey' ? (
        <PasskeySetup
          askOptions={async () => (await requestSetup()).passkey}
          failureText={failureText}
          isBusy={isBusy}
          problem={problem}
          onMade={createFactor}
        />
      ) : (
        <TotpSetup totp={totp} isBusy={isBusy} problem={problem} onCode={(code) => createFactor({ code })} />
      )}
    </AccountPage>
  )
}

const methods: { value: Method; label: string; hint: string }[] = [
  {
    value: 'passkey',
    label: texts.passkey,
    hint: texts.passkeyHint,
  },
  { value: 'totp', label: texts.totp, hint: texts.totpHint },
]

type Setup =
  | { result: 'begun'; reply: ReplyOf<typeof beginSecondFactor> }
  /** `dead`: the server says that the link does not work. `failed`: the server could not be asked. */
  | { result: 'dead' | 'failed'; reason: string }

/** Null: the setup may go on. */
function failureOf(setup: Setup, isDead: boolean): { reason: string; canRetry: boolean } | null {
  if (setup.result !== 'begun') return { reason: setup.reason, canRetry: setup.result === 'failed' }
  return isDead ? { reason: loginRefusalTexts['factor-link-unknown'], canRetry: false } : null
}

/** `setup` is null while a request is pending, the first or a retry. */
function useSetup(api: Api, key: string) {
  const [setup, setSetup] = useState<Setup | null>(null)

  /** Each call ends the secret of the authenticator app before: the page must show the latest reply. */
  const requestSetup = useCallback(async () => {
    const reply = await api.call(beginSecondFactor, { body: { key } })
    setSetup({ result: 'begun', reply })
    return reply
  }, [api, key])
  const begin = useCallback(() => {
    setSetup(null)
    requestSetup().catch((error: unknown) => {
      setSetup({ result: isDeadLink(error) ? 'dead' : 'failed', reason: failureText(error) })
    })
  }, [requestSetup])
  useEffect(begin, [begin])
  return { setup, retry: begin, requestSetup }
}

const isDeadLink = (error: unknown): boolean => error instanceof ApiError && error.reason === 'factor-link-unknown'

const REASONS = ['factor-link-unknown', 'second-factor-wrong', 'passkey-refused', 'passkey-known'] as const

function failureText(error: unknown): string {
  const reason = REASONS.find((known) => error instanceof ApiError && error.reason === known)
  return reason ? loginRefusalTexts[reason] : callFailureText(error)
}
