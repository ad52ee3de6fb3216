import { takeEarly } from '#src/api/early-answers.ts'
import { type AmendList, KEPT_AT, KEPT_FOR, KEPT_IS_OUTDATED, type ListsOwner } from '#sw/messages.ts'

/** Earlier answer of the server, kept by the worker. */
export interface KeptList {
  /** 200, or 404 where it said that there is no such thing */
  status: number
  body: unknown
  /** when it said so, in ms since the epoch by the device's clock */
  at: number
  /** there has been news since */
  isOutdated: boolean
}

/** List that is kept for this reader at this address; null where there is none, or no worker. Never fails. */
export async function keptList(reader: number, url: string): Promise<KeptList | null> {
  try {
    // Without a worker it would be a question to the server.
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

/** Null where there is none, and where the browser refuses workers. A page that was loaded past the worker has one all the same. */
async function workerHere(): Promise<ServiceWorker | null> {
  const workers = navigator.serviceWorker
  return workers?.controller ?? (await workers?.getRegistration().catch(() => undefined))?.active ?? null
}

/** Has the worker keep the list like this until the server sends it again; a list that is not kept stays so. */
export async function keepAmended(reader: number, url: string, body: unknown): Promise<void> {
  const worker = await workerHere()
  worker?.postMessage({ type: 'lists.amended', reader, url, body: JSON.stringify(body) } satisfies AmendList)
}

/**
 * Sends the worker the user whose lists it may keep, or null: lists of others are wiped. Returns whether they
 * were another's until now, so that nothing that was fetched before has been kept.
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
