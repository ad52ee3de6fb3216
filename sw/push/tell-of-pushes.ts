import { outdateLists } from '#sw/lists/keep-lists.ts'
import {
  type AskDevice,
  type EndDevice,
  isMessage,
  type KeepDevice,
  type ListsOwner,
  type PushReceived,
} from '#sw/messages.ts'
import { countOnIcon } from '../badge.ts'
import { deviceStore as store } from './device-store.ts'
import { goTo } from './go-to.ts'
import { endSubscription, endUnlessOf, renewSubscription } from './own-subscription.ts'
import { pushServer as server } from './server-calls.ts'
import { showNotice } from './show-notice.ts'

declare const self: ServiceWorkerGlobalScope

/** TypeScript's library does not know the event yet (W3C Push API §10.5). */
type SubscriptionChange = ExtendableEvent & { newSubscription?: PushSubscription | null }

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** Shows what is pushed, leads there, and keeps this browser's subscription true. */
export function tellOfPushes(): void {
  const { pushManager } = self.registration
  const subscriber = {
    current: () => pushManager.getSubscription(),
    subscribe: (vapidKey: string) => pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: vapidKey }),
  }
  const means = { store, server, subscriber }
  const badge = {
    shown: () => self.registration.getNotifications(),
    windows,
    setBadge: self.navigator.setAppBadge?.bind(self.navigator),
  }

  self.addEventListener('push', (event) => {
    const { origin } = self.location
    const show = self.registration.showNotification.bind(self.registration)
    const shown = showNotice(event.data, { origin, show }).then(() => countOnIcon(badge))
    event.waitUntil(Promise.all([shown, tellWindows()]))
  })

  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const { data } = event.notification
    const open = (href: string) => self.clients.openWindow(href)
    event.waitUntil(goTo(data?.href ?? '/', { list: windows, open }))
  })

  self.addEventListener('pushsubscriptionchange', (event: SubscriptionChange) => {
    event.waitUntil(renewSubscription(means, event.newSubscription ?? null))
  })

  self.addEventListener('message', (event) => {
    const { data, ports } = event
    const answer = (work: Promise<unknown>) => event.waitUntil(work.then((word) => ports[0]?.postMessage(word)))
    if (isMessage<AskDevice>(data, 'push.kept')) answer(store.read().catch(() => null))
    if (isMessage<KeepDevice>(data, 'push.keep')) answer(store.keep(data.device).then(() => true))
    if (isMessage<EndDevice>(data, 'push.end')) answer(endSubscription(means).then(() => true))
    if (isMessage<ListsOwner>(data, 'lists.owner') && data.userId !== null)
      event.waitUntil(endUnlessOf(data.userId, means))
  })
}

async function tellWindows(): Promise<void> {
  await outdateLists()
  for (const window of await windows()) window.postMessage({ type: 'push.received' } satisfies PushReceived)
}
