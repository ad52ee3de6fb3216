import { Link } from '@tanstack/react-router'
import { Icon } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import styles from './moment-action.module.css'
import type { MomentStanding } from './moment-standing.ts'

interface MomentActionProps {
  testmomentId: number
  label: string
  standing: MomentStanding
}

/** Opens the moment's dialog, also where nothing can be changed now: the dialog says why. */
export const MomentAction = ({ testmomentId, label, standing }: MomentActionProps) => (
  <Link
    to="/student/testmoments"
    search={{ moment: testmomentId }}
    state={{ openedDialog: true }}
    resetScroll={false}
    className={styles.open}
    data-changeable={standing.isChangeable}
  >
    Wijzigen
    <VisuallyHidden> van {label}</VisuallyHidden>
    <Icon name="chevron" />
  </Link>
)
