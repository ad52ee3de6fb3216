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
  await test.step('an account that was never activated is told so', async () => {
    const student = await situation(['WIS1'])
    await product.database.kysely
      .updateTable('user')
      .set({ activated: false })
      .where('id', '=', student.studentId)
      .execute()
    await logIn(page, student.username)
    await expect(page.getByRole('alert')).toContainText(/geactiveerd/)
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
