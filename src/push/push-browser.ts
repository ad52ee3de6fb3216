import { base64url } from '#src/api/base64url.ts'
import {
  type AskDevice,
  type EndDevice,
  isMessage,
  type KeepDevice,
  type KeptDevice,
  type PushOpened,
  type PushReceived,
} from '#sw/messages.ts'

export interface BrowserSubscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
  /** base64url; null if the browser does not give it */
  vapidKey: string | null
}

/** Functions that pushes need from the browser and its worker. */
export interface PushBrowser {
  permission(): NotificationPermission
  /** Shows the browser's permission question, which it asks only once; call it after a tap only. */
  askPermission(): Promise<NotificationPermission>
  current(): Promise<BrowserSubscription | null>
  /** Subscribes with this key; replaces a subscription with another one. */
  subscribe(vapidKey: string): Promise<BrowserSubscription>
  /** device data that the worker stores, for when no window is open */
  kept(): Promise<KeptDevice | null>
  keep(device: KeptDevice): Promise<void>
  /** Makes the worker end the subscription, here and on the server. */
  end(): Promise<void>
}

/** `able`: the browser supports pushes; `install-first`: only the installed app does. */
export type PushAbility = 'able' | 'install-first' | 'unsupported'

/** `installWay` is from src/install. Safari on iOS and iPadOS supports pushes only for apps on the Home Screen (16.4). */
export const abilityOf = (page: object, installWay: 'installed' | 'by hand' | 'by browser'): PushAbility => {
  if ('PushManager' in page && 'Notification' in page && 'ServiceWorkerRegistration' in page) return 'able'
  return installWay === 'by hand' ? 'install-first' : 'unsupported'
}

/** A worker takes a moment to install; after this time (ms) it is not waited for. */
const WORKER_WITHIN_MS = 10_000

export function pagePushBrowser(workers: ServiceWorkerContainer): PushBrowser {
  const registration = () => within(WORKER_WITHIN_MS, workers.ready)
  const current = async () => (await registration()).pushManager.getSubscription()

  async function ask<Answer>(message: AskDevice | KeepDevice | EndDevice): Promise<Answer> {
    const { active } = await registration()
    const { port1, port2 } = new MessageChannel()
    const answered = new Promise<Answer>((resolve) => {
      port1.onmessage = ({ data }) => resolve(data)
    })
    active?.postMessage(message, [port2])
    return within(WORKER_WITHIN_MS, answered).finally(() => port1.close())
  }

  return {
    permission: () => Notification.permission,
    askPermission: () => Notification.requestPermission(),
    current: async () => readable(await current()),
    async subscribe(applicationServerKey) {
      await (await current())?.unsubscribe()
      const { pushManager } = await registration()
      const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
      return readable(subscription)
    },
    kept: () => ask<KeptDevice | null>({ type: 'push.kept' }),
    async keep(device) {
      await ask<true>({ type: 'push.keep', device })
    },
    async end() {
      await ask<true>({ type: 'push.end' })
    },
  }
}

function readable(subscription: PushSubscription): BrowserSubscription
function readable(subscription: PushSubscription | null): BrowserSubscription | null
function readable(subscription: PushSubscription | null): BrowserSubscription | null {
  if (!subscription) return null
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  const key = subscription.options.applicationServerKey
  return { endpoint, keys: { p256dh, auth }, vapidKey: key && base64url(new Uint8Array(key)) }
}

const within = <T>(ms: number, work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<T>((_, reject) => {
      setTimeout(() => reject(new Error('The worker does not answer')), ms)
    }),
  ])

/** Receives the worker's messages about pushes. Returns how to stop. */
export function listenToWorker(
  worker: EventTarget,
  { onNews, goTo }: { onNews: () => void; goTo: (href: string) => void },
): () => void {
  const listening = new AbortController()
  const receive = (event: Event) => {
    if (!(event instanceof MessageEvent)) return
    const { data, ports } = event
    if (isMessage<PushReceived>(data, 'push.received')) onNews()
    if (!isMessage<PushOpened>(data, 'push.opened')) return
    ports[0]?.postMessage(true)
    goTo(data.href)
  }
  worker.addEventListener('message', receive, { signal: listening.signal })
  return () => listening.abort()
}
