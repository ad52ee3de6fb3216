import { isHeld } from './connection.machine.ts'
import { useInConnection } from './connection-view.tsx'

/** False while a list on the screen is from the device's cache, until the server has sent all of them. */
export const useIsConfirmed = (): boolean =>
  useInConnection((state) => state.matches({ connected: { lists: 'confirmed' } }))

/** Short reason why nothing can be changed now. Undefined if it can, and while the server has only just been asked. */
export const useWaitReason = (): string | undefined =>
  useInConnection((state) => {
    if (state.matches('disconnected')) return 'Wacht op verbinding'
    return isHeld(state) && state.hasTag('late') ? 'Wacht op het laatste nieuws' : undefined
  })

/**
 * Time of the data shown (ms since the epoch, by the device's clock) while no changes are received and no notice of the connection
 * says so. When the first screen appears, the stream is not open yet.
 */
export const useReceivedAt = (): number | null =>
  useInConnection((state) => {
    const isDeaf =
      state.matches({ connected: { stream: 'asking' } }) || state.matches({ connected: { stream: 'shut' } })
    return isDeaf && !state.hasTag('late') ? state.context.updatedAt : null
  })
