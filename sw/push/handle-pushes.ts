import { type ListReply, pathOf } from '#contract/endpoint.ts'
import { listReceivedMessages } from '#contract/messages.gen.ts'
import type { ReceivedMessage } from '#domain/messages/message.schema.ts'
import { isTagOfNews, tagOfMessage } from '#domain/push/notification-tags.ts'
import { keptList, outdateLists } from '#sw/lists/keep-lists.ts'
import {
  type AskDevice,
  type EndDevice,
  isMessage,
  type KeepDevice,
  type ListsOwner,
  type PushOpened,
  type PushReceived,
} from '#sw/messages.ts'
import { showNotice } from './notice.ts'
import {
  endSubscription,
  endUnlessOf,
  renewSubscription,
  pushServer as server,
  deviceStore as store,
} from './own-subscription.ts'

declare const self: ServiceWorkerGlobalScope

/** Missing in TypeScript's library (W3C Push API §10.5). */
type SubscriptionChange = ExtendableEvent & { newSubscription?: PushSubscription | null }

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

export function handlePushes(): void {
  const { pushManager } = self.registration
  const subscriber = {
    current: () => pushManager.getSubscription(),
    subscribe: (vapidKey: string) => pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: vapidKey }),
  }
  const closeNotices = async () => {
    for (const notice of await self.registration.getNotifications()) notice.close()
  }
  const deps = { store, server, subscriber, closeNotices }
  const badge = {
    shown: () => self.registration.getNotifications(),
    windows,
    unread: unreadTags,
    setBadge: self.navigator.setAppBadge?.bind(self.navigator),
  }

  self.addEventListener('push', (event) => {
    const { origin } = self.location
    const show = self.registration.showNotification.bind(self.registration)
    const shown = showNotice(event.data, { origin, show }).then(() => countOnIcon(badge))
    event.waitUntil(Promise.all([shown, notifyWindows()]))
  })

  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const { data } = event.notification
    const open = (href: string) => self.clients.openWindow(href)
    event.waitUntil(goTo(data?.href ?? '/', { list: windows, open }))
  })

  self.addEventListener('pushsubscriptionchange', (event: SubscriptionChange) => {
    event.waitUntil(renewSubscription(deps, event.newSubscription ?? null))
  })

  self.addEventListener('message', (event) => {
    const { data, ports } = event
    const answer = (work: Promise<unknown>) => event.waitUntil(work.then((word) => ports[0]?.postMessage(word)))
    if (isMessage<AskDevice>(data, 'push.kept')) answer(store.read().catch(() => null))
    if (isMessage<KeepDevice>(data, 'push.keep')) answer(store.keep(data.device).then(() => true))
    if (isMessage<EndDevice>(data, 'push.end')) answer(endSubscription(deps).then(() => true))
    if (isMessage<ListsOwner>(data, 'lists.owner') && data.userId !== null)
      event.waitUntil(endUnlessOf(data.userId, deps))
  })
}

async function notifyWindows(): Promise<void> {
  await outdateLists()
  for (const window of await windows()) window.postMessage({ type: 'push.received' } satisfies PushReceived)
}

export interface BadgeDeps {
  shown(): Promise<readonly { tag: string }[]>
  windows(): Promise<readonly { visibilityState: DocumentVisibilityState }[]>
  /** tags of unread messages, as far as the device knows; their notifications may be gone */
  unread(): Promise<readonly string[]>
  /** absent in browsers without a number on the app's icon */
  setBadge: ((count: number) => Promise<void>) | undefined
}

/**
 * Shows on the app's icon the number of moments and messages with unseen news: each has one notification, and a message counts
 * until it is read. The app removes what the user sees as soon as it is visible.
 */
export async function countOnIcon({ shown, windows, unread, setBadge }: BadgeDeps): Promise<void> {
  if (!setBadge || (await windows()).some(({ visibilityState }) => visibilityState === 'visible')) return
  const [notifications, messages] = await Promise.all([shown(), unread().catch(() => [])])
  const news = new Set([...notifications.map(({ tag }) => tag).filter(isTagOfNews), ...messages])
  if (news.size === 0) return
  // The device's settings may refuse it.
  await setBadge(news.size).catch(() => undefined)
}

async function unreadTags(): Promise<string[]> {
  const device = await store.read()
  const list = device && (await keptList(device.userId, pathOf(listReceivedMessages, { id: device.userId })))
  if (list?.status !== 200) return []
  // It has the shape that this release caches (KEPT_SHAPE).
  const { entities }: ListReply<ReceivedMessage> = JSON.parse(list.body)
  return entities.filter(({ read_at }) => read_at === null).map(({ id }) => tagOfMessage(id))
}

/** Longest wait (ms) for an answer: a window that is starting does not receive messages yet. */
const ANSWER_WITHIN_MS = 1_000

export type OpenWindow = Pick<WindowClient, 'focused' | 'visibilityState' | 'focus' | 'navigate' | 'postMessage'>

interface Windows {
  list(): Promise<readonly OpenWindow[]>
  open(href: string): Promise<unknown>
}

/**
 * Brings the user to a screen: in an open window by its own router, so that no form is lost without a question. A window is
 * opened only if there is none: never a second one.
 */
export async function goTo(href: string, windows: Windows): Promise<void> {
  const open = await windows.list()
  const window = open.find(({ focused }) => focused) ?? open.find(isVisible) ?? open[0]
  if (!window) {
    await windows.open(href)
    return
  }
  // A browser that refuses this may already have it in front.
  await window.focus().catch(() => undefined)
  if (await isTaken(window, href)) return
  await window.navigate(href).catch(() => undefined)
}

const isVisible = ({ visibilityState }: OpenWindow): boolean => visibilityState === 'visible'

function isTaken(window: OpenWindow, href: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(resolve, ANSWER_WITHIN_MS, false)
    port1.onmessage = () => {
      clearTimeout(timer)
      resolve(true)
    }
    window.postMessage({ type: 'push.opened', href } satisfies PushOpened, [port2])
  }).finally(() => port1.close())
}
