import { takeEarly } from '#src/api/early-answers.ts'
import { type AmendList, KEPT_AT, KEPT_FOR, KEPT_IS_OUTDATED, type ListsOwner } from '#sw/messages.ts'

/** Earlier answer of the server, cached by the worker. */
export interface KeptList {
  /** 200, or 404 if the server said that it does not exist */
  status: number
  body: unknown
  /** when the server answered, in ms since the epoch by the device's clock */
  at: number
  /** an event about it arrived since */
  isOutdated: boolean
}

/** List cached for this reader at this address; null if there is none, or no worker. Never rejects. */
export async function keptList(reader: number, url: string): Promise<KeptList | null> {
  try {
    // If no worker runs, this would be a request to the server.
    if (!navigator.serviceWorker.controller) return null
    const answer = await (takeEarly(url, String(reader)) ?? fetch(url, { headers: { [KEPT_FOR]: String(reader) } }))
    const at = answer.headers.get(KEPT_AT)
    if (!at) return null
    return {
      status: answer.status,
      body: await answer.json(),
      at: Number(at),
      isOutdated: answer.headers.has(KEPT_IS_OUTDATED),
    }
  } catch {
    return null
  }
}

/** Null without a worker, or if the browser refuses workers. A page loaded past the worker still finds it. */
async function workerHere(): Promise<ServiceWorker | null> {
  const workers = navigator.serviceWorker
  return workers?.controller ?? (await workers?.getRegistration().catch(() => undefined))?.active ?? null
}

/** Makes the worker change its cached list until the server sends it again; a list that is not cached stays so. */
export async function keepAmended(reader: number, url: string, body: unknown): Promise<void> {
  const worker = await workerHere()
  worker?.postMessage({ type: 'lists.amended', reader, url, body: JSON.stringify(body) } satisfies AmendList)
}

/**
 * Gives the worker the user whose lists it may cache, or null; it deletes the lists of others. Resolves to whether the worker
 * had another user until now, so that lists fetched before are not cached.
 */
export async function giveListsTo(userId: number | null): Promise<boolean> {
  const worker = await workerHere()
  if (!worker) return false
  const { port1, port2 } = new MessageChannel()
  const answered = new Promise<boolean>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true)
  })
  worker.postMessage({ type: 'lists.owner', userId } satisfies ListsOwner, [port2])
  return answered
}
