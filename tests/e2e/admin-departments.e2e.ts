import { DESK, failAt, openDesk, row } from './support/desk.ts'
import { expect, test } from './support/test.ts'

test.use(DESK)

test('a department is renamed, archived and brought back; a name that is not saved stays to be saved', async ({
  page,
  situation,
}) => {
  const { department } = await situation(['WIS1'])
  const { department: other } = await situation(['WIS1'])
  await openDesk(page, '/admin/education-departments')
  await row(page, department)
    .getByRole('link', { name: /wijzigen$/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Studierichting Wijzigen' })).toBeVisible()
  const name = page.getByLabel('Naam')
  await name.fill(other)
  await page.getByRole('button', { name: 'Opslaan' }).click()
  await expect(name).toHaveAccessibleDescription(
    /opslaan van de studierichting\. Er is al een studierichting met deze naam\. Kies een andere\.$/,
  )
  await name.fill(`${department} nieuw`)
  await failAt(page, 'PUT', /v1\/education-department\//)
  await page.getByRole('button', { name: 'Opslaan' }).click()
  await expect(page.getByText('Er is iets misgegaan bij het opslaan van de studierichting')).toBeVisible()
  await expect(name).toHaveValue(`${department} nieuw`)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Opslaan' }).click()
  await expect(page.getByText('De wijzigingen zijn opgeslagen')).toBeVisible()
  await expect(page.getByText('Er is iets misgegaan bij het opslaan van de studierichting')).toHaveCount(0)

  await page.getByRole('button', { name: 'Archiveren' }).click()
  await expect(page.getByText('Deze studierichting is gearchiveerd.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Studierichtingen' }).click()
  await expect(row(page, other)).toHaveCount(1)
  await expect(row(page, `${department} nieuw`)).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Gearchiveerde tonen' }).click()
  await expect(row(page, `${department} nieuw`)).toContainText('Gearchiveerd')
  await row(page, department)
    .getByRole('link', { name: /wijzigen$/ })
    .click()
  await page.getByRole('button', { name: 'Terugzetten' }).click()
  await expect(page.getByText(`Studierichting ${department} nieuw is teruggezet.`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Archiveren' })).toBeVisible()
})
