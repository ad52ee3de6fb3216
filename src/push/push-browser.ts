import type { KeptDevice } from '#sw/messages.ts'

/** A subscription as this browser has it. */
export interface BrowserSubscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
  /** base64url; null where the browser does not tell */
  vapidKey: string | null
}

/** What pushes take of a browser, and of the worker in it. */
export interface PushBrowser {
  permission(): NotificationPermission
  /** The browser asks the person, once; only in answer to a tap. */
  askPermission(): Promise<NotificationPermission>
  current(): Promise<BrowserSubscription | null>
  /** By this key, in place of one by another. */
  subscribe(vapidKey: string): Promise<BrowserSubscription>
  /** what the worker keeps, for when no window is open */
  kept(): Promise<KeptDevice | null>
  keep(device: KeptDevice): Promise<void>
  /** The worker ends what it keeps, here and at the server. */
  end(): Promise<void>
}

/** `asked` when the browser can do it; `by hand` first, where only an installed app can. */
export type PushAbility = 'able' | 'install-first' | 'unsupported'

/** `installWay` as src/install knows it. Safari on iOS and iPadOS has pushes for what is on the Home Screen only (16.4). */
export const abilityOf = (page: object, installWay: 'installed' | 'by hand' | 'by browser'): PushAbility => {
  if ('PushManager' in page && 'Notification' in page && 'ServiceWorkerRegistration' in page) return 'able'
  return installWay === 'by hand' ? 'install-first' : 'unsupported'
}
