import type { BrowserContext, Page, Response } from '@playwright/test'
import { brotliBytes, referenceBundleBytes } from '#tests/bench/web/reference-bundle.ts'
import { logOut } from './support/device.ts'
import { untilListsAreKept } from './support/kept-lists.ts'
import { PASSWORD } from './support/product.ts'
import { countRenders, mostDrawnAtOnce, rendersOf } from './support/renders.ts'
import { expect, logIn, moduleCard, openModule, test } from './support/test.ts'

test('what was left empty, an account never activated and a wrong password are said, and what was typed stays', async ({
  page,
  product,
  situation,
}) => {
  await test.step('what was left empty is said beside it, in Dutch, and the focus goes there', async () => {
    await page.goto('/')
    const [username, password] = [page.getByLabel('Gebruikersnaam'), page.getByLabel('Wachtwoord', { exact: true })]
    await page.getByRole('button', { name: 'Inloggen', exact: true }).click()
    await expect(username).toBeFocused()
    await expect(username).toHaveAccessibleDescription(/Vul je e-mailadres in\./)
    await expect(password).toHaveAccessibleDescription('Vul je wachtwoord in.')
    await username.fill('iemand@school.nl')
    await page.keyboard.press('Enter')
    await expect(password).toBeFocused()
    await expect(username).not.toHaveAccessibleDescription(/Vul je/)
  })
  await test.step('an account that is not activated is answered as a wrong password; to everybody it says where to look', async () => {
    const student = await situation(['WIS1'])
    await product.database.kysely
      .updateTable('user')
      .set({ activated: false })
      .where('id', '=', student.studentId)
      .execute()
    await logIn(page, student.username)
    await expect(page.getByRole('alert')).toContainText('klopt niet')
    await expect(page.getByText('Nog niet geactiveerd? Kijk in je mail.')).toBeVisible()
  })
  await test.step('a wrong password says so and keeps the address that was typed', async () => {
    const student = await situation(['WIS1'])
    await logIn(page, student.username, { password: 'helemaal-verkeerd-1' })
    await expect(page.getByRole('alert')).toContainText('Login mislukt')
    const address = page.getByLabel('Gebruikersnaam')
    await expect(address).toHaveValue(student.username)
    for (const elsewhere of ['Wachtwoord vergeten?', 'Account aanmaken']) {
      await page.getByRole('link', { name: elsewhere }).click()
      await expect(page.getByRole('heading', { name: elsewhere.replace('?', '') })).toBeVisible()
      await expect(address, elsewhere).toHaveValue(student.username)
      await page.goBack()
      await expect(page.getByRole('button', { name: 'Inloggen', exact: true })).toBeVisible()
      await expect(address, 'Back').toHaveValue(student.username)
    }
    await page.getByLabel('Wachtwoord', { exact: true }).fill('krijtbord-passer-9')
    await page.getByRole('button', { name: 'Inloggen', exact: true }).click()
    await expect(moduleCard(page, 'WIS1')).toBeVisible()
  })
})

test('a student who opens a path while logged out logs in there and then sees it', { tag: '@all' }, async ({
  page,
  situation,
}) => {
  const student = await situation(['WIS1'])
  await student.addMoment()
  await logIn(page, student.username, { path: `/student/modules?module=${student.modules.WIS1}` })
  await expect(page.getByRole('dialog')).toContainText('Mogelijke toetsmomenten voor module WIS1')
})

test('a login that the server ended fills in its address when the app starts, and one that was logged out leaves nothing', {
  tag: '@all',
}, async ({ page, product, situation }) => {
  const student = await situation(['WIS1'])
  const address = page.getByLabel('Gebruikersnaam')
  await logIn(page, student.username)
  await expect(page).toHaveURL(/\/student\/modules$/)
  // An app that still runs would notice, and forget the login before it starts again.
  await page.goto('about:blank')
  await product.database.kysely
    .updateTable('session')
    .set({ revoked_at: new Date().toISOString() })
    .where('user_id', '=', student.studentId)
    .execute()
  await product.database.kysely
    .updateTable('user')
    .set((column) => ({ token_version: column('token_version', '+', 1) }))
    .where('id', '=', student.studentId)
    .execute()
  await page.goto('/student/modules')
  await expect(address).toHaveValue(student.username)

  await logIn(page, student.username)
  await expect(page).toHaveURL(/\/student\/modules$/)
  await logOut(page)
  await expect(address).toHaveValue('')
})

test('an unknown path shows the login page, and leads a student home once logged in', { tag: '@all' }, async ({
  page,
  situation,
}) => {
  const student = await situation(['WIS1'])
  await logIn(page, student.username, { path: '/bestaat/niet' })
  await expect(page).toHaveURL(/\/student\/modules$/)
})

test('a student who asks for a teacher’s screen lands at home', { tag: '@all' }, async ({ page, situation }) => {
  const student = await situation(['WIS1'])
  await logIn(page, student.username, { path: '/admin/overview' })
  await expect(page).toHaveURL(/\/student\/modules$/)
})

test('a teacher lands on the overview with the active school year', { tag: '@all' }, async ({ page, product }) => {
  const teacher = await product.database.kysely
    .selectFrom('user')
    .select('username')
    .where('roles', '=', 'ROLE_ADMIN')
    .executeTakeFirstOrThrow()
  const year = await product.database.kysely
    .selectFrom('schoolyear')
    .select('name')
    .where('active', '=', true)
    .executeTakeFirstOrThrow()
  await logIn(page, teacher.username)
  await expect(page).toHaveURL(/\/admin\/overview$/)
  await expect(page.getByRole('main')).toContainText(year.name)
})

/** The page as it is without the app; calling what it gives lets the app in. */
async function openWithoutApp(page: Page, path: string): Promise<() => Promise<void>> {
  const app = Promise.withResolvers<void>()
  const script = /\/assets\/main-[^/]*\.js$/
  await page.route(script, async (route) => {
    await app.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return async () => {
    app.resolve()
    await page.waitForLoadState()
    await page.unroute(script)
  }
}

test('before the app has come its own page stands there: a login box that loses nothing, a student’s frame, or neither', async ({
  page,
  situation,
}) => {
  const student = await situation(['WIS1'])
  const waiting = page.getByText('Bezig met laden…')
  const [username, password] = [page.getByLabel('Gebruikersnaam'), page.getByLabel('Wachtwoord', { exact: true })]

  await test.step('a page of its own waits for the app', async () => {
    const letIn = await openWithoutApp(page, '/register')
    await expect(waiting).toBeVisible()
    await expect(username).toHaveCount(0)
    await letIn()
    await expect(page.getByRole('heading', { name: 'Account aanmaken' })).toBeVisible()
  })
  await test.step('what is typed meanwhile stands in the login box, where it was left', async () => {
    const letIn = await openWithoutApp(page, '/')
    await username.fill(student.username)
    await password.pressSequentially(PASSWORD.slice(0, -1))
    await letIn()
    await expect(page).toHaveTitle(/^Inloggen/)
    await expect(username).toHaveValue(student.username)
    await expect(password).toBeFocused()
    await page.keyboard.type(PASSWORD.slice(-1))
    await expect(password).toHaveValue(PASSWORD)
  })
  await test.step('a button that is held while the app comes is pressed when it is let go', async () => {
    const letIn = await openWithoutApp(page, '/')
    await password.fill(PASSWORD)
    await page.getByRole('button', { name: 'Toon wachtwoord' }).hover()
    await page.mouse.down()
    await letIn()
    await expect(page.locator('#first-frame')).toHaveCount(0)
    await expect(password).toHaveAttribute('type', 'password')
    await page.mouse.up()
    await expect(password).toHaveAttribute('type', 'text')
    await expect(password).toHaveValue(PASSWORD)
  })
  await test.step('a button that is pressed too soon is pressed, and no password comes into the address', async () => {
    const letIn = await openWithoutApp(page, '/')
    await username.fill(student.username)
    await password.fill(PASSWORD)
    await page.keyboard.press('Enter')
    expect(new URL(page.url()).search).toBe('')
    await letIn()
    await expect(moduleCard(page, 'WIS1')).toBeVisible()
  })
  await test.step('a logged-in student sees the frame of their screen, and no login box', async () => {
    const letIn = await openWithoutApp(page, '/student/testmoments')
    await expect(page.getByRole('heading', { name: 'Toetsmomenten' })).toBeVisible()
    await expect(username.or(waiting).filter({ visible: true })).toHaveCount(0)
    await letIn()
    await expect(page.locator('#first-frame')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Toetsmomenten', level: 1 })).toBeFocused()
  })
})

test('the next test stands in a student’s frame before the app has come, of this student alone and while it is true', async ({
  page,
  situation,
}) => {
  const student = await situation(['WIS1'])
  await logIn(page, student.username)
  await expect(moduleCard(page, 'WIS1')).toBeVisible()
  const kept = () => page.evaluate(() => localStorage.getItem('next-test'))
  const next = page.locator('[data-area="next"]').filter({ visible: true })
  await test.step('the next test stands there as it was seen last, and the truth takes its place without a jump', async () => {
    await student.enroll(await student.addMoment({ inDays: 0 }), 'WIS1')
    await page.goto('/student/modules')
    await expect(next).toContainText('vandaag')
    await expect.poll(kept).toContain('Toon je code')
    const later = Promise.withResolvers<void>()
    await page.route(/\/assets\/soon-/, async (route) => {
      await later.promise
      await route.continue()
    })
    const letIn = await openWithoutApp(page, '/')
    await expect(page.locator('#first-frame')).toContainText('WIS1')
    await expect(next.getByText('vandaag')).toBeVisible()
    const before = await next.boundingBox()
    await letIn()
    await expect(page.locator('#first-frame')).toHaveCount(0)
    await expect(next.getByRole('link', { name: /^Wijzigen/ })).toBeVisible()
    expect(await next.boundingBox()).toEqual(before)
    later.resolve()
    await expect(next.getByRole('button', { name: 'Zet In agenda' })).toBeVisible()
    expect(await next.boundingBox()).toEqual(before)
  })
  await test.step('what is pressed in it before the lists have come opens once they have', async () => {
    const lists = Promise.withResolvers<void>()
    await page.route(/\/module-statuses/, async (route) => {
      await lists.promise
      await route.continue()
    })
    await page.reload({ waitUntil: 'commit' })
    await expect(page.locator('#first-frame')).toHaveCount(0)
    await next.getByText('Wijzigen', { exact: true }).click()
    lists.resolve()
    await expect(page.getByRole('dialog')).toContainText('WIS1')
    await page.keyboard.press('Escape')
    await expect(next.getByRole('link', { name: /^Wijzigen/ })).toBeFocused()
  })
  await test.step('what is no longer sure of it is not said; too old, or another’s, it is not shown', async () => {
    const openWith = async (change: object) => {
      await page.evaluate((changed) => {
        const card = JSON.parse(localStorage.getItem('next-test') ?? '')
        localStorage.setItem('next-test', JSON.stringify({ ...card, ...changed }))
      }, change)
      return openWithoutApp(page, '/')
    }
    const letIn = await openWith({ isExactUntil: 0 })
    await expect(next).toContainText('WIS1')
    await expect(next.getByText('vandaag')).toBeHidden()
    await letIn()
    for (const change of [{ shownUntil: 0 }, { shownUntil: Date.now() + 60_000, userId: student.studentId + 1 }]) {
      const letInAgain = await openWith(change)
      await expect(page.locator('#first-frame')).toContainText('Je volgende toets')
      await expect(page.locator('#first-frame')).not.toContainText('WIS1')
      await letInAgain()
      await expect(next).toContainText('WIS1')
    }
  })
  await test.step('it goes with the session', async () => {
    await expect.poll(kept).toContain(`"userId":${student.studentId},`)
    await logOut(page)
    await expect(page.getByLabel('Gebruikersnaam')).toBeVisible()
    expect(await kept()).toBeNull()
  })
})

/** kB (thousands of bytes, brotli) above React, the router and XState: what each is for, scripts/build/first-file.rationale.md says. */
const FIRST_FILE_KB = 23.6
const MOST_SCRIPTS = { newcomer: 5, student: 7 }
const MOST_RENDERS = 3
/** elements, of a student with twelve modules: what is below the fold is drawn apart */
const MOST_DRAWN = 200
/** elements of a dialog before it is filled */
const MOST_IN_FRAME = 10

test('a first visit asks for few files and draws few times, and its first file is no larger than it was', async ({
  browser,
  context,
  page,
  product,
  situation,
}) => {
  const student = await situation(['WIS1', ...Array.from({ length: 11 }, (_, n) => `W${n}`)])
  await student.enroll(await student.addMoment({ inDays: 7 }), 'WIS1')
  const scripts = scriptsOf(page)

  await test.step('of somebody new who logs in', async () => {
    await logIn(page, student.username)
    await expect(moduleCard(page, 'W1')).toBeVisible()
    await expect.poll(scripts.names).toContain('later')
    expect(scripts.names().length, scripts.names().join(' ')).toBeLessThanOrEqual(MOST_SCRIPTS.newcomer)
  })
  const again = await browser.newContext({ baseURL: product.url, storageState: await context.storageState() })
  const [layout, card] = ['#inhoud', 'main article']
  await countRenders(again, [layout, card])
  const next = await again.newPage()
  const nextScripts = scriptsOf(next)
  await next.goto('/student/modules')
  await test.step('of a student who is logged in already', async () => {
    // The last of all that is loaded with nothing asked for.
    await expect.poll(nextScripts.names).toContain('visitor')
    expect(nextScripts.names().length, nextScripts.names().join(' ')).toBeLessThanOrEqual(MOST_SCRIPTS.student)
    const renders = await rendersOf(next)
    expect(renders[layout]).toBeLessThanOrEqual(MOST_RENDERS)
    expect(renders[card]).toBeLessThanOrEqual(MOST_RENDERS)
    expect(await mostDrawnAtOnce(next)).toBeLessThanOrEqual(MOST_DRAWN)
  })
  await test.step('of a dialog: its title and its way out stand before what it holds is drawn', async () => {
    await next.evaluate(() => {
      const { showModal } = HTMLDialogElement.prototype
      HTMLDialogElement.prototype.showModal = function open() {
        this.dataset.shownWith = String(this.querySelectorAll('*').length)
        showModal.call(this)
      }
      const height = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'offsetHeight')
      const measure = function measure(this: HTMLElement) {
        document.body.dataset.measured = this.ariaLabel ?? this.localName
        return height?.get?.call(this)
      }
      Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { get: measure })
    })
    await next.setViewportSize({ width: 390, height: 844 })
    const dialog = await openModule(next, 'W1')
    await expect(dialog.getByText('Beschrijving van W1', { exact: true })).toBeVisible()
    expect(Number(await dialog.getAttribute('data-shown-with'))).toBeLessThanOrEqual(MOST_IN_FRAME)
    // Asking for a height would lay the page out once more.
    expect(await next.locator('body').getAttribute('data-measured')).toBeNull()
  })
  await test.step('above the bare stack', async () => {
    const bytes = await nextScripts.firstBytes()
    expect((bytes - (await referenceBundleBytes())) / 1000).toBeLessThanOrEqual(FIRST_FILE_KB)
  })
  await again.close()
})

test('a student who opens the app asks the server for messages and history once, whatever the device keeps of it', {
  tag: '@all',
}, async ({ browser, context, page, product, situation }) => {
  const student = await situation(['WIS1'])
  await student.addMoment()
  await logIn(page, student.username)
  await expect(moduleCard(page, 'WIS1')).toBeVisible()
  const storageState = await context.storageState()
  const again = await browser.newContext({ baseURL: product.url, storageState, serviceWorkers: 'allow' })
  const next = await again.newPage()
  const calls = callsOf(again)
  let styles: string[] = []
  next.on('request', (request) => {
    if (request.url().endsWith('.css')) styles.push(request.url())
  })
  for (const kept of ['nothing', 'all']) {
    calls.begin()
    styles = []
    await next.goto('/student/modules')
    await expect.poll(calls.names, kept).toEqual(expect.arrayContaining(['module-statuses', 'messages', 'history']))
    await openModule(next, 'WIS1')
    for (const news of ['messages', 'history'])
      expect(
        calls.names().filter((name) => name === news),
        `the device keeps ${kept}`,
      ).toHaveLength(1)
    expect(styles, `the device keeps ${kept}`).toEqual([...new Set(styles)])
    // Before its worker knew whose they were nothing was kept, and all is asked for once more.
    await untilListsAreKept(next, student.studentId, ['messages', 'history'])
  }
  await again.close()
})

const HASH = /-[\w-]{8}(?=\.(?:js|css)\b)/g
const hashesIn = (text: string) => new Set(text.match(HASH)).size

/** The scripts that the page asks for from here on, by the names that the build gives them. */
function scriptsOf(page: Page) {
  const responses: Response[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') responses.push(response)
  })
  const nameOf = (response: Response) => /\/([\w-]+)-[\w-]{8}\.js$/.exec(response.url())?.[1] ?? response.url()
  const FIRST = ['main']
  return {
    names: () => responses.map(nameOf),
    /**
     * Bytes, brotli, that the first screen waits for. Each hash in a name that the file holds counts as the six bytes that it is: how
     * they happen to compress changed the size by up to 200 bytes with no change of code.
     */
    firstBytes: async () => {
      const first = responses.filter((response) => FIRST.includes(nameOf(response)))
      const texts = await Promise.all(first.map((response) => response.text()))
      return texts.reduce((sum, text) => sum + brotliBytes(text.replace(HASH, '-00000000')) + 6 * hashesIn(text), 0)
    },
  }
}

/** What the page and its worker ask the server; each named by the end of its path. */
function callsOf(context: BrowserContext) {
  let calls: string[] = []
  context.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/api/') && !response.fromServiceWorker()) calls.push(pathname)
  })
  return {
    begin: () => {
      calls = []
    },
    names: () => calls.map((call) => call.slice(call.lastIndexOf('/') + 1)),
  }
}
