import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { Button, type ButtonTone } from '#src/ui/button.tsx'
import type { InstallActor } from './install.machine.ts'
import { installTexts } from './install.texts.ts'
import { InstallGuide } from './install-guide.tsx'

interface InstallButtonProps {
  install: InstallActor
  tone?: ButtonTone
}

/** The browser's question, or the guide; nothing where there is neither. */
export function InstallButton({ install, tone }: InstallButtonProps) {
  const state = useSelector(install, (snapshot) => snapshot)
  const [isGuiding, setGuiding] = useState(false)
  if (state.matches('guided'))
    return (
      <>
        <Button tone={tone} icon="device" onClick={() => setGuiding(true)}>
          {installTexts.showGuide}
        </Button>
        {/* The button may stand in a live region, which would read all of it. */}
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
