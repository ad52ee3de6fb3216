import {
  type AskDevice,
  type EndDevice,
  isMessage,
  type KeepDevice,
  type KeptDevice,
  type PushOpened,
  type PushReceived,
} from '#sw/messages.ts'

/** A subscription as this browser has it. */
export interface BrowserSubscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
  /** base64url; null where the browser does not say */
  vapidKey: string | null
}

/** Functions of a browser, and of the worker in it, that pushes need. */
export interface PushBrowser {
  permission(): NotificationPermission
  /** The browser asks the person, once; only in answer to a tap. */
  askPermission(): Promise<NotificationPermission>
  current(): Promise<BrowserSubscription | null>
  /** Subscribes with this key, in place of one by another. */
  subscribe(vapidKey: string): Promise<BrowserSubscription>
  /** data that the worker keeps, for when no window is open */
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

/** A worker that is being installed takes a moment; one that never comes is not waited for. */
const WORKER_WITHIN_MS = 10_000

/** The browser that shows this page. */
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

export const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

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
