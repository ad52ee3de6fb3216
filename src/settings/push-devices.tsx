import { useSelector } from '@xstate/react'
import { deletePushDevice, testPushDevice } from '#contract/push.gen.ts'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import type { PushDevice } from '#domain/push/push.schema.ts'
import { ownGoneText, testAnswerTexts } from '#domain/push/push.texts.ts'
import { answerOf } from '#src/api/answer-of.ts'
import type { Api } from '#src/api/api.ts'
import { ApiError } from '#src/api/api-error.ts'
import { useApi } from '#src/api/use-api.ts'
import { useIsConnected } from '#src/offline/connection-view.tsx'
import { Problem, useWrite } from '#src/parts/writing/writing.tsx'
import { failureTexts } from '#src/push/push.texts.ts'
import { usePush } from '#src/push/push-context.ts'
import { useServerTime } from '#src/session/session-view.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon, VisuallyHidden } from '#src/ui/icon.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { pushDeviceTexts as texts } from './push-settings.texts.ts'
import styles from './settings.module.css'

interface PushDevicesProps {
  devices: readonly PushDevice[]
  onChanged: () => Promise<void>
}

export function PushDevices({ devices, onChanged }: PushDevicesProps) {
  const api = useApi()
  const push = usePush()
  const ownId = useSelector(push, ({ context }) => context.deviceId)
  const notify = useNotify()
  const now = useServerTime()
  const connected = useIsConnected()
  const { isBusy, busy, problem, write, showProblem } = useWrite()

  const tryOut = ({ id }: PushDevice) =>
    write({
      name: `test ${id}`,
      send: () => api.call(testPushDevice, { params: { id } }),
      failed: texts.testFailed,
      onDone: async ({ answer }) => {
        const isOwnGone = answer === 'gone' && id === ownId
        if (answer === 'accepted') notify('success', testAnswerTexts[answer])
        else showProblem(isOwnGone ? ownGoneText : testAnswerTexts[answer])
        if (isOwnGone) push.send({ type: 'status.changed' })
        await onChanged()
      },
      onAnswerLost: onChanged,
    })
  const remove = ({ id, device_name }: PushDevice) =>
    write({
      name: `remove ${id}`,
      send: () => removed(api, id),
      failed: texts.removeFailed,
      saved: texts.removed(device_name),
      onDone: onChanged,
    })

  if (devices.length === 0) return null
  return (
    <>
      <ul data-layout="lined" aria-label={texts.list}>
        {devices.map((device) => (
          <li key={device.id} className={styles.row} data-layout="grid 3 center" data-pad="y3">
            <Icon name="device" />
            <div>
              <strong translate="no">{device.device_name}</strong>
              {device.id === ownId && <span>{` ${texts.here}`}</span>}
              <LastPush device={device} now={now()} />
            </div>
            <div data-layout="row 3 if-any">
              <Button
                busy={busy === `test ${device.id}`}
                disabled={isBusy || !connected}
                onClick={() => tryOut(device)}
              >
                Testmelding<VisuallyHidden>{` naar ${device.device_name}`}</VisuallyHidden>
              </Button>
              {device.id !== ownId && (
                <Button
                  tone="danger"
                  busy={busy === `remove ${device.id}`}
                  disabled={isBusy || !connected}
                  onClick={() => remove(device)}
                >
                  Verwijderen<VisuallyHidden>{` van ${device.device_name}`}</VisuallyHidden>
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      <Problem text={problem} />
    </>
  )
}

/** Answer of its push service: whether a person saw it nobody knows. */
function LastPush({ device, now }: { device: PushDevice; now: number }) {
  const { last_success_at, last_failure, last_failure_at } = device
  const sent = last_success_at && texts.lastSent(instantLabel(last_success_at, now))
  if (!last_failure || !last_failure_at) return <p data-text="small muted figures">{sent || texts.neverSent}</p>
  return (
    <>
      <StatusLine tone="warning">{`${failureTexts[last_failure]} (${instantLabel(last_failure_at, now)}).`}</StatusLine>
      {sent && <p data-text="small muted figures">{sent}</p>}
    </>
  )
}

/** Removes a device; one that is already gone counts as removed. */
async function removed(api: Api, id: number): Promise<void> {
  try {
    await answerOf(() => api.call(deletePushDevice, { params: { id } }))
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}
