/** What windows and the worker say to each other. Each kind of message is told apart by its `type`. */

/** By a window to the worker that waits; the name is workbox-window's. */
export interface TakeOver {
  type: 'SKIP_WAITING'
}

/**
 * By the worker that takes the place of one that was switched off (sw/off): may this window start anew? It answers true,
 * on the port that comes along, where somebody is at work in it.
 */
export interface WorkerLeaves {
  type: 'worker.leaves'
}

/** A worker hears from windows that may run an older or newer version, and from the browser's own tools. */
export const isMessage = <M extends { type: string }>(data: unknown, type: M['type']): data is M =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === type
