import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { PushPreference } from '#domain/push/push.schema.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { notifiedText, problemTexts, pushTexts, undoTextFor } from './push.texts.ts'
import { usePush } from './push-context.ts'
import styles from './push-offer.module.css'

/**
 * Offers notices where they are useful, and shows the outcome. Shows nothing to students who have them, cannot have them, or
 * declined before; the settings show it all.
 */
export function PushOffer() {
  const push = usePush()
  const state = useSelector(push, (snapshot) => snapshot)
  const [hasAnswered, setAnswered] = useState(false)
  const { isPutOff, preference, problem } = state.context

  if (state.matches('on')) return hasAnswered && <Notified preference={preference} />
  if (state.matches('denied')) return hasAnswered && <PushDenied live />

  const isBusy = state.matches('starting')
  // A failure before any tap offers nothing.
  const isOffered = state.matches('off') || isBusy || (state.matches('failing') && hasAnswered)
  if (isPutOff || !(isOffered || state.matches('installFirst'))) return null
  const want = () => {
    setAnswered(true)
    push.send({ type: 'notifications.wanted' })
  }
  return (
    <div className={styles.offer} data-layout="grid 3 center led" data-box data-pad="4">
      <span data-layout="disc" data-tone="accent" data-text="accent">
        <Icon name="bell" />
      </span>
      <p>{isOffered ? pushTexts.offer : pushTexts.installFirst}</p>
      {problem && <Alert>{problemTexts[problem]}</Alert>}
      <div data-layout="row 3">
        {isOffered ? (
          <Button busy={isBusy} onClick={want}>
            {isBusy ? pushTexts.wanting : pushTexts.want}
          </Button>
        ) : (
          <Link to="/settings/user" hash="app">
            {pushTexts.howToInstall}
          </Link>
        )}
        <Button tone="quiet" disabled={isBusy} onClick={() => push.send({ type: 'offer.put-off' })}>
          {pushTexts.putOff}
        </Button>
      </div>
    </div>
  )
}

/** Replaces the button, and takes its focus. */
const Notified = ({ preference }: { preference: PushPreference | null }) => (
  <div
    data-layout="grid 3 center"
    data-box
    data-pad="4"
    role="status"
    tabIndex={-1}
    ref={(element) => element?.focus()}
  >
    <StatusLine tone={preference?.opening ? 'success' : 'neutral'} icon="bell">
      {preference ? notifiedText(preference) : pushTexts.onIsAll}
    </StatusLine>
    {!preference?.opening && (
      <Link to="/settings/user" hash="meldingen">
        {pushTexts.chooseKinds}
      </Link>
    )}
  </div>
)

/** Only the browser's own settings can undo a refusal. */
export const PushDenied = ({ live }: { live: boolean }) => (
  <Alert tone="warning" title={pushTexts.denied} live={live}>
    <p>{undoTextFor(navigator.userAgent)}</p>
  </Alert>
)
