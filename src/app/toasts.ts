import { createActor } from 'xstate'
import type { User } from '#domain/user/user.schema.ts'
import type { Tell } from '#src/toasts/tell-context.ts'
import { type ToastsActor, toastsMachine } from '#src/toasts/toasts.machine.ts'
import { isLoggedIn, session } from './session.ts'

export const toasts: ToastsActor = createActor(toastsMachine)

/** Who comes next on this device reads nothing that was said to who left. */
export function startToasts(): void {
  toasts.start()
  session.on('session.ended', () => toasts.send({ type: 'toasts.cleared' }))
}

/** Tells this person alone: an answer that comes after they left is nobody's. */
export const tellTo =
  (user: User): Tell =>
  (category, text) => {
    if (isLoggedIn(user)) toasts.send({ type: 'toast.raised', category, text })
  }
