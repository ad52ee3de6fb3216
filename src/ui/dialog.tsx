import { type CSSProperties, type ReactNode, useDeferredValue, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { guardDoublePress } from './double-press.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

interface DialogProps {
  title: string
  /** asked by Escape, the close button, a press beside the dialog or the phone's back gesture */
  onClose: () => void
  /** holds a table, and takes the room for it where there is some */
  isWide?: boolean
  /** changes one of a list: at a desk it stands at the side, as high as the window, and the list stays in sight */
  isAside?: boolean
  /**
   * holds a list that grows and shrinks by what is done in it, and is expected to need so much height: on a phone the sheet
   * has that as long as it is open, or all there is, and nothing jumps. There the sheet is
   * painted first, with its title and its way out, and filled right after
   */
  steadyRem?: number
  children: ReactNode
}

/** Width in dialog.module.css below which a dialog is a bottom sheet, and a steady one as high without its content. */
const PHONE = '(width <= 40rem)'

/** Modal as long as it is rendered; a sheet from the bottom on a phone. Focus returns to where it was. */
export function Dialog({ title, onClose, isWide, isAside, steadyRem, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [rem] = useState(steadyRem)
  const [isFilledAfter] = useState(() => rem && matchMedia(PHONE).matches)
  const isFilled = useDeferredValue(true, !isFilledAfter)

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    guardDoublePress(document)
    dialog.returnValue = ''
    dialog.showModal()
    // Only close() gives the focus back; taking the element out of the page does not.
    return () => dialog.close()
  }, [])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way is Escape, which arrives as `cancel`
    <dialog
      ref={ref}
      className={styles.dialog}
      data-wide={isWide}
      data-aside={isAside}
      data-steady={rem}
      style={{ '--room': `${rem}rem` } as CSSProperties}
      aria-labelledby={titleId}
      // React passes on what a dialog within this one is asked, and the browser a file field's own `cancel`.
      onCancel={(event) => {
        if (event.target !== ref.current) return
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === ref.current && onClose()}
    >
      <div>
        <header className={styles.header}>
          {/* The largest that fits on one line. */}
          <h2 id={titleId} style={{ '--letters': title.length } as CSSProperties}>
            {title}
          </h2>
          <Button tone="quiet" icon="cross" onClick={onClose}>
            <VisuallyHidden>Sluiten</VisuallyHidden>
          </Button>
        </header>
        <div className={styles.body}>{isFilled && children}</div>
      </div>
    </dialog>
  )
}

/**
 * Its buttons, as the last of what it holds: they stay in sight at its foot, however long what stands above them is. What
 * stands now in a dialog, now in a page has them too, and in a page they are but a row of buttons.
 */
export const DialogActions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>
