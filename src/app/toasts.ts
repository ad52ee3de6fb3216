import { createActor } from 'xstate'
import { type ToastsActor, toastsMachine } from '#src/toasts/toasts.machine.ts'
import { session } from './session.ts'

/** Who comes next on this device reads nothing that was said to who left. */
export function startToasts(): ToastsActor {
  const toasts = createActor(toastsMachine).start()
  session.on('session.ended', () => toasts.send({ type: 'toasts.cleared' }))
  return toasts
}
