import { useState } from 'react'
import type { ModuleStatus } from '#domain/modules/module.schema.ts'
import { useRenew } from '#src/live/refreshing.ts'
import { useServerTime } from '#src/parts/clock/clock.tsx'
import { useTell } from '#src/toasts/toasts-context.ts'
import { completionTexts } from './completion.texts.ts'
import type { CompletionChanges } from './completion-changes.ts'
import { changesIn, isEmpty, type LostEnrollment, lostEnrollments, type Ticks } from './completion-changes.ts'
import type { CompletionOutcome } from './save-completion.ts'

type Save = (changes: CompletionChanges) => Promise<CompletionOutcome>

/** One student's ticking: read, edit, be asked where enrollments would go, save. A failed save leaves the ticks. */
export function useCompletion(statuses: readonly ModuleStatus[], save: Save) {
  const renew = useRenew()
  const tell = useTell()
  const now = useServerTime()
  const [isEditing, setEditing] = useState(false)
  const [ticks, setTicks] = useState<Ticks>({})
  const [isBusy, setBusy] = useState(false)
  const [losing, setLosing] = useState<LostEnrollment[] | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const changes = changesIn(statuses, ticks)

  const stop = () => {
    setEditing(false)
    setTicks({})
    setFailure(null)
  }
  const send = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const { deleted, made } = await save(changes)
      tell('success', completionTexts.saved)
      if (deleted > 0) tell('neutral', completionTexts.deleted(deleted))
      if (made > 0) tell('neutral', completionTexts.made(made))
      await renew()
      stop()
    } catch (error) {
      setFailure(error)
      tell('error', completionTexts.failed)
      // Half of it may have been done.
      await renew()
    } finally {
      setBusy(false)
      setLosing(null)
    }
  }

  return {
    isEditing,
    isBusy,
    ticks,
    losing,
    failure,
    isDirty: isEditing && !isEmpty(changes),
    edit: () => setEditing(true),
    cancel: stop,
    tick: (id: number, isCompleted: boolean) => setTicks({ ...ticks, [id]: isCompleted }),
    /** asks first when enrollments would go by it */
    submit: () => {
      if (isBusy) return
      if (isEmpty(changes)) return stop()
      const lost = lostEnrollments(statuses, changes, now())
      if (lost.length > 0) setLosing(lost)
      else void send()
    },
    confirm: send,
    keep: () => setLosing(null),
  }
}
