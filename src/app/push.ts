import { isStudent } from '#domain/user/user.rules.ts'
import type { LoadPush } from '#src/push/push-context.ts'
import { loadedOnce } from './loaded-once.ts'
import type { PushSurroundings } from './started-push.ts'

const AFTER_SCREEN_MS = 1_500

/** What has to do with pushes, for one person: loaded after the first screen, or as soon as something asks for it. */
export function pushFor(surroundings: PushSurroundings) {
  let stop: (() => void) | undefined
  const load: LoadPush = loadedOnce(async () => {
    const { startPush } = await import('./started-push.ts')
    const started = startPush(surroundings)
    stop = started.stop
    return started.actor
  })
  return {
    load,
    /** Nobody but students is ever told anything. Returns how to stop. */
    follow: (): (() => void) => {
      const timer = setTimeout(() => {
        if (isStudent(surroundings.user)) load().catch(() => undefined)
      }, AFTER_SCREEN_MS)
      return () => {
        clearTimeout(timer)
        stop?.()
      }
    },
  }
}
