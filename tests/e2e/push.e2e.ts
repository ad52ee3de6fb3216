import { pushAboutMessage, pushAboutMoment } from '#domain/push/push-message.ts'
import { newTestmoment } from '#domain/testmoments/testmoment-edit.rules.ts'
import { forgetGone } from '#push-server/devices/device-outcomes.ts'
import { sendMessage } from '#tests/support/push/send-message.ts'
import { fakePushManager, notificationsIn, pushInto } from './support/push-manager.ts'
import { expectSound } from './support/sound.ts'
import { expect, logIn, openAs, openModule, test } from './support/test.ts'

test.describe.configure({ mode: 'default' })
test.use({ serviceWorkers: 'allow' })

test('a student who wants notifications is asked after their first enrollment, and keeps devices, wishes and quiet hours in the settings', {
  tag: '@all',
}, async ({ page, context, product, situation }) => {
  await fakePushManager(context)
  await context.grantPermissions(['notifications'])
  const student = await situation(['WIS1'])
  await student.addMoment({ inDays: 7 })
  await openAs(page, student.username)

  const dialog = await openModule(page, 'WIS1')
  await dialog.getByRole('button', { name: /^Inschrijven/ }).click()
  await dialog.getByRole('button', { name: 'Houd me op de hoogte' }).click()
  const confirmed = dialog.getByRole('status').filter({ hasText: 'Je krijgt op dit apparaat een melding' })
  await expect(confirmed).toBeFocused()
  const devices = product.database.kysely
    .selectFrom('push_subscription')
    .select('device_name')
    .where('user_id', '=', student.studentId)
  expect(await devices.execute()).toEqual([{ device_name: 'Chrome op Linux' }])

  await page.goto('/settings/user#meldingen')
  const list = page.getByRole('list', { name: 'Apparaten met meldingen' })
  await expect(list.getByRole('listitem')).toContainText('(dit apparaat)')
  await page.getByRole('switch', { name: 'Een dag voordat de inschrijving sluit' }).click()
  await expect(page.getByRole('switch', { name: 'Een dag voordat de inschrijving sluit' })).not.toBeChecked()
  const seat = page.getByRole('switch', { name: 'Als je van de wachtlijst een plaats krijgt' })
  await seat.click()
  await expect(seat).not.toBeChecked()
  await page.getByRole('switch', { name: 'Stille uren' }).click()
  await page.getByLabel('Stil vanaf').fill('23:00')
  await page.getByRole('button', { name: 'Tijden opslaan' }).click()
  await expect(page.getByRole('button', { name: 'Tijden opslaan' })).toBeEnabled()
  await page.reload()
  await expect(page.getByLabel('Stil vanaf')).toHaveValue('23:00')
  await expect(page.getByRole('switch', { name: 'Een dag voordat de inschrijving sluit' })).not.toBeChecked()

  await expect(seat).not.toBeChecked()
  await expectSound(page, 'settings with a device that is told')

  // There is no push service behind it: the outcome is shown in words.
  await list.getByRole('button', { name: /^Testmelding/ }).click()
  await expect(page.getByRole('alert')).toContainText('meldingendienst')

  // Nothing is promised of a device of which the push service said otherwise.
  await expect(page.getByText('maar de laatste kwam niet aan')).toBeVisible()
  await expect(list).toContainText('was niet bereikbaar voor de laatste melding')

  // A device that the push service gave up subscribes again by itself.
  const device = () =>
    product.database.kysely
      .selectFrom('push_subscription')
      .select(['id', 'endpoint'])
      .where('user_id', '=', student.studentId)
      .executeTakeFirstOrThrow()
  const gone = await device()
  await forgetGone(product.database.kysely, gone, new Date().toISOString())
  await page.reload()
  await expect(page.getByText('Je krijgt op dit apparaat een melding als de inschrijving opengaat.')).toBeVisible()
  await expect(list.getByRole('listitem')).toContainText('(dit apparaat)')
  expect((await device()).endpoint).not.toBe(gone.endpoint)

  const permit = async (setting: 'denied' | 'granted') => {
    const session = await context.newCDPSession(page)
    const { targetInfo } = await session.send('Target.getTargetInfo')
    const of = { origin: product.url, browserContextId: targetInfo.browserContextId ?? '' }
    await session.send('Browser.setPermission', { permission: { name: 'notifications' }, setting, ...of })
  }
  await permit('denied')
  await expect(page.getByText('Je hebt meldingen van deze app geblokkeerd')).toBeVisible()
  const opening = page.getByRole('switch', { name: 'Als de inschrijving opengaat' })
  await expect(opening, 'the account’s own wish, which other devices go by').toBeChecked()
  await permit('granted')
  await page.getByRole('button', { name: 'Houd me op de hoogte' }).click()
  await expect(opening).toBeChecked()

  await page.getByRole('button', { name: 'Uitzetten op dit apparaat' }).click()
  await expect(list).toBeHidden()
  // The device forgets first, whether or not the server receives it.
  await expect.poll(() => devices.execute()).toEqual([])
})

test('every push shows one notification and renews the open screen, the newest of a moment takes the place of the one before, and a tap leads to the moment, or the message, in the open window', async ({
  page,
  context,
  situation,
  product,
}) => {
  await context.grantPermissions(['notifications'])
  const student = await situation(['WIS1'])
  const moment = await student.addMoment({ inDays: 7, open: false })
  await openAs(page, student.username, '/student/testmoments')
  // From now on the page receives the worker's messages.
  await expect(page.getByRole('button', { name: 'Houd me op de hoogte' })).toBeVisible()
  const push = await pushInto(page)

  for (const data of ['', 'niet eens JSON', '[1,2]']) await push(data)
  await expect.poll(() => notificationsIn(page)).toHaveLength(3)

  await student.change(moment, { enrollments_enabled: true })
  const { date } = await product.database.kysely
    .selectFrom('testmoment')
    .select('date')
    .where('id', '=', moment)
    .executeTakeFirstOrThrow()
  const facts = { id: moment, ...newTestmoment, date }
  await push(JSON.stringify(pushAboutMoment('opening', facts, product.url, Date.now())))
  await expect(page.getByText('Nu open', { exact: true })).toBeVisible()
  await push(JSON.stringify(pushAboutMoment('reminder', facts, product.url, Date.now())))
  await expect
    .poll(async () => (await notificationsIn(page)).map(({ title }) => title).toSorted())
    .toEqual(['De inschrijving sluit bijna', 'Wiskunde inschrijven', 'Wiskunde inschrijven', 'Wiskunde inschrijven'])

  // The browser ends a worker that has nothing to do; the next push starts another.
  const worker = async () => context.serviceWorkers().at(-1) ?? (await context.waitForEvent('serviceworker'))
  const tap = async (wanted: string) =>
    (await worker()).evaluate(async (title) => {
      const scope = globalThis as unknown as ServiceWorkerScope
      const shown = await scope.registration.getNotifications()
      const notification = shown.find((one) => one.title === title)
      scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
    }, wanted)
  await tap('De inschrijving sluit bijna')
  await expect(page.getByRole('dialog', { name: /^Modules voor toetsmoment/ })).toBeVisible()

  const teacher = product.database.kysely.selectFrom('user').select('id').where('roles', '=', 'ROLE_ADMIN')
  const { id: senderId } = await teacher.limit(1).executeTakeFirstOrThrow()
  const message = await sendMessage(product.database, { senderId, to: [student.studentId], now: Date.now() })
  await push(JSON.stringify(pushAboutMessage({ kind: 'message', id: message }, product.url)))
  await expect.poll(async () => (await notificationsIn(page)).map(({ title }) => title)).toContain('Nieuw bericht')
  await tap('Nieuw bericht')
  await expect(page.getByRole('button', { name: /geheim onderwerp/, expanded: true })).toBeVisible()
  expect(context.pages()).toHaveLength(1)
})

test('a logout, and another student on this browser, end the notifications on this device; other devices go on', async ({
  page,
  context,
  product,
  situation,
}) => {
  await fakePushManager(context)
  await context.grantPermissions(['notifications'])
  const student = await situation(['WIS1'])
  const subscribed = () =>
    product.database.kysely
      .selectFrom('push_subscription')
      .select('device_name')
      .where('user_id', '=', student.studentId)
      .orderBy('id')
      .execute()
  const subscribe = async () => {
    await logIn(page, student.username, { path: '/settings/user#meldingen' })
    await page.getByRole('button', { name: 'Houd me op de hoogte' }).click()
    await expect(page.getByRole('list', { name: 'Apparaten met meldingen' })).toContainText('(dit apparaat)')
  }
  await subscribe()
  await product.database.kysely
    .insertInto('push_subscription')
    .values({
      user_id: student.studentId,
      endpoint: `https://fcm.googleapis.com/fcm/send/elders-${student.studentId}`,
      p256dh: 'p',
      auth: 'a',
      secret_hash: 's',
      device_name: 'Firefox op Windows',
      created_at: new Date().toISOString(),
    })
    .execute()

  const push = await pushInto(page)
  await push('een melding')
  await expect.poll(() => notificationsIn(page)).toHaveLength(1)
  await page.goto('/settings/user#apparaten')
  await page.getByRole('button', { name: 'Uitloggen op dit apparaat' }).click()
  await expect.poll(subscribed).toEqual([{ device_name: 'Firefox op Windows' }])
  await expect.poll(() => notificationsIn(page), 'who comes next reads nothing of it').toEqual([])

  await subscribe()
  expect(await subscribed()).toHaveLength(2)
  const other = await situation(['WIS2'])
  // The session runs out rather than ending by a logout, and then somebody else logs in.
  await page.evaluate(() => localStorage.removeItem('refresh_token'))
  await page.reload()
  await logIn(page, other.username)
  await expect.poll(subscribed).toEqual([{ device_name: 'Firefox op Windows' }])
})

/** Part of a worker's global scope that the tap uses; TypeScript knows it only in workers. */
interface ServiceWorkerScope extends EventTarget {
  registration: { getNotifications(): Promise<Notification[]> }
  NotificationEvent: new (type: string, init: { notification: Notification | undefined }) => Event
}
