import { useSelector } from '@xstate/react'
import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button, type ButtonTone } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import type { InstallActor } from './install.machine.ts'
import { installTexts } from './install.texts.ts'
import styles from './install-guide.module.css'

/** Picture of a step on iOS, drawn for this app; the words beside it say the same. */
const Picture = ({ children }: { children: ReactNode }) => (
  <svg className={styles.picture} viewBox="0 0 72 72" aria-hidden="true">
    {children}
  </svg>
)

const SharePicture = () => (
  <Picture>
    <path d="M14 6h44v60H14Z" className={styles.device} />
    <path d="M14 54h44" className={styles.device} />
    <path d="M31 56.5h-2.5v7h15v-7H41M36 61v-9m-3.5 3 3.5-3.5 3.5 3.5" className={styles.marked} />
  </Picture>
)

const AddPicture = () => (
  <Picture>
    <path d="M8 14h56M8 58h56" className={styles.device} />
    <path d="M8 24h56v24H8Z" className={styles.row} />
    <path d="M14 36h22" className={styles.device} />
    <path d="M46 29h14v14H46Zm7 3.5v7M49.5 36h7" className={styles.marked} />
  </Picture>
)

const ConfirmPicture = () => (
  <Picture>
    <path d="M10 10h12v12H10Zm20 0h12v12H30Zm20 0h12v12H50ZM10 30h12v12H10Z" className={styles.device} />
    <path d="M28 28h16v16H28Z" className={styles.row} />
    <path d="m31 40 3.5-8 3.5 8m-6-3h5m2.5 3h2" className={styles.marked} />
    <path d="M10 54h52" className={styles.device} />
  </Picture>
)

const { guide } = installTexts
const steps = [
  { ...guide.share, Picture: SharePicture },
  { ...guide.add, Picture: AddPicture },
  { ...guide.confirm, Picture: ConfirmPicture },
]

/** Steps for iOS and iPadOS, where no page can ask to be installed: three taps, each with a picture of what to look for. */
const InstallGuide = ({ onClose }: { onClose: () => void }) => (
  <Dialog title={guide.title} onClose={onClose}>
    <ol className={styles.steps} data-layout="grid 4">
      {steps.map(({ do: what, where, Picture }) => (
        <li key={what} className={styles.step} data-layout="grid 4 center led" data-text="breaks">
          <Picture />
          <div>
            <strong>{what}</strong>
            <p data-text="muted">{where}</p>
          </div>
        </li>
      ))}
    </ol>
    <Button tone="primary" onClick={onClose}>
      {guide.done}
    </Button>
  </Dialog>
)

/** Button that opens the browser's question or the guide; renders nothing if neither exists. */
export function InstallButton({ install, tone }: { install: InstallActor; tone?: ButtonTone }) {
  const state = useSelector(install, (snapshot) => snapshot)
  const [isGuiding, setGuiding] = useState(false)
  if (state.matches('guided'))
    return (
      <>
        <Button tone={tone} icon="device" onClick={() => setGuiding(true)}>
          {installTexts.showGuide}
        </Button>
        {/* The button may be in a live region, and screen readers would read the whole guide. */}
        {isGuiding && createPortal(<InstallGuide onClose={() => setGuiding(false)} />, document.body)}
      </>
    )
  if (!state.matches('offered') && !state.matches('asking')) return null
  return (
    <Button
      tone={tone}
      icon="download"
      busy={state.matches('asking')}
      onClick={() => install.send({ type: 'install.asked' })}
    >
      {installTexts.install}
    </Button>
  )
}
