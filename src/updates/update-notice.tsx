import { useSelector } from '@xstate/react'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import type { UpdateActor } from './update.machine.ts'
import { updateTexts } from './update.texts.ts'

/** Offers a newer version, without blocking the user. */
export function UpdateNotice({ updates }: { updates: UpdateActor }) {
  const state = useSelector(updates, (snapshot) => snapshot)
  if (!state.hasTag('announced')) return null
  const isComing = state.matches('comingIn') || state.matches('reloading')
  const texts = updateTexts[state.context.kind]
  return (
    <Notice
      title={texts.title}
      actions={
        <>
          <Button tone="primary" busy={isComing} onClick={() => updates.send({ type: 'update.accepted' })}>
            {isComing ? updateTexts.coming : texts.accept}
          </Button>
          <Button disabled={isComing} onClick={() => updates.send({ type: 'update.postponed' })}>
            Later
          </Button>
        </>
      }
    >
      {state.matches('heldUp') ? <p>{updateTexts.heldUp}</p> : <p data-spare>{texts.explanation}</p>}
    </Notice>
  )
}
