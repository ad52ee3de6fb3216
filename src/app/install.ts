import { createActor } from 'xstate'
import { type InstallActor, installMachine, installWayOf, keepStorage } from '#src/install/install.machine.ts'
import { rememberHere } from '#src/session/storage-stand-in.ts'
import { onInstallOffer } from '../install/install-context.ts'

const PUT_OFF = 'install-put-off'

declare global {
  interface Navigator {
    /** iOS only (WebKit) */
    readonly standalone?: boolean
  }
}

export function startInstall(): InstallActor {
  const { userAgent, maxTouchPoints } = navigator
  const isStandalone = navigator.standalone === true || window.matchMedia('(display-mode: standalone)').matches
  const install = createActor(
    installMachine.provide({
      actions: {
        keepStorage: () => void keepStorage(navigator.storage),
        rememberPutOff: () => rememberHere(PUT_OFF),
      },
    }),
    {
      input: {
        way: installWayOf({ userAgent, maxTouchPoints, isStandalone }),
        isPutOff: localStorage.getItem(PUT_OFF) !== null,
      },
    },
  )
  install.start()
  onInstallOffer((offer) => install.send({ type: 'offer.made', offer }))
  window.addEventListener('appinstalled', () => install.send({ type: 'app.installed' }))
  return install
}
