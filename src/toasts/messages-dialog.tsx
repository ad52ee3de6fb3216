import { useSelector } from '@xstate/react'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { Icon } from '#src/ui/icon.tsx'
import styles from './messages-dialog.module.css'
import { icons, names } from './page-toasts.tsx'
import { useToasts } from './toasts-context.ts'

/** Texts of toasts, for those who looked away: the last twenty, the latest first. */
export function MessagesDialog({ onClose }: { onClose: () => void }) {
  const past = useSelector(useToasts(), ({ context }) => context.past)
  return (
    <Dialog title="Meldingen" onClose={onClose}>
      {past.length === 0 && <p>Er zijn nog geen meldingen sinds je de app hebt geopend.</p>}
      <ol data-layout="lined">
        {past.map(({ id, category, text, at, isEnrolled }) => (
          <li key={id} className={styles.message} data-layout="grid 3" data-pad="y3" data-category={category}>
            <Icon name={isEnrolled ? 'enrolled' : icons[category]} />
            <div>
              <p>
                <span className={styles.category} data-text="strong">
                  {names[category]}
                </span>{' '}
                {text}
              </p>
              <p data-text="small figures muted">{instantLabel(new Date(at).toISOString(), Date.now())}</p>
            </div>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
