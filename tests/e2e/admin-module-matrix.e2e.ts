import type { Page } from '@playwright/test'
import { editModuleMatrix, getModuleMatrix } from '#contract/departments.gen.ts'
import { DOMAIN } from '#database/demo/people.ts'
import { DESK } from './support/desk.ts'
import { startTeacher } from './support/teacher.ts'
import { expect, openAs, test } from './support/test.ts'

test.use(DESK)

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

test('a teacher gives departments their modules by the keyboard alone, while a colleague does so too', {
  tag: '@all',
}, async ({ page, product, situation }) => {
  const { department } = await situation(['MXA', 'MXB', 'MXC'])
  const named = (module: string) => `${module}-${department.replace('Studierichting ', '')}`
  const colleague = await startTeacher(product)
  await openAs(page, `docent@${DOMAIN}`, '/admin/education-departments')
  await page.getByRole('link', { name: 'Modules per studierichting' }).click()
  const grid = page.getByRole('grid')
  const box = (module: string) =>
    grid.getByRole('checkbox', { name: new RegExp(`^${named(module)} bij ${department}`) })
  await expect(box('MXA')).toBeChecked()

  await test.step('arrows walk, space changes, and nothing is saved yet', async () => {
    await box('MXA').focus()
    await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toBe(`${named('MXB')} bij ${department}`)
    await page.keyboard.press('Space')
    await expect(box('MXB')).not.toBeChecked()
    await expect(page.getByRole('status').filter({ hasText: '1 wijziging bij 1 studierichting' })).toBeVisible()
    await page.keyboard.press('Home')
    expect(await focused(page)).toBe(`${named('MXB')} bij alle studierichtingen`)
    await page.keyboard.press('Tab')
    expect((await focused(page)) ?? '').not.toContain(' bij ')
    await page.keyboard.press('Shift+Tab')
    expect(await focused(page), 'one tab stop, where it was left').toBe(`${named('MXB')} bij alle studierichtingen`)
  })

  await test.step('what a colleague saves meanwhile is shown, and one’s own change stays', async () => {
    await colleague.call(async (api) => {
      const { departments, modules } = await api.call(getModuleMatrix)
      const theirs = departments.find(({ name }) => name === department)
      const module = modules.find(({ name }) => name === named('MXC'))
      if (!theirs || !module) throw new Error('there is no such department')
      const edit = { id: theirs.id, version: theirs.version, added: [], removed: [module.id] }
      await api.call(editModuleMatrix, { body: { departments: [edit] } })
    })
    await expect(box('MXC')).not.toBeChecked()
    await expect(box('MXB')).not.toBeChecked()
    await expect(page.getByRole('status').filter({ hasText: '1 wijziging bij' })).toBeVisible()
  })

  await test.step('leaving asks first', async () => {
    await page.getByRole('link', { name: 'Overzicht' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Annuleren' }).click()
    await expect(grid).toBeVisible()
  })

  await test.step('the outcome is shown with its numbers, and then saved', async () => {
    await page.getByRole('button', { name: 'Opslaan' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Deze wijzigingen opslaan?' })
    await expect(dialog).toContainText('Er vervallen geen inschrijvingen.')
    await expect(dialog.getByRole('row', { name: department })).toContainText(`Eraf: ${named('MXB')}`)
    await dialog.getByRole('button', { name: 'Wijzigingen opslaan' }).press('Enter')
    await expect(page.getByText('De modules van 1 studierichting zijn gewijzigd.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Opslaan' })).toBeHidden()
    await page.reload()
    await expect(box('MXA')).toBeChecked()
    await expect(box('MXB')).not.toBeChecked()
  })
})

test('a module without anything is deleted, and one with something archived and brought back', { tag: '@all' }, async ({
  page,
  situation,
}) => {
  const student = await situation(['MYA'])
  await student.enroll(await student.addMoment({ inDays: 33 }), 'MYA')
  const used = `MYA-${student.department.replace('Studierichting ', '')}`
  await openAs(page, `docent@${DOMAIN}`, '/admin/modules')

  await page.getByRole('button', { name: 'Module toevoegen' }).click()
  await page.getByRole('dialog').getByLabel('Naam').fill('MYFOUT')
  await page.getByRole('dialog').getByRole('button', { name: 'Module aanmaken' }).click()
  await page.getByRole('button', { name: 'Module MYFOUT verwijderen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Module verwijderen' }).click()
  await expect(page.getByText('Module MYFOUT is verwijderd.')).toBeVisible()
  await expect(page.getByRole('row', { name: /MYFOUT/ })).toHaveCount(0)

  await page.getByRole('button', { name: `Module ${used} archiveren` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Er hangen 1 inschrijving en 1 toetsmoment aan.')
  await dialog.getByRole('button', { name: 'Archiveren' }).click()
  await expect(page.getByRole('row', { name: used })).toHaveCount(0)
  await page.getByLabel('Gearchiveerde tonen').click()
  await page.getByRole('button', { name: `Module ${used} terugzetten` }).click()
  await expect(page.getByRole('switch', { name: `Module ${used} in gebruik` })).not.toBeChecked()
})
