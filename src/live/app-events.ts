import type { AppEventMessage, AppEventName } from '#contract/app-events.ts'
import { ApiError } from '#src/api/api-error.ts'

/** Receives every change that screens refetch for: made in this tab, in another, or by somebody else. */
export interface AppEventListener {
  /** `isHere`: this tab made the change */
  received: (event: AppEventMessage, isHere: boolean) => void
  /** Called when the last pending write is done and its caller's code has run. */
  settled?: () => void
}

const listeners = new Set<AppEventListener>()
/** events of this tab before sharing began */
let unshared: AppEventMessage[] = []
let isShared = false
let pendingWrites = 0

let wrote = () => {}
/** Resolves once something is written in this tab: what shows the outcome is needed then. */
export const firstWrite = new Promise<void>((resolve) => {
  wrote = resolve
})

/** True while a write is pending. Do not refetch then: the screen may be about to leave a record that it deletes. */
export const isOwnChangeUnderway = (): boolean => pendingWrites > 0

/** Call it with each write from this tab, and the event to emit once it is done. */
export function trackOwnChange(change: Promise<unknown>, name: AppEventName | undefined): void {
  pendingWrites += 1
  wrote()
  const event: AppEventMessage | undefined = name && { name, own: true, spread: 0 }
  const onDone = () => {
    if (!event) return
    if (!isShared) unshared.push(event)
    emit(event, true)
  }
  const onRefused = (error: unknown) => {
    if (event && isByAnotherChange(error)) emit(event, true)
  }
  void change.then(onDone, onRefused).then(() => setTimeout(settled))
}

export const emitReceived = (event: AppEventMessage): void => emit(event, false)

/** Returns how to stop. */
export function onAppEvent(listener: AppEventListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Calls `share` with each change of this tab. Changes from before this call are emitted again, to all listeners: renewal begins
 * to listen only now. Returns how to stop.
 */
export function onOwnEvent(share: (event: AppEventMessage) => void): () => void {
  isShared = true
  const stop = onAppEvent({ received: (event, isHere) => isHere && share(event) })
  const early = unshared
  unshared = []
  for (const event of early) emit(event, true)
  return () => {
    stop()
    isShared = false
  }
}

function emit(event: AppEventMessage, isHere: boolean): void {
  for (const { received } of listeners) received(event, isHere)
}

function settled(): void {
  pendingWrites -= 1
  if (pendingWrites === 0) for (const listener of listeners) listener.settled?.()
}

/** May be refused because of somebody else's change: the screen that sent the write may be outdated. */
const isByAnotherChange = (error: unknown): boolean =>
  error instanceof ApiError && [404, 409, 422].includes(error.status)
