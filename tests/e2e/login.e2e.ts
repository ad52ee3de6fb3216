import type { Page } from '@playwright/test'
import { PASSWORD } from './support/product.ts'
import { expect, logIn, moduleCard, test } from './support/test.ts'

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
    await expect(page.getByLabel('Gebruikersnaam')).toHaveValue(student.username)
    await page.getByLabel('Wachtwoord', { exact: true }).fill('krijtbord-passer-9')
    await page.getByRole('button', { name: 'Inloggen', exact: true }).click()
    await expect(moduleCard(page, 'WIS1')).toBeVisible()
  })
})

test('whoever asks for a path while logged out logs in there and then sees it', async ({ page, situation }) => {
  const student = await situation(['WIS1'])
  await student.addMoment()
  await logIn(page, student.username, { path: `/student/modules?module=${student.modules.WIS1}` })
  await expect(page.getByRole('dialog')).toContainText('Mogelijke toetsmomenten voor module WIS1')
})

test('an unknown path shows the login page, and leads a student home once logged in', async ({ page, situation }) => {
  const student = await situation(['WIS1'])
  await logIn(page, student.username, { path: '/bestaat/niet' })
  await expect(page).toHaveURL(/\/student\/modules$/)
})

test('a student who asks for a teacher’s screen lands at home', async ({ page, situation }) => {
  const student = await situation(['WIS1'])
  await logIn(page, student.username, { path: '/admin/overview' })
  await expect(page).toHaveURL(/\/student\/modules$/)
})

test('a teacher lands on the overview with the active school year', async ({ page, product }) => {
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
  await test.step('whoever is logged in sees the frame of their screen, and no login box', async () => {
    const letIn = await openWithoutApp(page, '/student/testmoments')
    await expect(page.getByRole('heading', { name: 'Toetsmomenten' })).toBeVisible()
    await expect(username.or(waiting).filter({ visible: true })).toHaveCount(0)
    await letIn()
    await expect(page.locator('#first-frame')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Toetsmomenten', level: 1 })).toBeFocused()
  })
})
