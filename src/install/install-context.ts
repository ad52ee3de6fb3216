import { createContext, use } from 'react'
import type { InstallOffer } from '#src/install/install.machine.ts'
import { useProvided } from '#src/ui/use-provided.ts'
import type { InstallActor } from './install.machine.ts'

/** Returns the same promise each time. */
export type LoadInstall = () => Promise<InstallActor>

/** Loaded after the first screen is rendered, since nobody installs before that. */
export const InstallContext = createContext<LoadInstall | null>(null)

export const useInstall = (): InstallActor => use(useProvided(InstallContext)())

type OfferListener = (offer: InstallOffer) => void

let offer: InstallOffer | undefined
let listener: OfferListener | undefined

/** Keeps the browser's offer to install, which comes once, maybe before the code that uses it is loaded. */
export function awaitInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // The browser's own bar would appear at any time, over the menu.
    event.preventDefault()
    offer = event
    listener?.(event)
  })
}

/** Passes the browser's offer to the listener, also one made earlier. */
export function onInstallOffer(notify: OfferListener): void {
  listener = notify
  if (offer) notify(offer)
}

declare global {
  interface WindowEventMap {
    beforeinstallprompt: InstallOffer
  }
}
