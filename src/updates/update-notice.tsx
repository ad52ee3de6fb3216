import { useSelector } from '@xstate/react'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import type { UpdateActor } from './update.machine.ts'

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
      <p>{state.matches('heldUp') ? updateTexts.heldUp : texts.explanation}</p>
    </Notice>
  )
}

const updateTexts = {
  waiting: {
    title: 'Er is een nieuwe versie van de app',
    explanation: 'Bijwerken duurt een paar tellen. Kies je voor later, dan gebeurt het als je de app weer opent.',
    accept: 'Nu bijwerken',
  },
  replaced: {
    title: 'De app is bijgewerkt',
    explanation: 'Dit venster gebruikt nog de vorige versie. Laad het opnieuw om verder te gaan.',
    accept: 'Opnieuw laden',
  },
  coming: 'Bezig met bijwerken…',
  heldUp: 'Je hebt iets ingevuld dat nog niet is opgeslagen. Sla het eerst op, of annuleer het.',
}
