import type { User } from '#domain/users/user.schema.ts'
import type { LoadToasts, Tell } from '#src/toasts/toasts-context.ts'
import { loadedOnce } from './loaded-once.ts'
import { isLoggedIn } from './session.ts'

export const loadToasts: LoadToasts = loadedOnce(async () => {
  const { startToasts } = await import('./started-toasts.ts')
  return startToasts()
})

/** Tells this person alone: an answer that comes after they left is nobody's. */
export const tellTo =
  (user: User): Tell =>
  (category, text) => {
    loadToasts().then(
      (toasts) => isLoggedIn(user) && toasts.send({ type: 'toast.raised', category, text }),
      // What was said stands in its place as well.
      () => undefined,
    )
  }
