import { createActor, fromPromise } from 'xstate'
import { FORGETS } from '#src/session/storage-stand-in.ts'
import { type UpdateActor, updateMachine } from '#src/updates/update.machine.ts'
import { bringInNewest, isGoneByRelease, isInUse, wouldLoseWork } from '#src/updates/update-actors.ts'

const OWN_RELEASE = import.meta.env.VITE_RELEASE

export const updates: UpdateActor = createActor(
  updateMachine.provide({
    actors: { bringIn: fromPromise(() => bringInNewest(navigator.serviceWorker)) },
    guards: { isInUse, wouldLoseWork },
    actions: { reload: () => location.reload() },
  }),
)

export function startUpdates(): void {
  updates.start()
  window.addEventListener('vite:preloadError', async () => {
    const isGone = await isGoneByRelease({
      askRelease,
      ownRelease: OWN_RELEASE,
      storage: FORGETS in document.documentElement.dataset ? null : sessionStorage,
      isReload: performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload'),
    })
    if (isGone) updates.send({ type: 'code.missing' })
  })
}

/**
 * Call it whenever the server names its release, as it does after it was unreachable: it may then have another worker for this
 * page, or none any more.
 */
export async function learnRelease(release: string | null): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  // A worker that the server no longer has, or a server that is unreachable again, needs no action here.
  await registration?.update().catch(() => undefined)
  if (release === null || release === OWN_RELEASE || registration?.installing || registration?.waiting) return
  updates.send({ type: 'version.replaced' })
}

async function askRelease(): Promise<string | null> {
  const reply = await fetch('/release.json', { cache: 'no-store' })
  if (!reply.ok) return null
  const { release } = await reply.json()
  return release
}
