import { useSelector } from '@xstate/react'
import { useSyncExternalStore } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import type { InstallActor } from './install.machine.ts'
import { installTexts } from './install.texts.ts'
import { InstallButton } from './install-button.tsx'

const { invitation } = installTexts

/** Shown once on a device, after the first tap; later the settings have it. */
export function InstallInvitation({ install }: { install: InstallActor }) {
  const hasBegun = useHasBegun()
  const isOpen = useSelector(
    install,
    (state) => !state.context.isPutOff && ['offered', 'guided', 'asking'].some((value) => state.value === value),
  )
  if (!hasBegun || !isOpen) return null
  return (
    <Notice
      title={invitation.title}
      actions={
        <>
          <InstallButton install={install} tone="primary" />
          <Button onClick={() => install.send({ type: 'invitation.put-off' })}>{invitation.putOff}</Button>
        </>
      }
    >
      <p data-spare>{invitation.explanation}</p>
    </Notice>
  )
}

let hasBegun = false

/**
 * Has this person done anything here yet? Who opens the app comes for something, and an invitation would come between:
 * it can wait for the first tap, and for that to be over, or it would lie under the finger.
 */
const useHasBegun = (): boolean => useSyncExternalStore(onBeginning, () => hasBegun)

function onBeginning(notify: () => void): () => void {
  // Read when the invitation could be shown, since this file may be loaded before the first tap. A browser that does
  // not say counts as touched.
  hasBegun ||= navigator.userActivation?.hasBeenActive ?? true
  const listening = new AbortController()
  const begin = () => {
    hasBegun = true
    notify()
  }
  for (const name of ['click', 'keyup']) addEventListener(name, begin, { signal: listening.signal, passive: true })
  return () => listening.abort()
}
