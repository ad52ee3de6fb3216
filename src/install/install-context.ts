import { createContext, use } from 'react'
import type { InstallOffer } from '#src/install/install.machine.ts'
import { useProvided } from '#src/ui/use-provided.ts'
import type { InstallActor } from './install.machine.ts'

/** Gives the same promise each time. */
export type LoadInstall = () => Promise<InstallActor>

/** Nobody installs before the first screen stands, so what does it is loaded after that. */
export const InstallContext = createContext<LoadInstall | null>(null)

export const useInstall = (): InstallActor => use(useProvided(InstallContext)())

type OfferListener = (offer: InstallOffer) => void

let offer: InstallOffer | undefined
let listener: OfferListener | undefined

/** A browser makes its offer once, maybe before anything that could use it is loaded; so it is kept. */
export function awaitInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Its own bar would come at a time of its choosing, over the menu.
    event.preventDefault()
    offer = event
    listener?.(event)
  })
}

/** Receives the browser's offer, also one that was made before. */
export function onInstallOffer(notify: OfferListener): void {
  listener = notify
  if (offer) notify(offer)
}

declare global {
  interface WindowEventMap {
    beforeinstallprompt: InstallOffer
  }
}
