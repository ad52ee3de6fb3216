import { useSelector } from '@xstate/react'
import { useSyncExternalStore } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import type { InstallActor } from './install.machine.ts'
import { installTexts } from './install.texts.ts'
import { InstallButton } from './install-button.tsx'

const { invitation } = installTexts

/** Invitation to install the app. Shown once on a device, after the first tap; the settings keep the button. */
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
 * Returns whether the person has done anything here yet. People open the app for a purpose, and an invitation would interrupt:
 * it waits until the first tap is over, since it could appear under the finger.
 */
const useHasBegun = (): boolean => useSyncExternalStore(onBeginning, () => hasBegun)

function onBeginning(notify: () => void): () => void {
  // Read when the invitation could be shown, since this file may be loaded before the first tap. A browser without this
  // property counts as touched.
  hasBegun ||= navigator.userActivation?.hasBeenActive ?? true
  const listening = new AbortController()
  const begin = () => {
    hasBegun = true
    notify()
  }
  for (const name of ['click', 'keyup']) addEventListener(name, begin, { signal: listening.signal, passive: true })
  return () => listening.abort()
}
