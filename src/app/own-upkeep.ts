import { keepFocus } from '#src/ui/keep-focus.ts'
import { clearBadgeInSight } from './clear-badge.ts'
import { loadInstall } from './install.ts'
import { startKeptLists } from './kept-lists.ts'
import { showNotices } from './notices.tsx'
import { registerWorker } from './register-worker.ts'
import { startUpdates } from './updates.ts'

/** All by which the app keeps itself: on the device, up to date, and the focus where it was. */
export async function startUpkeep(): Promise<void> {
  keepFocus(document)
  startKeptLists()
  startUpdates()
  showNotices(await loadInstall())
  clearBadgeInSight()
  await registerWorker()
}
