import { isDone } from '#src/api/api-error.ts'
import type { useNotify } from '#src/toasts/toasts-context.ts'
import { saveTexts } from './save.texts.ts'

/** Whether the write that failed was carried out and only its answer was lost, which is then said as the success it is. */
export function notifyDone(error: unknown, notify: ReturnType<typeof useNotify>): boolean {
  if (!isDone(error)) return false
  notify('success', saveTexts.savedUnanswered)
  return true
}
