import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { Link as EntityLink } from '#domain/entities/entity.schema.ts'
import type { LoginOptions, PasskeyJson } from '#domain/logins/login.schema.ts'
import { schoolLoginTexts } from '#domain/logins/login.texts.ts'
import type { Credentials } from '#domain/sessions/session.schema.ts'
import type { Api } from '#src/api/api.ts'
import { useConnection } from '#src/offline/connection-view.tsx'
import type { LoginFailure } from '#src/session/session.context.ts'
import { FORGETS } from '#src/session/storage-stand-in.ts'
import { Note } from '#src/ui/alert.tsx'
import { Button, type ButtonTone } from '#src/ui/button.tsx'
import { Form, PasswordField } from '#src/ui/field.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { UsernameField } from '../account-form.tsx'
import { AccountPage } from '../account-page.tsx'
import { typedText } from '../account-submission.ts'
import { rememberedAddress } from '../last-address.ts'
import styles from './login.module.css'
import { missingTexts, loginTexts as texts } from './login.texts.ts'
import { LoginFailureAlert } from './login-failure.tsx'
import { useLoginOptions } from './login-options.ts'
import { PasskeyButton, useOfferedPasskeys } from './passkey-login.tsx'

interface LoginScreenProps {
  publicApi: Api
  failure: LoginFailure | null
  busy: boolean
  /** link for a user who logged out here after a login at the school */
  endSchoolLogin: EntityLink | null
  onSubmit: (credentials: Credentials) => void
  onPasskey: (passkey: PasskeyJson) => void
}

export function LoginScreen({ failure, endSchoolLogin, ...ways }: LoginScreenProps) {
  const known = useLoginOptions(ways.publicApi)
  const [lack, setLack] = useState<typeof texts.forgets | null>(null)
  // In an effect, since the build renders the login page too.
  useEffect(() => {
    const isRefused = FORGETS in document.documentElement.dataset
    setLack(isRefused ? texts.forgets : hasRoom() ? null : texts.full)
  }, [])
  return (
    <AccountPage
      title={texts.title}
      heading="Wiskunde inschrijven"
      purpose={texts.purpose}
      links={<AccountLinks password={known.options.password} />}
    >
      {lack && (
        <Note tone="warning" title={lack.title}>
          <p>{lack.text}</p>
        </Note>
      )}
      {failure && <LoginFailureAlert failure={failure} />}
      {endSchoolLogin && (
        <Note tone="neutral" title={texts.loggedOutHere}>
          <p>{texts.stillAtSchool}</p>
          <p>
            <a href={endSchoolLogin.href}>{texts.logOutAtSchool}</a>
          </p>
        </Note>
      )}
      <LoginWays {...ways} {...known} />
      {known.options.password !== 'off' && <p data-text="muted">{texts.notActivated}</p>}
    </AccountPage>
  )
}

interface LoginWaysProps extends Pick<LoginScreenProps, 'publicApi' | 'busy' | 'onSubmit' | 'onPasskey'> {
  options: LoginOptions
  isLate: boolean
  /** this page must stay: the school's login opens in another window */
  staysHere?: boolean
  username?: string | undefined
}

/** All login methods of the school; its own login is first if it has one. */
export function LoginWays({
  publicApi,
  busy,
  onSubmit,
  onPasskey,
  options,
  isLate,
  staysHere = false,
  username,
}: LoginWaysProps) {
  const { password, school } = options
  useOfferedPasskeys(publicApi, password !== 'off' && !busy, onPasskey)
  const form = (
    <PasswordForm username={username} busy={busy} tone={school ? 'secondary' : 'primary'} onSubmit={onSubmit} />
  )
  return (
    <div className={styles.ways} data-layout="stack 4" data-late={isLate}>
      {school && (
        <div className={styles.arriving} data-layout="grid">
          <div data-layout="stack 4">
            <SchoolLogin school={school} staysHere={staysHere} />
            {password === 'on' && <Or />}
          </div>
        </div>
      )}
      {password === 'on' && form}
      <PasskeyButton options={publicApi} busy={busy} onPasskey={onPasskey}>
        {texts.byPasskey}
      </PasskeyButton>
      {password === 'administrators' && <Disclosed>{form}</Disclosed>}
    </div>
  )
}

function AccountLinks({ password }: Pick<LoginOptions, 'password'>) {
  if (password === 'off') return null
  return (
    <>
      <Link to="/password-reset">{texts.forgotten}</Link>
      {password === 'on' && <Link to="/register">{texts.register}</Link>}
    </>
  )
}

const Or = () => (
  <p className={styles.or} data-layout="row 3 nowrap" data-text="muted">
    <span>of</span>
  </p>
)

const Disclosed = ({ children }: { children: ReactNode }) => (
  <details className={styles.disclosed}>
    <summary>{texts.byPassword}</summary>
    {children}
  </details>
)

/**
 * Goes to the school's login page in this window, so that an installed app gets the user back. If this page must stay, another
 * window logs in, and this one follows it as any tab does.
 */
function SchoolLogin({ school, staysHere }: { school: NonNullable<LoginOptions['school']>; staysHere: boolean }) {
  const [isLeaving, setLeaving] = useState(false)
  const { isGone } = useConnection()
  useEffect(() => {
    // The back button may restore the page as it was left.
    const stay = () => setLeaving(false)
    window.addEventListener('pageshow', stay)
    return () => window.removeEventListener('pageshow', stay)
  }, [])

  const away = isGone ? texts.noConnection : school.available ? null : schoolLoginTexts.unavailable
  const go = () => {
    if (staysHere) return void window.open(`${school.href}?return=%2F`)
    setLeaving(true)
    const wanted = window.location.pathname + window.location.search
    window.location.assign(`${school.href}?return=${encodeURIComponent(wanted)}`)
  }
  return (
    <>
      <Button tone="primary" busy={isLeaving} disabled={away !== null} onClick={go}>
        {isLeaving ? texts.leaving : school.label}
      </Button>
      {away && <StatusLine tone="warning">{away}</StatusLine>}
    </>
  )
}

/** Ref of the password's field: who registered or activated here types that alone. A stable function, so that it runs once. */
const focusOfKnown = (field: HTMLInputElement | null): void => void (rememberedAddress() && field?.focus())

interface PasswordFormProps extends Pick<LoginWaysProps, 'username'> {
  busy: boolean
  tone: ButtonTone
  onSubmit: (credentials: Credentials) => void
}

/** The fields keep their text after a failed login: only the wrong one must be typed again. */
function PasswordForm({ username, busy, tone, onSubmit }: PasswordFormProps) {
  const [missing, setMissing] = useState<readonly (keyof Credentials)[]>([])
  const errorIn = (name: keyof Credentials) => (missing.includes(name) ? missingTexts[name] : undefined)

  const submit = (form: HTMLFormElement) => {
    const typed = new FormData(form)
    const credentials = { username: typedText(typed, 'username').trim(), password: typedText(typed, 'password') }
    const empty = (['username', 'password'] as const).filter((name) => credentials[name] === '')
    setMissing(empty)
    const [first] = empty
    if (first) form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    else onSubmit(credentials)
  }
  return (
    <Form
      data-layout="grid 4"
      onSubmit={(sent) => {
        if (!busy) submit(sent)
      }}
    >
      <UsernameField known={username} error={errorIn('username')} autoComplete="username webauthn" />
      <PasswordField
        label="Wachtwoord"
        name="password"
        ref={focusOfKnown}
        autoComplete="current-password"
        error={errorIn('password')}
        required
      />
      <Button type="submit" tone={tone} busy={busy}>
        {busy ? texts.loggingIn : texts.title}
      </Button>
    </Form>
  )
}

/** More than a session takes, in characters. */
const ROOM = 8_192

/** Whether what is stored outlives this tab. */
function hasRoom(): boolean {
  const key = 'room'
  try {
    localStorage.setItem(key, ' '.repeat(ROOM))
    return sessionStorage.getItem(key) === null
  } catch {
    return false
  } finally {
    localStorage.removeItem(key)
  }
}
