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

type Way = 'passkey' | 'totp'
type Making = Omit<BodyOf<typeof makeSecondFactor>, 'key'>

/**
 * Page of the link in the e-mail to an administrator who logged in with only a password. Setting up a factor starts with a
 * press, since it writes to the server: a program that scans e-mail may open the link.
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
  const { begun, begin: beginAgain, renew } = useBegun(api, linkKey)
  const [way, setWay] = useState<Way>(knowsPasskeys() ? 'passkey' : 'totp')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isDead, setDead] = useState(false)
  const [made, setMade] = useState<ReplyOf<typeof makeSecondFactor> | null>(null)
  const { user, begin } = useSession()

  const make = async (making: Making) => {
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      setMade(await api.call(makeSecondFactor, { body: { key: linkKey, ...making } }))
    } catch (error) {
      setDead(isOfDeadLink(error))
      setProblem(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  const goOn = () => {
    if (!made) return
    window.history.replaceState(null, '', '/')
    begin(made)
  }

  if (!begun)
    return (
      <AccountPage title={texts.title}>
        <p role="status" data-layout="row 3 nowrap" data-text="muted">
          <Spinner />
          {texts.wait}
        </p>
      </AccountPage>
    )
  if (begun.result !== 'begun' || isDead)
    return (
      <AccountPage title={texts.title} links={<ToLogin />}>
        <Alert title={begun.result === 'failed' ? texts.linkUnchecked : texts.linkDead}>
          <p>{begun.result === 'begun' ? loginRefusalTexts['factor-link-unknown'] : begun.reason}</p>
        </Alert>
        {begun.result === 'failed' && (
          <Button tone="primary" onClick={beginAgain}>
            {texts.retry}
          </Button>
        )}
      </AccountPage>
    )
  const { username, totp } = begun.reply
  if (made)
    return (
      <AccountPage key="made" title={texts.made}>
        <RecoveryCodes codes={made.recovery_codes} username={username} keptLabel={texts.toApp} onKept={goOn} />
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
        options={knowsPasskeys() ? ways : ways.filter(({ value }) => value === 'totp')}
        value={way}
        onChange={(chosen) => {
          setWay(chosen)
          setProblem(null)
        }}
      />
      {way === 'passkey' ? (
        <PasskeySetup
          askOptions={async () => (await renew()).passkey}
          failureText={failureText}
          isBusy={isBusy}
          problem={problem}
          onMade={make}
        />
      ) : (
        <TotpSetup totp={totp} isBusy={isBusy} problem={problem} onCode={(code) => make({ code })} />
      )}
    </AccountPage>
  )
}

const ways: { value: Way; label: string; hint: string }[] = [
  {
    value: 'passkey',
    label: texts.passkey,
    hint: texts.passkeyHint,
  },
  { value: 'totp', label: texts.totp, hint: texts.totpHint },
]

type Begun =
  | { result: 'begun'; reply: ReplyOf<typeof beginSecondFactor> }
  /** `dead`: the server says that the link does not work. `failed`: the server could not be asked. */
  | { result: 'dead' | 'failed'; reason: string }

/** Null while the server is asked, for the first time or after a failure. */
function useBegun(api: Api, key: string) {
  const [begun, setBegun] = useState<Begun | null>(null)

  /** An app's secret is valid until a newer one is made, so the newest is shown. */
  const renew = useCallback(async () => {
    const reply = await api.call(beginSecondFactor, { body: { key } })
    setBegun({ result: 'begun', reply })
    return reply
  }, [api, key])
  const begin = useCallback(() => {
    setBegun(null)
    renew().catch((error: unknown) => {
      setBegun({ result: isOfDeadLink(error) ? 'dead' : 'failed', reason: failureText(error) })
    })
  }, [renew])
  useEffect(begin, [begin])
  return { begun, begin, renew }
}

const isOfDeadLink = (error: unknown): boolean => error instanceof ApiError && error.reason === 'factor-link-unknown'

const REASONS = ['factor-link-unknown', 'second-factor-wrong', 'passkey-refused', 'passkey-known'] as const

function failureText(error: unknown): string {
  const reason = REASONS.find((known) => error instanceof ApiError && error.reason === known)
  return reason ? loginRefusalTexts[reason] : callFailureText(error)
}
