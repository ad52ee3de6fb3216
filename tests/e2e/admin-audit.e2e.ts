import { editUser, getUser } from '#contract/users.ts'
import { DESK, emptyAt, failAt, goToScreen, openDesk, row } from './support/desk.ts'
import { startTeacher } from './support/teacher.ts'
import { expect, test } from './support/test.ts'

test.use(DESK)

test('the log tells in Dutch who did what, of all kinds, of one, and of one record', async ({
  page,
  product,
  situation,
}) => {
  const student = await situation(['WIS1'])
  const colleague = await startTeacher(product)
  const moment = await student.addMoment()
  await colleague.edit(moment, { max_enrollments: 3 })
  await colleague.call(async (api) => {
    const { _links } = await api.call(getUser, { params: { id: student.studentId } })
    if (!_links.edit) throw new Error('the colleague may not edit the student')
    await api.follow(editUser, _links.edit, { body: { first_name: 'Bente', last_name: student.mark } })
  })
  await openDesk(page, '/admin/audit')
  const edited = row(page, `Gebruiker Bente ${student.mark}`)
  await expect(edited).toContainText('Marijke de Leeuw')
  await expect(edited).toContainText('gewijzigd: Voornaam, Achternaam')
  await expect(row(page, 'gewijzigd: Maximum').first()).toBeVisible()

  await page.getByLabel('Laat zien').selectOption({ label: 'Gebruiker' })
  await expect(page).toHaveURL(/resource=user$/)
  await expect(row(page, 'Toetsmoment')).toHaveCount(0)
  await edited.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 2, name: `Gebruiker Bente ${student.mark}` })).toBeVisible()
  await expect(row(page, 'Gebruiker')).toHaveCount(1)
  await page.getByRole('link', { name: 'Het hele logboek' }).click()
  await expect(page.getByLabel('Laat zien')).toHaveValue('')
})

test('a log that is empty, of one record or of all, and one that cannot be fetched', async ({ page, situation }) => {
  await test.step('an edit screen leads to its record’s log, which may be empty', async () => {
    const student = await situation(['WIS1'])
    await openDesk(page, `/user/${student.studentId}/edit`)
    await page.getByRole('link', { name: 'Logboek van deze gebruiker' }).click()
    await expect(page.getByText('Er is hier nog niets gewijzigd.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Het hele logboek' })).toBeVisible()
  })
  await test.step('a log that is empty, and one that cannot be fetched, say so', async () => {
    await emptyAt(page, /\/api\/v1\/audit/)
    await goToScreen(page, '/admin/audit')
    await expect(page.getByText('Er is hier nog niets gewijzigd.')).toBeVisible()
    await page.unrouteAll()
    await failAt(page, 'GET', /\/api\/v1\/audit/)
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('Ophalen van het logboek mislukt')
  })
})
