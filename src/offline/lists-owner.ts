import type { ListsOwner } from '#sw/messages.ts'

/** Tells the worker whose lists it may keep, or that it may keep nobody's: what is another's is wiped. */
export async function giveListsTo(userId: number | null): Promise<void> {
  const workers = navigator.serviceWorker
  // A page that was loaded past the worker has one all the same.
  const worker = workers?.controller ?? (await workers?.getRegistration())?.active
  worker?.postMessage({ type: 'lists.owner', userId } satisfies ListsOwner)
}
