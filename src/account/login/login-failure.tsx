import { useState } from 'react'
import { loginRefusalTexts, schoolLoginTexts } from '#domain/logins/login.texts.ts'
import { tryAgainText } from '#src/api/failure.texts.ts'
import type { LoginFailure, SchoolFailure } from '#src/session/session.context.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import styles from './login.module.css'

/** Why the user is not logged in, above the login form. */
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
    if (failure.school === 'cancelled') return { title: 'Je bent niet ingelogd', tone: 'neutral' }
    return { title: 'Inloggen met je school is niet gelukt', tone: 'danger' }
  }
  if (failure === 'login-over' || failure === 'login-method-off') return { title: 'Je bent uitgelogd', tone: 'danger' }
  // The form was right: there is another step, and nothing to correct.
  if (failure === 'second-factor-missing') return { title: 'Kijk in je e-mail', tone: 'neutral' }
  return { title: 'Login mislukt', tone: 'danger' }
}

/** Large, since it is read aloud to somebody or copied by hand. */
function BarredCode({ code }: { code: string }) {
  const [outcome, setOutcome] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => setOutcome('Code gekopieerd'),
      () => setOutcome('Kopiëren lukte niet. Schrijf de code over.'),
    )
  return (
    <div data-layout="row 2 x4" data-text="ink" data-above="2">
      <strong className={styles.code} data-text="figures">
        {code}
      </strong>
      {/* Without TLS browsers offer no clipboard. */}
      {'clipboard' in navigator && <Button onClick={copy}>Kopiëren</Button>}
      <span role="status">{outcome}</span>
    </div>
  )
}

/** Sentence for a failure; text from an address is shown only if it is one of our codes. */
export function failureText(failure: LoginFailure): string {
  if (typeof failure !== 'object') return texts[failure]
  if (!isOfSchool(failure)) return `Er is te vaak geprobeerd in te loggen. ${tryAgainText(failure.retryAfter)}`
  return Object.hasOwn(schoolLoginTexts, failure.school) ? schoolLoginTexts[failure.school] : schoolLoginTexts.refused
}

const texts = {
  'login-failed': 'De combinatie van gebruikersnaam en wachtwoord klopt niet.',
  'login-over': 'Je login is verlopen, of op een ander apparaat beëindigd. Log opnieuw in om verder te gaan.',
  unavailable: 'Inloggen lukt op dit moment niet. Probeer het over een minuut opnieuw.',
  'no-network': 'Er is geen verbinding met de server. Controleer je internetverbinding en probeer het opnieuw.',
  'school-login-cut-off':
    'Er is geen verbinding met de server, dus je login is niet afgemaakt. Log opnieuw in zodra je weer verbinding hebt.',
  'login-method-off': loginRefusalTexts['login-method-off'],
  'password-login-off': loginRefusalTexts['password-login-off'],
  'second-factor-missing': loginRefusalTexts['second-factor-missing'],
  'second-factor-wrong': loginRefusalTexts['second-factor-wrong'],
  'second-factor-over': loginRefusalTexts['second-factor-over'],
  'passkey-refused': loginRefusalTexts['passkey-refused'],
  'school-code-unknown': loginRefusalTexts['school-code-unknown'],
} satisfies Record<Exclude<LoginFailure, object>, string>
