import { whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import type { Testmoment } from '#domain/enrollments/enrollment.schema.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Button } from '#src/ui/button.tsx'
import { VisuallyHidden } from '#src/ui/icon.tsx'
import { TestActions } from '../test-actions.tsx'
import styles from './choice-tools.module.css'

interface ChoiceToolsProps {
  testmoment: Testmoment
  /** calendar links of the student's enrollments there; without any, the moment can still be shared */
  calendars: readonly Link[]
  now: number
}

export const ChoiceTools = ({ testmoment, calendars, now }: ChoiceToolsProps) => (
  <div className={styles.tools} data-layout="row 0 x1 stretch">
    <ShareButton
      title={`Toetsmoment ${whenAndWhereLabel(testmoment, now)}`}
      path={`/student/testmoments?moment=${testmoment.id}`}
    />
    {/* Comes and goes with an enrollment, so it is last. */}
    <TestActions moment={testmoment} calendars={calendars} tone="quiet" now={now} />
  </div>
)

interface ShareButtonProps {
  /** text to share; must make sense on its own */
  title: string
  /** path in the app, with its leading slash */
  path: string
}

/** Shares an address by the device's share menu, or copies it to the clipboard where there is none. */
function ShareButton({ title, path }: ShareButtonProps) {
  const notify = useNotify()
  const share = async () => {
    const url = new URL(path, location.origin).href
    try {
      if (typeof navigator.share === 'function') return await navigator.share({ title, text: title, url })
      await navigator.clipboard.writeText(url)
      notify('success', 'De link is gekopieerd.')
    } catch (error) {
      // A cancelled share needs no message.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        notify('error', 'De link delen is niet gelukt. Kopieer het adres van deze pagina.')
    }
  }
  return (
    <Button tone="quiet" icon="share" onClick={share}>
      <span>
        Delen<VisuallyHidden>{`: ${title}`}</VisuallyHidden>
      </span>
    </Button>
  )
}
