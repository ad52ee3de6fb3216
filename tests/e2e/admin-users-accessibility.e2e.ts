import { NEVER_USED } from './support/account.ts'
import { openDesk, row } from './support/desk.ts'
import { EASY_TO_READ, expectSound } from './support/sound.ts'
import { expect, test } from './support/test.ts'

test.use(EASY_TO_READ)

test('the overview, the users, one of them with each dialog, and the log', { tag: '@all' }, async ({
  page,
  product,
  situation,
}) => {
  test.slow()
  const student = await situation(['WIS1', 'STAT'])
  const other = await situation(['NIEUW'])
  const moment = await student.addMoment({ inDays: 5 })
  await student.addMoment({ inDays: 6, open: false })
  await student.enroll(moment, 'WIS1')
  await product.database.kysely
    .updateTable('user')
    .set({
      ...NEVER_USED,
      activation_nonce: `nonce ${other.mark}`,
      activation_expires_at: new Date(0).toISOString(),
    })
    .where('id', '=', other.studentId)
    .execute()
  await product.database.kysely
    .updateTable('user')
    .set({ class_group: 'Wiskunde-voor-techniek-1A' })
    .where('id', '=', student.studentId)
    .execute()
  await openDesk(page, '/admin/overview')
  await expect(page.getByRole('table').first()).toBeVisible()
  await expectSound(page, 'overview')
  await page.goto(`/admin/users?search=${student.username}`)
  await expect(row(page, student.username)).toBeVisible()
  await expectSound(page, 'users')
  await page.getByRole('checkbox', { name: `${student.username} aanvinken` }).check()
  await page.getByRole('button', { name: 'Verwijderen', exact: true }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: '1 gebruiker verwijderen' })).toBeVisible()
  await expectSound(page, 'deletion of some')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Klas…' }).click()
  await page.getByRole('dialog').getByLabel('Klas').selectOption('Geen klas')
  await expect(page.getByRole('dialog').getByRole('button', { name: '1 gebruiker wijzigen' })).toBeVisible()
  await expectSound(page, 'another class group')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Gebruiker toevoegen' }).click()
  await expect(page.getByRole('dialog').getByLabel('E-mail')).toBeFocused()
  await expectSound(page, 'a user to add')
  await page.keyboard.press('Escape')
  await page.goto('/admin/users?search=zzqq')
  await expect(page.getByText('Niemand gevonden')).toBeVisible()
  await expectSound(page, 'nobody found')

  await page.goto(`/user/${student.studentId}/edit`)
  await expect(page.getByRole('region', { name: 'Inschrijvingen' })).toBeVisible()
  await expectSound(page, 'user')
  await page.getByRole('button', { name: 'Gebruiker verwijderen' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectSound(page, 'deletion')
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Studierichting' }).selectOption(other.department)
  await page.getByRole('button', { name: 'Wissel bekijken' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectSound(page, 'what a switch brings about')
  await page.keyboard.press('Escape')
  await page.getByLabel('Voornaam').fill(' ')
  await page.getByLabel('Achternaam').fill('')
  await page.getByRole('button', { name: 'Opslaan' }).click()
  await expect(page.getByLabel('Voornaam')).toHaveAttribute('aria-invalid', 'true')
  await expectSound(page, 'name missing')
  await page.getByLabel('Voornaam').fill('Jade')
  await page.getByLabel('Achternaam').fill('van den Berg')

  await page.goto(`/user/${other.studentId}/edit`)
  await page.getByText('Activatie link', { exact: true }).click()
  await expectSound(page, 'activation link')
  await page.goto('/admin/audit')
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect(page.getByLabel('Handeling')).toBeVisible()
  await expectSound(page, 'log')
})
