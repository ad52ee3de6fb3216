import { DOMAIN } from '#database/demo/people.ts'
import { expect, openAs, test } from './support/test.ts'

test('a teacher imports a list without the lines that cannot be used, which takes a choice, and a number where they are many', {
  tag: '@all',
}, async ({ page, situation }) => {
  await situation(['WIS1'])
  await openAs(page, `docent@${DOMAIN}`, '/admin/import/students')
  const mark = `without-${process.pid}`
  const list = page.getByLabel('Plak hier de lijst')
  const check = page.getByRole('button', { name: 'Controleren', exact: true })
  await list.fill(
    `voornaam;achternaam;e-mail;mentor\nAn;Bos;an-${mark}@e2e.example;Jan\nTotaal: 3 studenten;;;\nBo;Cop;;Piet`,
  )
  await check.click()
  await expect(page.getByText('2 regels kloppen niet')).toBeVisible()
  await expect(page.getByText('‘mentor’ niet gebruikt')).toBeVisible()
  const choice = page.getByLabel('Zonder deze 2 regels doorgaan')
  await expect(choice).not.toBeChecked()
  await choice.check()
  await page.getByRole('button', { name: '1 student importeren' }).click()
  await expect(page.getByText('2 regels zijn weggelaten: 3 en 4.')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Deze regels downloaden' }).click()
  expect((await downloading).suggestedFilename()).toBe('weggelaten-regels.csv')

  await page.getByRole('button', { name: 'Nog een lijst importeren' }).click()
  const wrong = Array.from({ length: 23 }, (_, at) => `X;Y${at};;`).join('\n')
  await list.fill(`voornaam;achternaam;e-mail;mentor\nBo;Cop;bo-${mark}@e2e.example;\n${wrong}`)
  await check.click()
  await page.getByLabel('Zonder deze 23 regels doorgaan').check()
  await page.getByRole('button', { name: '1 student importeren' }).click()
  await expect(page.getByText('Typ het aantal: 23.')).toBeVisible()
  await expect(page.getByLabel('Typ 23 om te bevestigen')).toBeFocused()
  await page.getByLabel('Typ 23 om te bevestigen').fill('23')
  await page.getByRole('button', { name: '1 student importeren' }).click()
  await expect(page.getByText('23 regels zijn weggelaten')).toBeVisible()

  await page.getByRole('button', { name: 'Nog een lijst importeren' }).click()
  await list.fill(`voornaam;e-mail;status\nUit;uit-${mark}@e2e.example;uitgeschreven`)
  await check.click()
  await expect(page.getByText('In de lijst staat ‘uitgeschreven’.')).toBeVisible()
  await page.getByLabel('Ook de student importeren die is uitgeschreven').check()
  await expect(page.getByRole('button', { name: '1 student importeren' })).toBeVisible()
})
