import { isStudent } from '#domain/user/user.rules.ts'
import type { PushActor } from '#src/push/push.machine.ts'
import { loadedOnce } from './loaded-once.ts'
import type { PushSurroundings } from './started-push.ts'

const AFTER_SCREEN_MS = 1_500

/** What has to do with pushes, for one person: loaded after the first screen, or as soon as something asks for it. */
export function pushFor(surroundings: Omit<PushSurroundings, 'wanted'>) {
  let stop: (() => void) | undefined
  let hurry = () => {}
  const wanted = new Promise<void>((resolve) => {
    hurry = resolve
  })
  const start = loadedOnce<PushActor>(async () => {
    const { startPush } = await import('./started-push.ts')
    const started = startPush({ ...surroundings, wanted })
    stop = started.stop
    return started.actor
  })
  return {
    /** for a screen that shows how it stands */
    load: () => {
      hurry()
      return start()
    },
    /** Nobody but students is ever told anything. Returns how to stop. */
    follow: (): (() => void) => {
      const timer = setTimeout(() => {
        if (isStudent(surroundings.user)) start().catch(() => undefined)
      }, AFTER_SCREEN_MS)
      return () => {
        clearTimeout(timer)
        stop?.()
      }
    },
  }
}
