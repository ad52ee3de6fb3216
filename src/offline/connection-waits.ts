import { isHeld } from './connection.machine.ts'
import { useInConnection } from './connection-view.tsx'

/** False while some list that is shown is one that the device kept, until all have been asked for. */
export const useIsConfirmed = (): boolean =>
  useInConnection((state) => state.matches({ connected: { lists: 'confirmed' } }))

/** Why nothing can be changed now, in a few words. Undefined where it can, and while the server is only just being asked. */
export const useWaitReason = (): string | undefined =>
  useInConnection((state) => {
    if (state.matches('disconnected')) return 'Wacht op verbinding'
    return isHeld(state) && state.hasTag('late') ? 'Wacht op het laatste nieuws' : undefined
  })

/**
 * Age of the data shown (ms, by the device's clock) while no changes are received; null while they are, and
 * while nothing is known. Nobody follows yet when the first screen has just come.
 */
export const useReceivedAt = (): number | null =>
  useInConnection((state) => {
    const isDeaf =
      isHeld(state) ||
      state.hasTag('late') ||
      state.matches({ connected: { stream: 'asking' } }) ||
      state.matches({ connected: { stream: 'shut' } })
    return isDeaf ? state.context.updatedAt : null
  })
