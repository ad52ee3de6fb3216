import type { ListsOwner } from '#sw/messages.ts'

/**
 * Tells the worker whose lists it may keep, or that it may keep nobody's: what is another's is wiped. Gives whether they
 * were another's until now, so that nothing that was fetched before has been kept.
 */
export async function giveListsTo(userId: number | null): Promise<boolean> {
  const workers = navigator.serviceWorker
  // A page that was loaded past the worker has one all the same.
  const worker = workers?.controller ?? (await workers?.getRegistration())?.active
  if (!worker) return false
  const { port1, port2 } = new MessageChannel()
  const answered = new Promise<boolean>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true)
  })
  worker.postMessage({ type: 'lists.owner', userId } satisfies ListsOwner, [port2])
  return answered
}
