import { DESK, failAt, openDesk } from './support/desk.ts'
import { expect, test } from './support/test.ts'

test.use(DESK)

test('modules are added one by one, not twice, and all at once', { tag: '@all' }, async ({
  page,
  product: { database },
  situation,
}) => {
  const student = await situation(['WIS1', 'KAAL', 'AAA-OUD'])
  const id = await student.addMoment({ inDays: 47, modules: ['WIS1'] })
  const unused = `AAA-OUD-${student.mark}`
  await database.kysely.updateTable('module').set({ active: false }).where('name', '=', unused).execute()
  await database.kysely
    .updateTable('module')
    .set({ description: '' })
    .where('name', '=', `KAAL-${student.mark}`)
    .execute()
  await openDesk(page, `/schoolyear/1/testmoment/${id}/edit`)
  const name = `WIS1-${student.mark}`
  const options = page.getByLabel('Module', { exact: true }).getByRole('option')
  await expect(options.filter({ hasText: /niet in gebruik/ }).first()).toHaveText(new RegExp(`^${unused} - `))
  await expect(options.last()).toHaveText(/\(niet in gebruik\)$/)
  await page.getByLabel('Module', { exact: true }).selectOption({ label: `${name} - Beschrijving van WIS1` })
  await page.getByRole('button', { name: 'Toevoegen', exact: true }).click()
  await expect(page.getByText(`Dit toetsmoment bevat module ${name} al`)).toBeVisible()
  await page.getByLabel('Module', { exact: true }).selectOption({ label: `KAAL-${student.mark}` })

  await page.getByRole('button', { name: 'Alle Modules toevoegen' }).click()
  await expect(page.getByText('Modules toegevoegd aan het toetsmoment')).toBeVisible()
  await expect(page.getByRole('row', { name: unused })).toHaveCount(0)
  // The button that is pressed decides the words, also where one module was all that was missing.
  await page.getByRole('button', { name: `Module KAAL-${student.mark} verwijderen` }).click()
  await expect(page.getByRole('row', { name: `KAAL-${student.mark}` })).toHaveCount(0)
  await failAt(page, 'PATCH', /v1\/testmoment\//)
  await page.getByRole('button', { name: 'Alle Modules toevoegen' }).click()
  await expect(page.getByText('De modules zijn niet toegevoegd. Probeer het opnieuw.')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Alle Modules toevoegen' }).click()
  await expect(page.getByRole('row', { name: `KAAL-${student.mark}` })).toBeVisible()

  const list = page.getByRole('region', { name: 'Modules van dit toetsmoment' })
  // Beside the settings with room for 34rem of rows; below them on a narrow screen.
  const top = async (name: string) => (await page.getByRole('region', { name, exact: true }).boundingBox())?.y ?? 0
  expect(await top('Modules')).toBe(await top('Instellingen'))
  await expect(list).toHaveCSS('height', `${34 * 16}px`)
  await list.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await list.press('End')
  await expect(list.getByRole('row').last()).toBeInViewport({ ratio: 1 })
  await expect(list.getByRole('columnheader').first()).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1100, height: 800 })
  expect(await top('Modules')).toBeGreaterThan(await top('Instellingen'))
  await expect(list).toHaveCSS('height', `${18 * 16}px`)
})
