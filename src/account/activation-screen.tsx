import { Link } from '@tanstack/react-router'
import type { Api } from '#src/api/api.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Spinner } from '#src/ui/progress.tsx'
import { AccountDone, AccountPage, NextButton, NextToLogin, ToLogin } from './account-page.tsx'
import { useActivation } from './activation.ts'
import styles from './activation-screen.module.css'

/** Where the link in the letter leads. Opening it is all that a person has to do. */
export function ActivationScreen({ api, activationKey }: { api: Api; activationKey: string }) {
  const { activation, retry } = useActivation(api, activationKey)

  if (!activation)
    return (
      <AccountPage title="Account activeren">
        <p role="status" className={styles.busy}>
          <Spinner />
          Account activeren...
        </p>
      </AccountPage>
    )
  if (activation.result === 'activated')
    return (
      <AccountPage title="Account activeren" links={activation.resetKey && <ToLogin />}>
        <AccountDone next={activation.resetKey ? <ToFirstPassword resetKey={activation.resetKey} /> : <NextToLogin />}>
          <p>Je account is succesvol geactiveerd.</p>
          {activation.resetKey && <p>Kies nu een wachtwoord om te kunnen inloggen.</p>}
        </AccountDone>
      </AccountPage>
    )
  const isRefused = activation.result === 'refused'
  return (
    <AccountPage
      title="Account activeren"
      links={isRefused ? <Link to="/register">Registreer je opnieuw</Link> : <ToLogin />}
    >
      <Alert>
        <p>Het is niet gelukt om je account te activeren. Reden: {activation.reason}</p>
      </Alert>
      {/* Most links that are refused were opened before. */}
      {isRefused ? (
        <NextToLogin />
      ) : (
        <Button tone="primary" onClick={retry}>
          Opnieuw proberen
        </Button>
      )}
    </AccountPage>
  )
}

/** Whom the school made an account for has none yet to log in with. */
const ToFirstPassword = ({ resetKey }: { resetKey: string }) => (
  <NextButton to="/password-change/$key" params={{ key: resetKey }}>
    Wachtwoord kiezen
  </NextButton>
)
