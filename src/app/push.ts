import { isStudent } from '#domain/users/user.rules.ts'
import type { LoadPush } from '#src/push/push-context.ts'
import { loadedOnce } from './loaded-once.ts'
import type { PushSurroundings } from './started-push.ts'

const AFTER_SCREEN_MS = 1_500

interface FollowedPush {
  /** for a screen that shows how it stands */
  load: LoadPush
  /** Nobody but students is ever told anything. Returns how to stop. */
  follow: () => () => void
}

/** What has to do with pushes, for one person: loaded after the first screen, or as soon as something asks for it. */
export function pushFor(surroundings: Omit<PushSurroundings, 'wanted'>): FollowedPush {
  let stop: (() => void) | undefined
  let hurry = () => {}
  const wanted = new Promise<void>((resolve) => {
    hurry = resolve
  })
  const start: LoadPush = loadedOnce(async () => {
    const { startPush } = await import('./started-push.ts')
    const started = startPush({ ...surroundings, wanted })
    stop = started.stop
    return started.actor
  })
  return {
    load: () => {
      hurry()
      return start()
    },
    follow: () => {
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
