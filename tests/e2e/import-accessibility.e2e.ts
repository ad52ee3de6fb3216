import { openDesk } from './support/desk.ts'
import { EASY_TO_READ, expectSound } from './support/sound.ts'
import { expect, test } from './support/test.ts'

test.use(EASY_TO_READ)

test('an import from an empty list to its letters', async ({ page, situation }) => {
  test.slow()
  const { mark } = await situation(['WIS1'])
  const list = page.getByLabel('Plak hier de lijst')
  const check = page.getByRole('button', { name: 'Controleren', exact: true })

  await openDesk(page, '/admin/import/students')
  await expectSound(page, 'nothing yet')
  await list.fill('voornaam;achternaam\nJade;Berg')
  await check.click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectSound(page, 'a list that cannot be read')
  await list.fill(`e-mail;voornaam;studierichting\ngeen-adres;X;\na${mark}@e2e.example;Jade;Nergens`)
  await check.click()
  await expect(page.getByText('2 regels kloppen niet')).toBeVisible()
  await expectSound(page, 'mistakes')
  await list.fill(`e-mail;voornaam;achternaam;klas\na${mark}@e2e.example;Jade;Berg;1A`)
  await check.click()
  await expect(page.getByText('1 regel nieuw')).toBeVisible()
  await expectSound(page, 'ready')
  await page.getByRole('button', { name: '1 student importeren' }).click()
  await expect(page.getByText('1 student is geïmporteerd.')).toBeVisible()
  await expectSound(page, 'letters on their way')

  await page.getByRole('link', { name: 'Deze import terugdraaien' }).click()
  await expect(page.getByText('1 regel wordt ongedaan gemaakt')).toBeVisible()
  await expectSound(page, 'an import')
  await page.getByRole('button', { name: 'Import terugdraaien' }).click()
  await expectSound(page, 'turning an import back')
  await page.getByRole('dialog').getByRole('button', { name: '1 regel ongedaan maken' }).click()
  await expect(page.getByText('1 regel is ongedaan gemaakt.')).toBeVisible()
  await page.getByRole('link', { name: 'Eerdere imports' }).first().click()
  await expect(page.getByRole('table')).toContainText('Teruggedraaid')
  await expectSound(page, 'earlier imports')

  await page.goto('/admin/import/modules')
  await list.fill(`naam;omschrijving;opleidingen\nNW2-${mark};Getallen;Nieuw ${mark}\n;X;`)
  await check.click()
  await expect(page.getByText('De naam ontbreekt.')).toBeVisible()
  await expectSound(page, 'modules')

  await page.goto('/admin/import/testmoments')
  await list.fill('datum;duur;modules;opent\n24 nov 2031;week;;1-11-2031 09:00\n31-2-2031;dag;NIX;')
  await check.click()
  await expect(page.getByText('1 regel klopt niet')).toBeVisible()
  await page.getByLabel('Welke regels').selectOption('all')
  await expectSound(page, 'test moments')
})
