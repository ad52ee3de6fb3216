import type { Page } from '@playwright/test'
import { logOut } from './support/device.ts'
import { untilListsAreKept } from './support/kept-lists.ts'
import { expect, logIn, moduleCard, openAs, openModule, test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

/** Leaves a database under the worker's name that is not what the worker makes. */
const leaveDatabase = (page: Page, version: number) =>
  page.evaluate(
    (version) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('lists', version)
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          request.result.close()
          resolve()
        }
      }),
    version,
  )

for (const [what, version] of [
  ['that is broken', 1],
  ['of a newer version of the app', 99],
] as const)
  test(`with a database ${what} a student enrolls and leaves as ever, and it heals`, { tag: '@all' }, async ({
    page,
    context,
    situation,
  }) => {
    const student = await situation(['WIS1'])
    await student.addMoment()
    await page.goto('/')
    await leaveDatabase(page, version)
    await openAs(page, student.username)
    const dialog = await openModule(page, 'WIS1')
    await dialog.getByRole('button', { name: /^Inschrijven/ }).click()
    await expect(dialog.getByRole('button', { name: /^Uitschrijven/ })).toBeEnabled()

    await untilListsAreKept(page, student.studentId)
    await context.setOffline(true)
    await page.reload()
    await expect(moduleCard(page, 'WIS1')).toContainText('Ingeschreven voor')
    await page.getByRole('button', { name: 'Sluiten' }).click()
    await logOut(page)
    await expect(page.getByRole('button', { name: 'Inloggen', exact: true })).toBeVisible()
  })

test('damaged lists, and caches that the browser deleted, are fetched again, and the student goes on', {
  tag: '@all',
}, async ({ page, context, situation }) => {
  const student = await situation(['WIS1'])
  await student.addMoment()
  await openAs(page, student.username)
  await untilListsAreKept(page, student.studentId)
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const request = indexedDB.open('lists')
        request.onsuccess = () => {
          const transaction = request.result.transaction('lists', 'readwrite')
          transaction.objectStore('lists').openCursor().onsuccess = ({ target }) => {
            const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result
            cursor?.update({ ...cursor.value, body: cursor.value.body.slice(0, -20) })
            cursor?.continue()
          }
          transaction.oncomplete = () => {
            request.result.close()
            resolve()
          }
        }
      }),
  )
  const keptFiles = () =>
    page.evaluate(async () => {
      const files = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
      return files.flat().length
    })
  const whole = await keptFiles()
  expect(whole).toBeGreaterThan(0)
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name)
  })
  await page.reload()
  const dialog = await openModule(page, 'WIS1')
  await dialog.getByRole('button', { name: /^Inschrijven/ }).click()
  await expect(dialog.getByRole('button', { name: /^Uitschrijven/ })).toBeEnabled()
  await expect.poll(keptFiles).toBe(whole)
  await context.setOffline(true)
  await page.reload()
  await expect(moduleCard(page, 'WIS1')).toContainText('Ingeschreven voor')
})

test('a browser that has no databases has the app all the same, online', { tag: '@all' }, async ({
  page,
  context,
  situation,
}) => {
  const student = await situation(['WIS1'])
  await student.addMoment()
  await page.goto('/')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await context.serviceWorkers()[0]?.evaluate(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure', 'SecurityError')
    }
  })
  await openAs(page, student.username)
  const dialog = await openModule(page, 'WIS1')
  await dialog.getByRole('button', { name: /^Inschrijven/ }).click()
  await expect(dialog.getByRole('button', { name: /^Uitschrijven/ })).toBeEnabled()
})

test('with cookies and site data blocked the app works for this visit, and the login page says what to allow', {
  tag: '@all',
}, async ({ page, situation }) => {
  const student = await situation(['WIS1'])
  await student.addMoment()
  await page.addInitScript(blockSiteData)
  await logIn(page, student.username)
  const dialog = await openModule(page, 'WIS1')
  await dialog.getByRole('button', { name: /^Inschrijven/ }).click()
  await expect(dialog.getByRole('button', { name: /^Uitschrijven/ })).toBeEnabled()
  await page.reload()
  await expect(page.getByText('Sta cookies en sitegegevens voor deze site toe om ingelogd te blijven.')).toBeVisible()
  await expect(page.getByLabel('Gebruikersnaam')).toBeVisible()
})

test('with storage that is full a student stays logged in in this tab, and the login page says what to do', {
  tag: '@all',
}, async ({ context, situation }) => {
  const student = await situation(['WIS1'])
  const sentence = 'Maak ruimte vrij op je apparaat, of wis websitegegevens in je browser. Dan blijf je ingelogd.'

  await test.step('where the tab has room of its own', async () => {
    const page = await context.newPage()
    await page.addInitScript(fillStorage, ['localStorage'])
    await page.goto('/')
    await expect(page.getByText(sentence)).toBeVisible()
    await logIn(page, student.username)
    await expect(moduleCard(page, 'WIS1')).toBeVisible()
    await page.reload()
    await expect(moduleCard(page, 'WIS1')).toBeVisible()
    await logOut(page)
    await page.goto('/')
    await expect(page.getByText(sentence)).toBeVisible()
    expect(await page.evaluate(() => sessionStorage.getItem('refresh_token'))).toBeNull()
    await page.close()
  })
  await test.step('where the tab has none either', async () => {
    const page = await context.newPage()
    await page.addInitScript(fillStorage, ['localStorage', 'sessionStorage'])
    await logIn(page, student.username)
    await expect(moduleCard(page, 'WIS1')).toBeVisible()
    await page.reload()
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(page.getByLabel('Gebruikersnaam')).toBeVisible()
    await page.close()
  })
  await test.step('once there is room again the session is kept there', async () => {
    const page = await context.newPage()
    await page.addInitScript(fillStorage, ['localStorage'])
    await logIn(page, student.username)
    await expect(moduleCard(page, 'WIS1')).toBeVisible()
    const kept = await page.evaluate(() => {
      const text = sessionStorage.getItem('refresh_token') ?? ''
      dispatchEvent(new Event('room'))
      localStorage.setItem('refresh_token', text)
      return { text, spare: sessionStorage.getItem('refresh_token') }
    })
    expect(kept).toEqual({ text: expect.stringMatching(/./), spare: null })
    const other = await context.newPage()
    await other.goto('/')
    await expect(moduleCard(other, 'WIS1')).toBeVisible()
    await expect(other.getByText(sentence)).toBeHidden()
  })
})

/** Storage finds no room from its first write on, until the page hears of 'room'. */
function fillStorage(names: string[]) {
  const setItem = Storage.prototype.setItem
  const full = new Set(names.map((name) => window[name as 'localStorage']))
  addEventListener('room', () => full.clear())
  Storage.prototype.setItem = function store(key, value) {
    if (full.has(this)) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    setItem.call(this, key, value)
  }
}

/** Refuses storage as Chromium does with its setting to block cookies. */
function blockSiteData() {
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  const reject = async () => refuse()
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { configurable: true, get: refuse })
  IDBFactory.prototype.open = refuse
  IDBFactory.prototype.databases = reject
  LockManager.prototype.request = reject
  CacheStorage.prototype.open = reject
  ServiceWorkerContainer.prototype.register = reject
  ServiceWorkerContainer.prototype.getRegistration = reject
}
