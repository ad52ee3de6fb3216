import { instantLabel } from '#domain/calendar/date-labels.ts'
import type { User } from '#domain/users/user.schema.ts'
import { useTell } from '#src/toasts/toasts-context.ts'
import { Button } from '#src/ui/button.tsx'
import { TextField } from '#src/ui/field.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import styles from './user-edit.module.css'
import { userEditTexts as texts } from './user-edit.texts.ts'

/** To hand over when mail does not arrive. */
export function ActivationLink({ user }: { user: User }) {
  const tell = useTell()
  const { activation_key, activation_expires_at } = user
  if (user.activated || !activation_key) return null
  const link = `${location.origin}/activate/${activation_key}`
  const isExpired = activation_expires_at !== undefined && Date.parse(activation_expires_at) <= Date.now()
  // Without TLS browsers have no clipboard to write to.
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      tell('success', texts.linkCopied)
    } catch {
      tell('error', texts.linkNotCopied)
    }
  }
  return (
    <details className={styles.link}>
      <summary>Activatie link</summary>
      {isExpired ? (
        <StatusLine tone="warning" icon="alert">
          {texts.linkExpired}
        </StatusLine>
      ) : (
        activation_expires_at && <p>{texts.linkValidUntil(instantLabel(activation_expires_at, Date.now()))}</p>
      )}
      <div className={styles.row}>
        <TextField label="Link" readOnly value={link} onFocus={(event) => event.target.select()} />
        <Button onClick={copy}>Kopiëren</Button>
      </div>
    </details>
  )
}
