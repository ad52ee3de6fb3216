/** Chromium's (https://wicg.github.io/manifest-incubations/#beforeinstallpromptevent-interface); can be used once. */
export interface InstallOffer extends Event {
  prompt(): Promise<unknown>
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** `by hand`: by the share menu of iOS and iPadOS, in whichever browser. `by browser`: it says so itself, if it can. */
export type InstallWay = 'installed' | 'by hand' | 'by browser'

interface Device {
  userAgent: string
  /** of iPadOS, which calls itself a Mac */
  maxTouchPoints: number
  isStandalone: boolean
}

export function installWayOf({ userAgent, maxTouchPoints, isStandalone }: Device): InstallWay {
  if (isStandalone) return 'installed'
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  return isApple ? 'by hand' : 'by browser'
}
