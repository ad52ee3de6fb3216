import { createActor } from 'xstate'
import { type ToastsActor, toastsMachine } from '#src/toasts/toasts.machine.ts'

export const toasts: ToastsActor = createActor(toastsMachine)
