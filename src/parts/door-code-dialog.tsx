import { useEffect, useState } from 'react'
import { renewDoorCode } from '#contract/presence.gen.ts'
import type { Enrollment } from '#domain/enrollments/enrollment.schema.ts'
import { chairLabel } from '#domain/rooms/chair.texts.ts'
import { personLabel } from '#domain/users/names.ts'
import { useApi } from '#src/api/use-api.ts'
import { useIsConnected } from '#src/offline/connection-view.tsx'
import { useWaitReason } from '#src/offline/connection-waits.ts'
import { useSession } from '#src/session/session-view.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import styles from './door-code-dialog.module.css'
import { QrCode } from './qr-code.tsx'
import { Problem, useWrite } from './writing/writing.tsx'

interface DoorCodeDialogProps {
  enrollment: Enrollment
  code: string
  onClose: () => void
}

/** Shows the student's code for the door as large as fits, with the name and seat that the invigilator compares. */
export function DoorCodeDialog({ enrollment, code, onClose }: DoorCodeDialogProps) {
  const api = useApi()
  const { user } = useSession()
  const connected = useIsConnected()
  const waitReason = useWaitReason()
  const { isBusy, problem, write } = useWrite()
  const [renewed, setRenewed] = useState<{ code: string; replaced: readonly string[] } | null>(null)
  useScreenAwake()
  const { user_id: id, testmoment_id, chair } = enrollment
  const renew = () =>
    write({
      send: () => api.call(renewDoorCode, { params: { id }, body: { testmoment_id } }),
      failed: 'Een nieuwe code maken is niet gelukt',
      saved: 'Je vorige code werkt niet meer.',
      onDone: ({ entity }) =>
        setRenewed((last) => ({
          code: entity.code,
          replaced: [...(last ? [...last.replaced, last.code] : []), code],
        })),
    })
  // The student's list still has a replaced code for a moment. Any other code in it is newer.
  const shown = renewed?.replaced.includes(code) ? renewed.code : code
  return (
    <Dialog title="Je code voor de deur" onClose={onClose}>
      <div data-layout="grid 3">
        <div className={styles.code}>
          <QrCode text={shown} label="Je code, voor de camera van de surveillant" />
        </div>
        <div data-text="centered">
          <p data-text="large strong breaks" translate="no">
            {user && personLabel(user)}
          </p>
          {chair && (
            <p data-text="huge strong tight" translate="no">
              {chairLabel(chair)}
            </p>
          )}
        </div>
        <p data-text="muted">
          Laat hem zien bij de deur en houd je pasje klaar. Heeft iemand anders een foto van je code? Maak dan een
          nieuwe.
        </p>
        <Problem text={problem} />
        <div data-layout="row 3">
          <Button busy={isBusy} disabled={!connected} title={waitReason} onClick={renew}>
            Nieuwe code
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** Keeps the screen on. The browser drops the lock when the page is hidden, so each return to the page requests it again. */
function useScreenAwake(): void {
  useEffect(() => {
    const ended = new AbortController()
    let lock: WakeLockSentinel | undefined
    const keepOn = async () => {
      if (document.visibilityState !== 'visible') return
      // Refused while the battery is low.
      const acquired = await navigator.wakeLock?.request?.('screen').catch(() => undefined)
      if (ended.signal.aborted) await acquired?.release?.()
      else lock = acquired
    }
    void keepOn()
    document.addEventListener('visibilitychange', () => void keepOn(), { signal: ended.signal })
    return () => {
      ended.abort()
      void lock?.release?.()
    }
  }, [])
}
