import type { AppEventName, LiveNews } from '#contract/app-events.ts'
import { ApiError } from '#src/api/api-error.ts'

/** Receives every change that screens refetch for: made in this tab, in another, or by somebody else. */
export interface AppEventListener {
  /** `isHere`: this tab made the change */
  received: (news: LiveNews, isHere: boolean) => void
  /** No write is pending any more, and the code that sent the last one has run. */
  settled?: () => void
}

const listeners = new Set<AppEventListener>()
/** events of this tab from before sharing began */
let unshared: LiveNews[] = []
let isShared = false
let underway = 0

/** Whether a write is pending: its screen may then be about to leave what it shows, such as a record being deleted. */
export const isOwnChangeUnderway = (): boolean => underway > 0

/** Call it with each write from this tab, and the event to emit once it is done. */
export function ownChange(change: Promise<unknown>, event: AppEventName | undefined): void {
  underway += 1
  const news: LiveNews | undefined = event && { name: event, own: true, spread: 0 }
  const made = () => {
    if (!news) return
    if (!isShared) unshared.push(news)
    emit(news, true)
  }
  const refused = (error: unknown) => {
    if (news && isByAnotherChange(error)) emit(news, true)
  }
  void change.then(made, refused).then(() => setTimeout(settled))
}

export const emitReceived = (news: LiveNews): void => emit(news, false)

/** Returns how to stop. */
export function onAppEvent(listener: AppEventListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shares this tab's changes, including those from before this call. Returns how to stop. */
export function onOwnEvent(share: (news: LiveNews) => void): () => void {
  isShared = true
  const stop = onAppEvent({ received: (news, isHere) => isHere && share(news) })
  const early = unshared
  unshared = []
  for (const news of early) emit(news, true)
  return () => {
    stop()
    isShared = false
  }
}

function emit(news: LiveNews, isHere: boolean): void {
  for (const { received } of listeners) received(news, isHere)
}

function settled(): void {
  underway -= 1
  if (underway === 0) for (const listener of listeners) listener.settled?.()
}

/** Refused because of somebody else's change: the screen that sent the write is outdated. */
const isByAnotherChange = (error: unknown): boolean =>
  error instanceof ApiError && [404, 409, 422].includes(error.status)
