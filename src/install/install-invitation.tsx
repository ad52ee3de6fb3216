import { useSelector } from '@xstate/react'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import type { InstallActor } from './install.machine.ts'
import { installTexts } from './install.texts.ts'
import { InstallButton } from './install-button.tsx'
import { useHasBegun } from './use-has-begun.ts'

const { invitation } = installTexts

/** Told once on a device, after the first tap; later the settings have it. */
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
      <p>{invitation.explanation}</p>
    </Notice>
  )
}
