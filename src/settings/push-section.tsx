import { CatchBoundary } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { listPushDevices, readPushPreference } from '#contract/push.gen.ts'
import { ofEachKind, pushKinds } from '#domain/push/push.rules.ts'
import type { PushDevice, PushPreference } from '#domain/push/push.schema.ts'
import { useApi } from '#src/api/use-api.ts'
import { useConnection, useIsConnected } from '#src/offline/connection-view.tsx'
import { saveFailureText } from '#src/parts/writing/save.texts.ts'
import { notifiedText, problemTexts, pushTexts } from '#src/push/push.texts.ts'
import { usePush } from '#src/push/push-context.ts'
import { PushDenied } from '#src/push/push-offer.tsx'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { PushDevices } from './push-devices.tsx'
import { PushPreferences } from './push-preferences.tsx'
import { pushSectionTexts as texts } from './push-settings.texts.ts'
import { SettingsPart } from './settings-part.tsx'

/** Pushes: whether this device gets them, for which events and when, and which other devices do. */
export const PushSection = () => (
  <SettingsPart part="meldingen">
    <CatchBoundary getResetKey={() => 'push'} errorComponent={Missing}>
      <Suspense fallback={<Skeleton lines={3} width="28rem" />}>
        <Pushes />
      </Suspense>
    </CatchBoundary>
  </SettingsPart>
)

function Pushes() {
  const choices = usePushChoices()
  return (
    <>
      <ThisDevice choices={choices} />
      <PushChoices choices={choices} />
    </>
  )
}

function ThisDevice({ choices }: { choices: PushChoicesLoad }) {
  const push = usePush()
  const connected = useIsConnected()
  const state = useSelector(push, (snapshot) => snapshot)
  const { problem, deviceId } = state.context
  const isStarting = state.matches('starting')
  const isStopping = state.matches('stopping')
  const isFailing = state.matches('failing')
  const mayBeOn = state.matches('on') || isStopping || (isFailing && problem === 'not-ended')

  const isUnconfirmed = state.matches('on') && deviceId === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per connection, since a busy server may fail again
  useEffect(() => {
    if (connected && isUnconfirmed) push.send({ type: 'status.changed' })
  }, [connected])

  if (state.matches('unsupported')) return <p>{pushTexts.unsupported}</p>
  if (state.matches('installFirst')) return <p>{pushTexts.installFirst}</p>
  if (state.matches('denied')) return <PushDenied live={false} />
  if (state.matches('reconciling')) return <Skeleton lines={2} width="28rem" />
  return (
    <>
      {state.matches('on') && <StatusWhenOn deviceId={deviceId} choices={choices} />}
      {(state.matches('off') || isStarting) && <StatusLine icon="bell">{pushTexts.off}</StatusLine>}
      {problem && isFailing && <Alert>{problemTexts[problem]}</Alert>}
      <div data-layout="row 3 if-any">
        {mayBeOn ? (
          <Button busy={isStopping} onClick={() => push.send({ type: 'notifications.unwanted' })}>
            {isStopping ? pushTexts.unwanting : pushTexts.unwant}
          </Button>
        ) : (
          <Button
            icon="bell"
            busy={isStarting}
            disabled={!connected}
            onClick={() => push.send({ type: 'notifications.wanted' })}
          >
            {isStarting ? pushTexts.wanting : pushTexts.want}
          </Button>
        )}
      </div>
    </>
  )
}

/** Shows 'on' only for a device that the server has and whose last push was accepted. */
function StatusWhenOn({ deviceId, choices }: { deviceId: number | null; choices: PushChoicesLoad }) {
  const { loaded, problem } = choices
  const connected = useIsConnected()
  const device = loaded?.devices.find(({ id }) => id === deviceId)
  const wishes = ofEachKind((kind) => loaded?.preference[kind] ?? false)
  if (!loaded && !problem && connected) return <Skeleton lines={1} width="28rem" />
  if (!device) return <StatusLine icon="bell">{pushTexts.unconfirmed}</StatusLine>
  if (device.last_failure) return <StatusLine tone="warning">{pushTexts.lastFailed}</StatusLine>
  return (
    <StatusLine tone={pushKinds.some((kind) => wishes[kind]) ? 'success' : 'neutral'} icon="bell">
      {notifiedText(wishes)}
    </StatusLine>
  )
}

const Missing = () => <Alert tone="neutral">{pushTexts.notLoaded}</Alert>

interface LoadedPushes {
  devices: readonly PushDevice[]
  preference: PushPreference
}

interface PushChoicesLoad {
  loaded: LoadedPushes | null
  problem: string | null
  load: () => Promise<void>
  setLoaded: (loaded: LoadedPushes) => void
}

/** Loads the push server's data. It is a separate server: the rest of the screen does not depend on it. */
function usePushChoices(): PushChoicesLoad {
  const api = useApi()
  const push = usePush()
  const deviceId = useSelector(push, ({ context }) => context.deviceId)
  const connected = useIsConnected()
  const [loaded, setLoaded] = useState<LoadedPushes | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const load = useCallback(async () => {
    setProblem(null)
    try {
      const [{ entities }, preference] = await Promise.all([api.call(listPushDevices), api.call(readPushPreference)])
      setLoaded({ devices: entities, preference })
    } catch (error) {
      setProblem(saveFailureText(error, texts.loadFailed))
    }
  }, [api])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list changes once this device is added or removed
  useEffect(() => {
    if (connected) void load()
  }, [load, deviceId, connected])

  return { loaded, problem, load, setLoaded }
}

function PushChoices({ choices }: { choices: PushChoicesLoad }) {
  const isBlocked = useSelector(usePush(), (state) => state.matches('denied'))
  const { isGone } = useConnection()
  const { loaded, problem, load } = choices

  if (!loaded && isGone) return <p data-text="small muted figures">{pushTexts.away}</p>
  if (problem)
    return (
      <Alert>
        <p>{problem}</p>
        <div data-layout="row 3 if-any">
          <Button onClick={load}>{texts.retry}</Button>
        </div>
      </Alert>
    )
  if (!loaded) return <Skeleton lines={4} width="28rem" />
  const { devices, preference } = loaded
  return (
    <>
      <PushDevices devices={devices} onChanged={load} />
      <PushPreferences
        preference={preference}
        note={noteOn(isBlocked, devices)}
        onSaved={(saved) => choices.setLoaded({ ...loaded, preference: saved })}
      />
    </>
  )
}

function noteOn(isBlocked: boolean, devices: readonly PushDevice[]): string | null {
  const isEmpty = devices.length === 0
  if (!isBlocked) return isEmpty ? pushTexts.noDevice : null
  return isEmpty ? pushTexts.whileDenied : `${pushTexts.whileDenied} ${pushTexts.remote}`
}
