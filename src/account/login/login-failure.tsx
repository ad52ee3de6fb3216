import { useState } from 'react'
import { tryAgainText } from '#domain/calendar/try-again.texts.ts'
import { schoolLoginTexts } from '#domain/logins/login.texts.ts'
import type { LoginFailure, SchoolFailure } from '#src/session/session.context.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import styles from './login.module.css'
import { loginAlertTexts, loginFailureTexts as texts } from './login.texts.ts'

export function LoginFailureAlert({ failure }: { failure: LoginFailure }) {
  const { title, tone } = headOf(failure)
  const code = isOfSchool(failure) && failure.school === 'barred' ? failure.code : null
  return (
    <Alert title={title} tone={tone}>
      <p>{failureText(failure)}</p>
      {code && <BarredCode code={code} />}
    </Alert>
  )
}

const isOfSchool = (failure: LoginFailure): failure is SchoolFailure =>
  typeof failure === 'object' && 'school' in failure

function headOf(failure: LoginFailure): { title: string; tone: 'danger' | 'warning' | 'neutral' } {
  if (isOfSchool(failure)) {
    if (failure.school === 'cancelled') return { title: loginAlertTexts.cancelled, tone: 'neutral' }
    return { title: loginAlertTexts.schoolFailed, tone: 'danger' }
  }
  if (failure === 'login-over' || failure === 'login-method-off')
    return { title: loginAlertTexts.loggedOut, tone: 'danger' }
  // The form was right: there is another step, and nothing to correct.
  if (failure === 'second-factor-missing') return { title: loginAlertTexts.lookInMail, tone: 'neutral' }
  return { title: loginAlertTexts.failed, tone: 'danger' }
}

/** Large, since it is read aloud to somebody or copied by hand. */
function BarredCode({ code }: { code: string }) {
  const [outcome, setOutcome] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => setOutcome(loginAlertTexts.copied),
      () => setOutcome(loginAlertTexts.notCopied),
    )
  return (
    <div data-layout="row 2 x4" data-text="ink" data-above="2">
      <strong className={styles.code} data-text="figures">
        {code}
      </strong>
      {/* Without TLS browsers offer no clipboard. */}
      {'clipboard' in navigator && <Button onClick={copy}>{loginAlertTexts.copy}</Button>}
      <span role="status">{outcome}</span>
    </div>
  )
}

/** Sentence for a failure; text from an address is shown only if it is one of our codes. */
export function failureText(failure: LoginFailure): string {
  if (typeof failure !== 'object') return texts[failure]
  if (!isOfSchool(failure)) return loginAlertTexts.tooMany(tryAgainText(failure.retryAfter))
  return Object.hasOwn(schoolLoginTexts, failure.school) ? schoolLoginTexts[failure.school] : schoolLoginTexts.refused
}
