import { createEducationDepartment } from '#contract/departments.gen.ts'
import { becomeNewcomer, giveName, saveAndGoOn, stepLink } from './support/newcomer.ts'
import { startTeacher } from './support/teacher.ts'
import { expect, logIn, moduleCard, openAs, test } from './support/test.ts'

test('a step that was not reached leads to the furthest that was, and is no link', { tag: '@all' }, async ({
  page,
  product,
  situation,
}) => {
  const student = await situation(['WIS1'])
  await becomeNewcomer(product, student)
  await openAs(page, student.username, '/onboarding/step3')
  await expect(page).toHaveURL(/\/onboarding\/step1$/)
  await expect(page.getByRole('navigation', { name: 'Stappen' }).getByRole('link')).toHaveText([/Naam/])
  await expect(stepLink(page, 'Naam')).toHaveAttribute('aria-current', 'page')
  await giveName(page, 'Jade', 'Bos')
  await page.goto('/onboarding/step4')
  await expect(page).toHaveURL(/\/onboarding\/step2$/)
  await page.goto('/student/modules')
  await expect(page).toHaveURL(/\/onboarding\/step2$/)
})

test('a name that is missing, a server that fails once and a logout in between take nothing from a newcomer', async ({
  page,
  product,
  situation,
}) => {
  const student = await situation(['WIS1'])
  await becomeNewcomer(product, student)
  await openAs(page, student.username)
  await test.step('a name that is missing is asked for beside its field', async () => {
    await page.getByLabel('Voornaam').fill('\u200b-')
    await page.getByRole('button', { name: 'Opslaan' }).click()
    await expect(page.getByLabel('Voornaam')).toBeFocused()
    await expect(page.getByLabel('Voornaam')).toHaveAccessibleDescription('Vul hier je naam in.')
    await expect(page.getByLabel('Achternaam')).toHaveAccessibleDescription(/Heb je één naam\?/)
    await page.getByLabel('Achternaam').focus()
    await page.getByRole('button', { name: 'Volgende' }).click()
    await expect(page.getByLabel('Voornaam')).toBeFocused()
    await page.getByLabel('Voornaam').fill('Jade')
    await page.getByLabel('Achternaam').fill('n'.repeat(101))
    await page.getByRole('button', { name: 'Volgende' }).click()
    await expect(page.getByLabel('Achternaam')).toBeFocused()
    await expect(page).toHaveURL(/\/onboarding\/step1$/)
  })
  await test.step('a server that fails once is reported in a toast; the step stays and nothing typed is lost', async () => {
    const logged: string[] = []
    page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
    await page.getByLabel('Voornaam').fill('')
    await page.getByLabel('Achternaam').fill('Sukarno')
    await page.route(
      '**/api/v1/user/*',
      (route) => route.fulfill({ status: 500, json: { reason: 'internal-error' } }),
      {
        times: 1,
      },
    )
    await page.getByRole('button', { name: 'Volgende' }).click()
    await expect(page.getByRole('region', { name: 'Meldingen' })).toContainText('Opslaan is niet gelukt.')
    await expect(page.getByRole('main')).toContainText('Opslaan is niet gelukt.')
    await expect(page.getByLabel('Achternaam')).toHaveValue('Sukarno')
    await expect(page).toHaveURL(/\/onboarding\/step1$/)
    expect(logged.join()).toContain('internal-error')
    await page.reload()
    await expect(page.getByLabel('Achternaam'), 'a reload keeps it').toHaveValue('Sukarno')
    const live = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/live'))
    await saveAndGoOn(page)
    await expect(page).toHaveURL(/\/onboarding\/step2$/)
    await live
  })
  await test.step('a department that is made meanwhile can be chosen at once', async () => {
    const name = `Nieuwe richting ${student.mark}`
    const department = page.getByLabel('Studierichting')
    await expect(department.getByRole('option', { name: student.department })).toBeAttached()
    const teacher = await startTeacher(product)
    await teacher.call(async (api) => void (await api.call(createEducationDepartment, { body: { name } })))
    await expect(department.getByRole('option', { name })).toBeAttached()
  })
  await test.step('a student can log out at any step', async () => {
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Uitloggen' }).click()
    await expect(page.getByRole('button', { name: 'Inloggen', exact: true })).toBeVisible()
    await logIn(page, student.username)
    await expect(page).toHaveURL(/\/onboarding\/step2$/)
  })
})

test('a step back keeps what was entered and not saved yet, and nothing of it is confirmed in silence', {
  tag: '@all',
}, async ({ page, product, situation }) => {
  const student = await situation(['WIS1'])
  await becomeNewcomer(product, student)
  await openAs(page, student.username)
  await giveName(page, 'Jade', 'Bos')
  await page.getByLabel('Studierichting').selectOption(student.department)
  await page.goBack()
  await page.getByLabel('Voornaam').fill('Jadé')
  await page.goForward()
  await expect(page.getByLabel('Studierichting').locator('option:checked')).toHaveText(student.department)
  await stepLink(page, 'Naam').click()
  await expect(page.getByLabel('Voornaam')).toHaveValue('Jadé')
  await expect(page.getByText('Met Volgende sla je deze stap op en ga je verder.')).toBeVisible()

  await saveAndGoOn(page)
  await saveAndGoOn(page)
  await saveAndGoOn(page)
  await stepLink(page, 'Naam').click()
  await page.getByLabel('Voornaam').fill('Jadée')
  await stepLink(page, 'Overzicht Bevestigen').click()
  await expect(page.getByRole('button', { name: 'Bevestigen' })).toBeDisabled()
  await page.getByRole('link', { name: 'Terug naar Naam' }).click()
  await expect(page.getByLabel('Voornaam')).toHaveValue('Jadée')
  await saveAndGoOn(page)
  await stepLink(page, 'Overzicht Bevestigen').click()
  await expect(page.getByRole('button', { name: 'Bevestigen' })).toBeEnabled()
})

test('another device went on meanwhile: this one goes on from there', { tag: '@all' }, async ({
  page,
  browser,
  product,
  situation,
}) => {
  const student = await situation(['WIS1'])
  await becomeNewcomer(product, student)
  await openAs(page, student.username)
  await expect(page.getByLabel('Voornaam')).toBeVisible()

  const phone = await browser.newPage({ baseURL: product.url })
  await openAs(phone, student.username)
  await giveName(phone, 'Jade', 'Bos')
  await phone.getByLabel('Studierichting').selectOption(student.department)
  await saveAndGoOn(phone)
  await expect(phone).toHaveURL(/\/onboarding\/step3$/)

  const look = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await look()
  await expect(page.getByLabel('Voornaam')).toHaveValue('Jade')
  await stepLink(page, 'Modules').click()
  await expect(page.getByRole('checkbox')).toHaveCount(1)

  await saveAndGoOn(phone)
  await phone.getByRole('button', { name: 'Bevestigen' }).click()
  await expect(moduleCard(phone, 'WIS1')).toBeVisible()
  await look()
  await expect(moduleCard(page, 'WIS1')).toBeVisible()
  await phone.close()
})

test('the whole of it goes by keyboard', { tag: '@all' }, async ({ page, product, situation }) => {
  const student = await situation(['WIS1', 'STAT'])
  await becomeNewcomer(product, student)
  await openAs(page, student.username)
  await page.getByLabel('Voornaam').focus()
  await page.keyboard.type('Jade')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Bos')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Opgeslagen.')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Volgende' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Studierichting' })).toBeFocused()

  const tabTo = async (target: ReturnType<typeof page.getByRole>) => {
    await target.waitFor()
    for (let press = 0; press < 20 && !(await target.evaluate((node) => node === document.activeElement)); press++)
      await page.keyboard.press('Tab')
    await expect(target).toBeFocused()
  }
  const saveByKeyboard = async () => {
    await tabTo(page.getByRole('button', { name: 'Opslaan' }))
    await page.keyboard.press('Enter')
    await expect(page.getByText('Opgeslagen.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Opslaan' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
  }
  await tabTo(page.getByLabel('Studierichting'))
  await page.keyboard.type(student.department)
  await saveByKeyboard()
  await tabTo(page.getByRole('checkbox', { name: /^STAT/ }))
  await page.keyboard.press('Space')
  await saveByKeyboard()
  await tabTo(page.getByRole('button', { name: 'Bevestigen' }))
  await page.keyboard.press('Enter')
  await expect(moduleCard(page, 'WIS1')).toBeVisible()
  await expect(moduleCard(page, 'STAT')).toHaveCount(0)
})

test('a long list of modules scrolls in itself, at 18rem and by keyboard', { tag: '@all' }, async ({
  page,
  product,
  situation,
}) => {
  const names = Array.from({ length: 20 }, (_, index) => `M${index + 10}`)
  const student = await situation(names)
  await becomeNewcomer(product, student)
  await openAs(page, student.username)
  await giveName(page, 'Jade', 'Bos')
  await page.getByLabel('Studierichting').selectOption(student.department)
  await saveAndGoOn(page)
  const list = page.getByRole('group', { name: 'Afgeronde modules' }).getByRole('list')
  expect((await list.boundingBox())?.height).toBe(18 * 16)
  const last = page.getByRole('checkbox').last()
  await expect(last).not.toBeInViewport()
  await page.getByRole('checkbox').first().focus()
  for (let press = 1; press < names.length; press++) await page.keyboard.press('Tab')
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport()
})
