import type { BrowserContext, CDPSession, Page } from '@playwright/test'

/**
 * Chromium asks Google for a subscription, which no test can reach: this stands for its push manager, and keeps what it
 * gave as a browser does. All else is real: permission, worker, notifications and the push server.
 */
export async function fakePushManager(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const KEY = 'fake push manager'
    const bytesOf = (key: string) =>
      Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer

    const subscriptionOf = ({ endpoint, key }: { endpoint: string; key: string }) => ({
      endpoint,
      options: { userVisibleOnly: true, applicationServerKey: bytesOf(key) },
      toJSON: () => ({
        endpoint,
        keys: {
          p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        },
      }),
      unsubscribe: async () => {
        localStorage.removeItem(KEY)
        return true
      },
    })
    Object.assign(PushManager.prototype, {
      getSubscription: async () => {
        const kept = localStorage.getItem(KEY)
        return kept && subscriptionOf(JSON.parse(kept))
      },
      subscribe: async ({ applicationServerKey: key }: { applicationServerKey: string }) => {
        const made = { endpoint: `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`, key }
        localStorage.setItem(KEY, JSON.stringify(made))
        return subscriptionOf(made)
      },
    })
  })
}

/** A push service by which a browser gets what it would get from Google: straight into the page's worker. */
export async function pushInto(page: Page): Promise<(data: string) => Promise<void>> {
  // A push to a worker that is still installing is lost: its precache takes seconds on a busy machine.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const session = await page.context().newCDPSession(page)
  const registrationId = await registrationOf(session)
  const { origin } = new URL(page.url())
  return async (data) => {
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  }
}

async function registrationOf(session: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations.filter(({ isDeleted }) => !isDeleted)
      if (registration) resolve(registration.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  return found
}

/** Notifications that the browser shows, oldest first. */
export const notificationsIn = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const shown = await registration.getNotifications()
    return shown.map(({ title, body, tag, data }) => ({ title, body, tag, data }))
  })
