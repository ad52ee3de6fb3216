import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { installTexts } from './install.texts.ts'
import styles from './install-guide.module.css'
import { AddPicture, ConfirmPicture, SharePicture } from './install-pictures.tsx'

const { guide } = installTexts
const steps = [
  { ...guide.share, Picture: SharePicture },
  { ...guide.add, Picture: AddPicture },
  { ...guide.confirm, Picture: ConfirmPicture },
]

/** On iOS and iPadOS no page can ask for it: three taps, each with a picture of what to look for. */
export const InstallGuide = ({ onClose }: { onClose: () => void }) => (
  <Dialog title={guide.title} onClose={onClose}>
    <ol className={styles.steps}>
      {steps.map(({ do: what, where, Picture }) => (
        <li key={what} className={styles.step}>
          <Picture />
          <div>
            <strong>{what}</strong>
            <p className={styles.where}>{where}</p>
          </div>
        </li>
      ))}
    </ol>
    <Button tone="primary" onClick={onClose}>
      {guide.done}
    </Button>
  </Dialog>
)
