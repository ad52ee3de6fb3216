import { downloadEnrollmentCalendar } from '#contract/calendar.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { Api } from '#src/api/api.ts'
import { useIsConnected } from '#src/offline/connection-context.ts'
import { useTell } from '#src/toasts/toasts-context.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { DownloadButton } from '../download-button.tsx'
import { saveFailureText } from '../editing/save.texts.ts'
import styles from './calendar-button.module.css'

interface CalendarButtonProps {
  api: Api
  link: Link
  moduleName: string
  momentName: string
}

/** Takes this one enrollment over into a calendar; the settings have an address that keeps all of them up to date. */
export function CalendarButton({ api, link, moduleName, momentName }: CalendarButtonProps) {
  const tell = useTell()
  const connected = useIsConnected()
  return (
    <div className={styles.calendar}>
      <DownloadButton
        api={api}
        target={downloadEnrollmentCalendar}
        link={link}
        disabled={!connected}
        tone="quiet"
        icon="calendar"
        onFailed={(error) => tell('error', saveFailureText(error, 'Het agenda-bestand ophalen is niet gelukt.'))}
      >
        Zet in mijn agenda
        <VisuallyHidden>
          , {moduleName}, {momentName}
        </VisuallyHidden>
      </DownloadButton>
    </div>
  )
}
