import { expect } from '@playwright/test'
import { underLoad } from '#tests/support/under-load.ts'
import type { Firefox } from './firefox.ts'
import { chromeWindows, runInWindow } from './firefox-chrome.ts'

/** A notification, as Firefox shows it on the desktop. */
export interface Alert {
  title: string
  body: string
  click(): Promise<void>
}

/** The notifications that stand there now. */
export async function alertsOf(firefox: Firefox): Promise<Alert[]> {
  const windows = await chromeWindows(firefox, 'alert.xhtml')
  return Promise.all(
    windows.map(async (window) => ({
      title: await runInWindow(firefox, window, "document.getElementById('alertTitleLabel').value"),
      body: await runInWindow(firefox, window, "document.getElementById('alertTextLabel').textContent"),
      click: async () => {
        await runInWindow(firefox, window, 'onAlertClick()')
      },
    })),
  )
}

/** The only one, as soon as it is there. */
export async function untilAlerted(firefox: Firefox): Promise<Alert> {
  await expect.poll(async () => (await alertsOf(firefox)).length, { timeout: underLoad(20_000) }).toBe(1)
  const [alert] = await alertsOf(firefox)
  if (!alert) throw new Error('the notification is gone')
  return alert
}

/** Says yes to the question whether this site may show notifications, once it is asked. */
export async function allowNotifications(firefox: Firefox): Promise<void> {
  const [window = ''] = await chromeWindows(firefox, 'browser.xhtml')
  const question = "PopupNotifications.getNotification('web-notifications')"
  await expect.poll(() => runInWindow(firefox, window, `Boolean(${question})`)).toBe('true')
  await runInWindow(firefox, window, `${question}.mainAction.callback({})`)
}
