import { useEffect, useRef } from 'react'
import { useTell } from '#src/toasts/toasts-context.ts'
import { Button } from '#src/ui/button.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { TextField } from '#src/ui/field.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { calendarSectionTexts as texts } from './calendar.texts.ts'
import styles from './settings.module.css'

/** An address that was made just now, to be put in a calendar; it is not told again. */
export function CalendarAddress({ url }: { url: string }) {
  const tell = useTell()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  // Without TLS browsers have no clipboard to write to.
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      tell('success', texts.copied)
    } catch {
      tell('error', texts.notCopied)
    }
  }
  return (
    <div className={styles.form}>
      <StatusLine tone="warning" icon="alert">
        {texts.onlyNow}
      </StatusLine>
      <TextField ref={field} label="Agenda-link" readOnly value={url} onFocus={(event) => event.target.select()} />
      <div className={styles.actions}>
        <Button tone="primary" onClick={copy}>
          Kopiëren
        </Button>
        {/* What calendar programs call themselves to the systems that have one; elsewhere copying is the way. */}
        <ButtonLink icon="calendar" href={url.replace(/^https?:/, 'webcal:')}>
          Openen in mijn agenda
        </ButtonLink>
      </div>
    </div>
  )
}
