import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { Icon } from '#src/ui/icon.tsx'
import { icons } from './category-icons.ts'
import styles from './toast-area.module.css'
import { useToasts } from './toasts-context.ts'

/** The live region has to stand in the page before anything is said in it, so it is rendered empty as well. */
export function ToastArea() {
  const actor = useToasts()
  const toasts = useSelector(actor, ({ context }) => context.toasts)
  const pause = () => actor.send({ type: 'reading.paused' })
  const resume = () => actor.send({ type: 'reading.resumed' })
  // Who points at a toast while its dialog closes is not seen to stop.
  useEffect(() => () => actor.send({ type: 'reading.resumed' }), [actor])

  return (
    <section className={styles.area} aria-label="Meldingen">
      <div
        role="status"
        className={styles.list}
        onPointerEnter={pause}
        onPointerLeave={resume}
        onFocus={pause}
        onBlur={resume}
      >
        {toasts.map(({ id, category, text }) => (
          <div key={id} className={styles.toast} data-category={category}>
            <Icon name={icons[category]} />
            <p>{text}</p>
            <button
              type="button"
              className={styles.dismiss}
              aria-label="Melding sluiten"
              onClick={() => actor.send({ type: 'toast.dismissed', id })}
            >
              <Icon name="cross" />
            </button>
          </div>
        ))}
      </div>
    </section>
  )
}
