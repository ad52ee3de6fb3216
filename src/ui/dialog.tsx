import { type CSSProperties, type ReactNode, useDeferredValue, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { guardDoublePress } from './double-press.ts'
import { VisuallyHidden } from './icon.tsx'

interface DialogProps {
  title: string
  /** called for Escape, the close button, a press beside the dialog and the phone's back gesture */
  onClose: () => void
  /** contains a table, and uses the width for it where there is room */
  isWide?: boolean
  /** changes one record of a list: on a wide screen it is at the side, as high as the window, and the list stays in sight */
  isAside?: boolean
  /**
   * expected height of a list that grows and shrinks while the dialog is open. On a phone the bottom sheet keeps that height,
   * or all there is, so that nothing jumps. It is painted first with its title and close button, and filled right after
   */
  steadyRem?: number
  children: ReactNode
}

/** Width as in dialog.module.css below which a dialog is a bottom sheet, and a steady one has its height before its content. */
const PHONE = '(width <= 40rem)'

/** Modal for as long as it is rendered; a bottom sheet on a phone. The focus returns to where it was. */
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
    // Only close() returns the focus; removing the element does not.
    return () => dialog.close()
  }, [])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does this by keyboard, and arrives as `cancel`
    <dialog
      ref={ref}
      className={styles.dialog}
      data-wide={isWide}
      data-aside={isAside}
      data-steady={rem}
      style={{ '--room': `${rem}rem` } as CSSProperties}
      aria-labelledby={titleId}
      // React bubbles the `cancel` of a nested dialog, and browsers that of a file field.
      onCancel={(event) => {
        if (event.target !== ref.current) return
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === ref.current && onClose()}
    >
      <div>
        <header className={styles.header} data-layout="row 2 nowrap between">
          <h2 id={titleId}>{title}</h2>
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
 * Buttons of a dialog, as its last child: they stay in sight at its bottom, however long the content is. Content that is shown
 * in a dialog or in a page may contain them too; in a page they are a plain row of buttons.
 */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className={styles.actions} data-layout="row 3 stretch right buttons if-any">
    {children}
  </div>
)
