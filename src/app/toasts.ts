import { createActor } from 'xstate'
import { type ToastsActor, toastsMachine } from '#src/toasts/toasts.machine.ts'
import { session } from './session.ts'

/** Clears the toasts when a session ends, so that the next user on this device reads none of them. */
export function startToasts(): ToastsActor {
  const toasts = createActor(toastsMachine).start()
  session.on('session.ended', () => toasts.send({ type: 'toasts.cleared' }))
  return toasts
}
