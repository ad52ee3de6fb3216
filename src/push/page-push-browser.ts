import type { AskDevice, EndDevice, KeepDevice, KeptDevice } from '#sw/messages.ts'
import type { BrowserSubscription, PushBrowser } from './push-browser.ts'

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
