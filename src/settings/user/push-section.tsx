import { CatchBoundary } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { Suspense } from 'react'
import type { Api } from '#src/api/api.ts'
import { useIsConnected } from '#src/offline/connection-context.ts'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import { problemTexts, pushTexts } from '#src/push/push.texts.ts'
import { usePush } from '#src/push/push-context.ts'
import { PushDenied } from '#src/push/push-denied.tsx'
import { Alert } from '#src/ui/alert/alert.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Skeleton } from '#src/ui/progress/skeleton.tsx'
import { StatusLine } from '#src/ui/status/status.tsx'
import { PushChoices } from './push-choices.tsx'
import styles from './settings.module.css'

/** Whether this device is told, of what and when, and which other devices are. */
export const PushSection = ({ api }: { api: Api }) => (
  <EditSection title="Meldingen op je apparaten">
    <CatchBoundary getResetKey={() => 'push'} errorComponent={Missing}>
      <Suspense fallback={<Skeleton lines={3} width="28rem" />}>
        <ThisDevice />
        <PushChoices api={api} />
      </Suspense>
    </CatchBoundary>
  </EditSection>
)

function ThisDevice() {
  const push = usePush()
  const connected = useIsConnected()
  const state = useSelector(push, (snapshot) => snapshot)
  const { problem } = state.context
  const isStarting = state.matches('starting')
  const isStopping = state.matches('stopping')

  if (state.matches('unsupported')) return <p>{pushTexts.unsupported}</p>
  if (state.matches('installFirst')) return <p>{pushTexts.installFirst}</p>
  if (state.matches('denied')) return <PushDenied live={false} />
  if (state.matches('reconciling')) return <Skeleton lines={2} width="28rem" />
  return (
    <>
      <StatusLine tone={state.matches('on') ? 'success' : 'neutral'} icon="bell">
        {state.matches('on') ? pushTexts.on : pushTexts.off}
      </StatusLine>
      {problem && state.matches('failing') && <Alert>{problemTexts[problem]}</Alert>}
      <div className={styles.actions}>
        {state.matches('on') || isStopping ? (
          <Button busy={isStopping} onClick={() => push.send({ type: 'telling.unwanted' })}>
            {isStopping ? pushTexts.unwanting : pushTexts.unwant}
          </Button>
        ) : (
          <Button
            icon="bell"
            busy={isStarting}
            disabled={!connected}
            onClick={() => push.send({ type: 'telling.wanted' })}
          >
            {isStarting ? pushTexts.wanting : pushTexts.want}
          </Button>
        )}
      </div>
    </>
  )
}

const Missing = () => <Alert tone="neutral">{pushTexts.notLoaded}</Alert>
