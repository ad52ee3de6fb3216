import type { AppEventName, LiveNews } from '#contract/app-events.ts'
import { ApiError } from '#src/api/api-error.ts'

/** All that screens renew themselves by passes here, whether it was done in this tab, in another or by somebody else. */
export interface AppEventListener {
  /** `isHere`: this tab asked for it */
  received: (news: LiveNews, isHere: boolean) => void
  /** Nothing is under way any more, and what asked for it had its say. */
  settled?: () => void
}

const listeners = new Set<AppEventListener>()
/** events of this tab before anybody shared them */
let unshared: LiveNews[] = []
let isShared = false
let underway = 0

/** While it is, the screen that asked may be about to leave what it shows, such as a record that is being deleted. */
export const isOwnChangeUnderway = (): boolean => underway > 0

/** To be called with what is asked of the server to be done here, and the event that it is when it was. */
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

/** Emits events of the live stream or another tab. */
export const emitReceived = (news: LiveNews): void => emit(news, false)

/** Returns how to stop. */
export function onAppEvent(listener: AppEventListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shares this tab's changes, also those from before it was shared. Returns how to stop. */
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

/** Refused because of what somebody did: the screen that asked shows what is no longer so. */
const isByAnotherChange = (error: unknown): boolean =>
  error instanceof ApiError && [404, 409, 422].includes(error.status)
