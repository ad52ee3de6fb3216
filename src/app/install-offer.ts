import type { InstallOffer } from '#src/install/install.machine.ts'

type Hear = (offer: InstallOffer) => void

let offer: InstallOffer | undefined
let listener: Hear | undefined

/** A browser makes its offer once, maybe before anything that could use it is loaded; so it is kept. */
export function awaitInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Its own bar would come at a time of its choosing, over the menu.
    event.preventDefault()
    offer = event
    listener?.(event)
  })
}

/** Hears of the offer, also of one that was made before. */
export function onInstallOffer(hear: Hear): void {
  listener = hear
  if (offer) hear(offer)
}

declare global {
  interface WindowEventMap {
    beforeinstallprompt: InstallOffer
  }
}
