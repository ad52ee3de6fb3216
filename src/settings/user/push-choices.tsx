import { useSelector } from '@xstate/react'
import { useCallback, useEffect, useState } from 'react'
import { listPushDevices, readPushPreference } from '#contract/push.ts'
import type { PushDevice, PushPreference } from '#domain/push/push.schema.ts'
import type { Api } from '#src/api/api.ts'
import { useConnection, useIsConnected } from '#src/offline/connection-context.ts'
import { saveFailureText } from '#src/parts/editing/save-failure.texts.ts'
import { pushTexts } from '#src/push/push.texts.ts'
import { usePush } from '#src/push/push-context.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { PushDevices } from './push-devices.tsx'
import { PushPreferences } from './push-preferences.tsx'
import styles from './settings.module.css'

interface LoadedPushes {
  devices: readonly PushDevice[]
  preference: PushPreference
}

export interface PushChoicesLoad {
  loaded: LoadedPushes | null
  problem: string | null
  load: () => Promise<void>
  learn: (loaded: LoadedPushes) => void
}

/** What the push server knows. It is another server than the one of the rest of the screen, which goes on without it. */
export function usePushChoices(api: Api): PushChoicesLoad {
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
      setProblem(saveFailureText(error, 'Je meldingen konden niet worden opgehaald.'))
    }
  }, [api])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is another one once this device is on it, or off
  useEffect(() => {
    if (connected) void load()
  }, [load, deviceId, connected])

  return { loaded, problem, load, learn: setLoaded }
}

export function PushChoices({ api, choices }: { api: Api; choices: PushChoicesLoad }) {
  const isBlocked = useSelector(usePush(), (state) => state.matches('denied'))
  const { isGone } = useConnection()
  const { loaded, problem, load } = choices

  if (!loaded && isGone) return <p className={styles.muted}>{pushTexts.away}</p>
  if (problem)
    return (
      <Alert>
        <p>{problem}</p>
        <div className={styles.actions}>
          <Button onClick={load}>Opnieuw proberen</Button>
        </div>
      </Alert>
    )
  if (!loaded) return <Skeleton lines={4} width="28rem" />
  const { devices, preference } = loaded
  return (
    <>
      <PushDevices api={api} devices={devices} onChanged={load} />
      <PushPreferences
        api={api}
        preference={preference}
        note={noteOn(isBlocked, devices)}
        isBlocked={isBlocked}
        onSaved={(saved) => choices.learn({ ...loaded, preference: saved })}
      />
    </>
  )
}

function noteOn(isBlocked: boolean, { length }: readonly PushDevice[]): string | null {
  if (!isBlocked) return length === 0 ? pushTexts.noDevice : null
  return length === 0 ? pushTexts.whileDenied : `${pushTexts.whileDenied} ${pushTexts.elsewhere}`
}
