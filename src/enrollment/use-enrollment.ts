import { shallowEqual, useSelector } from '@xstate/react'
import { use, useEffect, useEffectEvent, useState } from 'react'
import { type Attempt, closesDialog, type Wanted, type WantedMove, type WantedPlace } from './attempt.ts'
import type { EnrollmentActor } from './enrollment.machine.ts'
import { noticeOf } from './enrollment-notice.ts'
import { useLoadEnrollment } from './enrollment-provider.tsx'

export interface Enrollment {
  /** attempt, from the press until the server's list shows it; nothing else can be requested meanwhile */
  pending: Attempt | null
  /** a change was made just now: ignore the next tap */
  isResting: boolean
  /** the request takes so long that the button should say so */
  isSlow: boolean
  /** last failed attempt, and a sentence why; its toast may be gone before the student looks */
  failed: { attempt: Attempt; text: string } | null
  enroll: (attempt: Wanted) => void
  unenroll: (attempt: Wanted) => void
  move: (attempt: WantedMove) => void
  join: (attempt: WantedPlace) => void
  leave: (attempt: Wanted) => void
}

/**
 * Enrolls and unenrolls for one dialog. An attempt continues when the dialog closes before the answer, and its outcome is still
 * notified: so the actor is not stopped here. An idle actor holds no resources, and is garbage-collected.
 */
export function useEnrollment(onClose: () => void): Enrollment {
  const start = use(useLoadEnrollment()())
  const [actor] = useState(start)

  const [failed, setFailed] = useState<Enrollment['failed']>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const subscription = actor.on('*', (emitted) => {
      if (closesDialog(emitted)) close()
      if (emitted.type === 'lists.outdated') return
      const { attempt } = emitted
      setFailed('failure' in emitted ? { attempt, text: noticeOf(emitted, Date.now()).text } : null)
    })
    return () => subscription.unsubscribe()
  }, [actor])

  const view = useSelector(actor, enrollmentView, shallowEqual)
  return {
    ...view,
    failed: view.pending ? null : failed,
    enroll: (attempt) => actor.send({ type: 'enrollment.submitted', attempt }),
    unenroll: (attempt) => actor.send({ type: 'unenrollment.submitted', attempt }),
    move: (attempt) => actor.send({ type: 'move.submitted', attempt }),
    join: (attempt) => actor.send({ type: 'waiting.submitted', attempt }),
    leave: (attempt) => actor.send({ type: 'waiting.ended', attempt }),
  }
}

const enrollmentView = (snapshot: ReturnType<EnrollmentActor['getSnapshot']>) => ({
  pending: snapshot.hasTag('busy') ? snapshot.context.attempt : null,
  isResting: snapshot.hasTag('resting'),
  isSlow: snapshot.hasTag('slow'),
})
