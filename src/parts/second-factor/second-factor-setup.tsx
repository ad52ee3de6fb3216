import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { PasskeyJson, TotpStart } from '#domain/logins/login.schema.ts'
import { deviceName } from '#domain/sessions/device-name.ts'
import { saveFile } from '#src/parts/download-button.tsx'
import { QrCode } from '#src/parts/qr-code.tsx'
import { fieldError, LostAnswerAlert } from '#src/parts/writing/writing.tsx'
import { makePasskey, passkeyProblem } from '#src/session/passkeys.ts'
import { Alert, Note } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { Form, TextField } from '#src/ui/field.tsx'
import styles from './second-factor-setup.module.css'
import { secondFactorSetupTexts as texts } from './second-factor-setup.texts.ts'

interface MakingProps {
  /** the new factor is being saved */
  isBusy: boolean
  /** why the server refused it, as a sentence */
  problem: string | null
}

interface TotpSetupProps extends MakingProps {
  totp: TotpStart
  /** six digits */
  onCode: (code: string) => void
}

/** Sets up an authenticator app by QR code or secret, confirmed by its first code. */
export function TotpSetup({ totp, isBusy, problem, onCode }: TotpSetupProps) {
  const [fault, setFault] = useState<string | null>(null)
  const submit = (form: HTMLFormElement) => {
    const code = digitsIn(String(new FormData(form).get('code') ?? ''))
    setFault(code.length === 6 ? null : texts.sixDigits)
    if (code.length === 6) onCode(code)
    else form.querySelector('input')?.focus()
  }
  return (
    <Form
      data-layout="stack 4"
      data-width="32"
      onSubmit={(sent) => {
        if (!isBusy) submit(sent)
      }}
    >
      <div data-layout="row 4 x5 stretch">
        <div className={styles.qr}>
          <QrCode text={totp.uri} label={texts.qrCode} />
        </div>
        <div data-layout="grid 2 top grows">
          <p>{texts.scan}</p>
          <p className={styles.openApp}>
            <ButtonLink icon="device" href={totp.uri}>
              {texts.openApp}
            </ButtonLink>
          </p>
          <p data-text="small muted">{texts.noCamera}</p>
          <code translate="no" className={styles.secret} data-text="base breaks">
            {inFours(totp.secret)}
          </code>
          <CopyButton text={totp.secret} what="Sleutel" />
        </div>
      </div>
      <TextField
        label={texts.code}
        hint={texts.codeHint}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        error={fault ?? fieldError(problem)}
        required
      />
      <LostAnswerAlert text={problem} />
      <div data-layout="row 3">
        <Button type="submit" tone="primary" busy={isBusy}>
          {isBusy ? texts.checking : texts.confirm}
        </Button>
      </div>
    </Form>
  )
}

/** Digits of a code, without the separators as typed or pasted: '492 039'. */
const digitsIn = (typed: string): string => typed.replace(/\D/g, '')

const inFours = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret

interface PasskeySetupProps extends MakingProps {
  /** called when the button is pressed, since a challenge is valid for minutes only; rejects with the call's own error */
  askOptions: () => Promise<PasskeyJson>
  /** sentence for an error of `askOptions` */
  failureText: (error: unknown) => string
  onMade: (made: { name: string; passkey: PasskeyJson }) => void
}

export function PasskeySetup({ askOptions, failureText, isBusy, problem, onMade }: PasskeySetupProps) {
  const [isAsking, setAsking] = useState(false)
  const [fault, setFault] = useState<{ text: string; tone: 'danger' | 'neutral' } | null>(null)
  const make = async (name: string) => {
    setAsking(true)
    setFault(null)
    try {
      const options = await askOptions().catch((error: unknown) => {
        setFault({ text: failureText(error), tone: 'danger' })
        return null
      })
      if (options) onMade({ name, passkey: await makePasskey(options) })
    } catch (error) {
      // Usually the user cancelled.
      setFault({ text: passkeyProblem(error), tone: 'neutral' })
    } finally {
      setAsking(false)
    }
  }
  const message = fault?.text ?? problem
  return (
    <Form
      data-layout="stack 4"
      data-width="32"
      onSubmit={(sent) => {
        const name = String(new FormData(sent).get('name') ?? '').trim()
        if (!isBusy && !isAsking) void make(name || deviceName(navigator.userAgent))
      }}
    >
      <p>{texts.passkey}</p>
      <LostAnswerAlert text={message} />
      {fieldError(message) && (
        <Alert tone={fault?.tone} title={texts.passkeyNotAdded}>
          <p>{message}</p>
        </Alert>
      )}
      <TextField
        label={texts.passkeyName}
        hint={texts.nameHint}
        name="name"
        maxLength={80}
        defaultValue={deviceName(navigator.userAgent)}
      />
      <div data-layout="row 3">
        <Button type="submit" tone="primary" busy={isBusy || isAsking}>
          {isBusy || isAsking ? 'Bezig…' : texts.makePasskey}
        </Button>
      </div>
    </Form>
  )
}

interface RecoveryCodesProps {
  codes: readonly string[]
  username: string
  /** label of the button that goes on once the codes are kept */
  keptLabel?: string
  onKept: () => void
}

/** Shows recovery codes, this once. The button to go on is enabled when the user confirms having kept them. */
export function RecoveryCodes({ codes, username, keptLabel = 'Verder', onKept }: RecoveryCodesProps) {
  const [isKept, setKept] = useState(false)
  const id = useId()
  const heading = useRef<HTMLParagraphElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const save = () =>
    saveFile({
      name: 'herstelcodes-wiskunde-inschrijven.txt',
      content: new Blob([fileOf(codes, username)], { type: 'text/plain;charset=utf-8' }),
    })
  return (
    <div data-layout="stack 4" data-width="32">
      <Note tone="warning" title={texts.onlyNow}>
        <p ref={heading} tabIndex={-1} data-layout="arrived">
          {texts.codes}
        </p>
      </Note>
      <ul
        className={styles.codes}
        data-box="small sunken"
        data-layout="grid 2 x4"
        data-text="base figures"
        data-pad="4"
        aria-label="Herstelcodes"
      >
        {codes.map((code) => (
          <li key={code}>
            <code translate="no">{code}</code>
          </li>
        ))}
      </ul>
      <div data-layout="row 3">
        <Button icon="download" onClick={save}>
          Downloaden
        </Button>
        <CopyButton text={codes.join('\n')} what="Codes" />
      </div>
      <label data-layout="row 3 nowrap target" htmlFor={id}>
        <input
          data-layout="fixed"
          id={id}
          type="checkbox"
          checked={isKept}
          onChange={({ target }) => setKept(target.checked)}
        />
        <span>{texts.kept}</span>
      </label>
      <div data-layout="row 3">
        <Button tone="primary" disabled={!isKept} onClick={onKept}>
          {keptLabel}
        </Button>
      </div>
    </div>
  )
}

const fileOf = (codes: readonly string[], username: string): string =>
  [texts.fileHead, `Account: ${username}`, texts.once, '', ...codes, ''].join('\r\n')

/** Says itself that `what` was copied: there may be no toasts around it. */
function CopyButton({ text, what }: { text: string; what: string }) {
  const [outcome, setOutcome] = useState<ReactNode>(null)
  // Browsers offer no clipboard without TLS.
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome(texts.copied(what))
    } catch {
      setOutcome(texts.notCopied)
    }
  }
  return (
    <span data-layout="row 3">
      <Button onClick={copy}>{texts.copy}</Button>
      <span role="status" data-text="small muted">
        {outcome}
      </span>
    </span>
  )
}
