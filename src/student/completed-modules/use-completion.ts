import { useState } from 'react'
import { listModuleStatuses } from '#contract/first-reads.gen.ts'
import { completeModules, uncompleteModules } from '#contract/modules.gen.ts'
import type { ModuleStatus } from '#domain/enrollments/enrollment.schema.ts'
import type { WaitingEntry } from '#domain/enrollments/waiting.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import { repeatUnanswered } from '#src/api/answer-of.ts'
import type { Api } from '#src/api/api.ts'
import { lostAnswerText } from '#src/api/failure.texts.ts'
import type { StudentLists } from '#src/enrollment/student-lists.ts'
import { useRenew } from '#src/live/renewal-context.ts'
import { useWrite } from '#src/parts/writing/writing.tsx'
import { useServerTime } from '#src/session/session-view.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { completionTexts } from './completed-modules.texts.ts'
import {
  type CompletionChanges,
  changesIn,
  isEmpty,
  type LostEnrollment,
  lostEnrollments,
  lostWaits,
  type Ticks,
} from './completion-changes.ts'

interface CompletionDeps {
  api: Api
  user: User
  lists: StudentLists | null
}

type Save = (changes: CompletionChanges) => Promise<CompletionOutcome>

/** Lets a student edit and save the ticks; asks first where that ends enrollments. A failed save keeps the ticks. */
export function useCompletion(
  { statuses, lists }: { statuses: readonly ModuleStatus[]; lists: StudentLists | null },
  save: Save,
) {
  const renew = useRenew()
  const notify = useNotify()
  const now = useServerTime()
  const [isEditing, setEditing] = useState(false)
  const [ticks, setTicks] = useState<Ticks>({})
  const [losing, setLosing] = useState<Losses | null>(null)
  const { isBusy, problem, write, showProblem } = useWrite()
  const changes = changesIn(statuses, ticks)

  const stop = () => {
    setEditing(false)
    setTicks({})
    showProblem(null)
  }
  const send = async () => {
    // A screen that fails to refetch is no failure of saving.
    const refresh = () => renew().catch(() => undefined)
    const isSaved = await write({
      send: () => save(changes),
      failed: completionTexts.failed,
      onDone: ({ deleted, made }) => {
        notify('success', completionTexts.saved, { about: ABOUT })
        if (deleted > 0) notify('neutral', completionTexts.deleted(deleted))
        if (made > 0) notify('neutral', completionTexts.made(made))
        return refresh()
      },
      onAnswerLost: refresh,
      onRefused: async (error) => {
        notify('error', lostAnswerText(error) ?? completionTexts.failed, { about: ABOUT })
        // A failed save may have been carried out in part.
        await refresh()
        return false
      },
    })
    if (isSaved) stop()
    setLosing(null)
  }

  return {
    isEditing,
    isBusy,
    ticks,
    losing,
    problem,
    isDirty: isEditing && !isEmpty(changes),
    edit: () => setEditing(true),
    cancel: stop,
    tick: (id: number, isCompleted: boolean) => setTicks({ ...ticks, [id]: isCompleted }),
    /** asks first if it would end enrollments or places on waiting lists */
    submit: () => {
      if (isEmpty(changes)) return stop()
      const enrollments = lostEnrollments(statuses, changes, now())
      // Only the waits known here: saving does not wait for the list, and the server's answer names the others.
      const waits = lostWaits(lists?.known().seats?.waiting ?? [], changes)
      if (enrollments.length + waits.length > 0) setLosing({ enrollments, waits })
      else void send()
    },
    confirm: send,
    keep: () => setLosing(null),
  }
}

const ABOUT = 'completed modules'

export interface Losses {
  enrollments: LostEnrollment[]
  waits: WaitingEntry[]
}

/** Places on waiting lists load in the background. */
export async function loadCompletion({ api, user, lists }: CompletionDeps): Promise<ModuleStatus[]> {
  void lists?.loadSeats()
  const { module_statuses } = user._links
  if (!module_statuses) throw new Error('The user has no link to modules')
  const { entities } = await api.follow(listModuleStatuses, module_statuses)
  lists?.show()
  return entities
}

interface CompletionOutcome {
  deleted: number
  made: number
}

/** Sends only the changes. Repeating them is safe, so a save without an answer can be sent again. */
export async function saveCompletion(
  { api, user }: { api: Api; user: User },
  { completed, reopened }: CompletionChanges,
): Promise<CompletionOutcome> {
  const { modules_completed, modules_uncompleted } = user._links
  if (!modules_completed || !modules_uncompleted) throw new Error('The user has no links to completed modules')
  const bodyOf = (ids: number[]) => ({ body: { entities: ids.map((id) => ({ id })) } })
  const outcome = { deleted: 0, made: 0 }
  if (reopened.length > 0) {
    const { enrollments_made } = await repeatUnanswered(() =>
      api.follow(uncompleteModules, modules_uncompleted, bodyOf(reopened)),
    )
    outcome.made = enrollments_made
  }
  if (completed.length > 0) {
    const { enrollments_deleted } = await repeatUnanswered(() =>
      api.follow(completeModules, modules_completed, bodyOf(completed)),
    )
    outcome.deleted = enrollments_deleted
  }
  return outcome
}
