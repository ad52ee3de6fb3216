import { recordChange, recordChanges } from '#api-server/facts/record-change.ts'
import { editUser, getUser } from '#contract/users.gen.ts'
import { dayOf } from '#domain/calendar/amsterdam.ts'
import { dateLabel } from '#domain/calendar/date-labels.ts'
import { DESK, failAt, goToScreen, openDesk, row } from './support/desk.ts'
import { startTeacher } from './support/teacher.ts'
import { expect, test } from './support/test.ts'

test.use(DESK)

test('the log says in Dutch who did what, for all kinds, for one kind, and for one record', { tag: '@all' }, async ({
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
  await openDesk(page, '/admin/audit?resource=onzin&actor=-1&from=gisteren&import_id=0')
  const edited = row(page, `Gebruiker Bente ${student.mark}`)
  await expect(edited).toContainText('Marijke de Leeuw')
  await expect(edited).toContainText('gewijzigd: Voornaam, Achternaam')
  const limited = row(page, 'Maximum').first()
  await expect(limited.locator('del')).toHaveText('was Onbeperkt aantal modules toegestaan')
  await expect(limited.locator('ins')).toContainText(', werd ')

  await page.getByLabel('Wat', { exact: true }).selectOption({ label: 'Gebruiker' })
  await expect(page).toHaveURL(/resource=user$/)
  await expect(row(page, 'Toetsmoment')).toHaveCount(0)
  await edited.getByRole('link', { name: `Gebruiker Bente ${student.mark}` }).click()
  await expect(page.getByRole('heading', { level: 2, name: `Gebruiker Bente ${student.mark}` })).toBeVisible()
  await expect(row(page, 'Gebruiker')).toHaveCount(1)
  await page.getByRole('link', { name: 'Het hele logboek' }).click()
  await expect(page.getByLabel('Wat', { exact: true })).toHaveValue('')
})

test('a teacher asks by keyboard what somebody did when, opens an import and takes along what is shown', {
  tag: '@all',
}, async ({ page, product, situation }) => {
  const student = await situation(['WIS1'])
  const { kysely } = product.database
  const teachers = kysely.selectFrom('user').select('id').where('roles', '=', 'ROLE_ADMIN').orderBy('id')
  const { id: actorId } = await teachers.executeTakeFirstOrThrow()
  const at = Date.now()
  const today = dayOf(at)
  const [year, month, day] = today.split('-')
  const made = { kind: 'students', actor_id: actorId, at: new Date(at).toISOString(), added: 1 } as const
  const imported = await kysely.insertInto('import').values(made).returning('id').executeTakeFirstOrThrow()
  await product.database.transaction(async (trx) => {
    const line = { actorId, action: 'imported', resource: 'import', resourceId: imported.id } as const
    await recordChange(trx, { ...line, about: `${student.mark} toegevoegd` }, at)
    await recordChanges(trx, { actorId, resource: 'user', resourceIds: [student.studentId], importId: imported.id }, at)
  })
  await openDesk(page, '/admin/audit')

  await test.step('by days, typed as people write them', async () => {
    await page.getByLabel('Vanaf').focus()
    await page.keyboard.type(dateLabel(today, 'any-time'))
    await page.keyboard.press('Tab')
    await expect(page).toHaveURL(new RegExp(`from=${today}`))
    await page.getByLabel('Tot en met').focus()
    await page.keyboard.type('gisteren')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Typ een datum, zoals 20-3-2026.')).toBeVisible()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(`${day}-${month}-${year}`)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`from=${today}&until=${today}`))
    await expect(row(page, `${student.mark} toegevoegd`)).toBeVisible()
  })

  await test.step('by the person who did it, found by name', async () => {
    await page.getByLabel('Wie', { exact: true }).selectOption({ label: 'Iemand zoeken…' })
    await page.getByLabel('Zoek een docent').focus()
    await page.keyboard.type('Leeuw')
    await expect(page.getByRole('list', { name: 'Gevonden docenten' })).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`actor=${actorId}`))
    await expect(page.getByLabel('Wie', { exact: true })).toHaveValue(String(actorId))
    await expect(row(page, `${student.mark} toegevoegd`)).toBeVisible()
  })

  await test.step('what is shown goes along as a file', async () => {
    await page.getByRole('button', { name: 'Exporteren (.xlsx)' }).focus()
    const download = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    expect((await download).suggestedFilename()).toMatch(/^logboek-.+\.xlsx$/)
  })

  await test.step('a filter that leaves nothing says which may go', async () => {
    await page.getByLabel('Handeling').selectOption({ label: 'gekopieerd' })
    await expect(page.getByText('Niets gevonden met deze filters.')).toBeVisible()
    await page.getByRole('button', { name: 'Zonder Handeling: gekopieerd' }).focus()
    await page.keyboard.press('Enter')
    await expect(row(page, `${student.mark} toegevoegd`)).toBeVisible()
  })

  await test.step('an import is one line, with what it did behind it', async () => {
    const line = row(page, `${student.mark} toegevoegd`)
    await expect(line).toContainText('Import studenten')
    await line.getByRole('link', { name: 'Details van deze import' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 2, name: 'Import studenten' })).toBeVisible()
    await expect(row(page, 'geïmporteerd')).toHaveCount(1)
    await expect(row(page, 'geïmporteerd')).toContainText('Gebruiker Jade van den Berg')
  })
})

test('a log that is empty, of one record or of all, and one that cannot be fetched', { tag: '@all' }, async ({
  page,
  situation,
}) => {
  await test.step('an edit screen leads to its record’s log, which may be empty', async () => {
    const student = await situation(['WIS1'])
    await openDesk(page, `/user/${student.studentId}/edit`)
    await page.getByRole('link', { name: 'Logboek van deze gebruiker' }).click()
    await expect(page.getByText('Er is hier nog niets gewijzigd.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Het hele logboek' })).toBeVisible()
  })
  await test.step('a log that is empty, and one that cannot be fetched, say so', async () => {
    const asked = { actor: null, subject: null, import: null }
    const _links = { export: { method: 'GET', href: '/api/v1/audit/export' } }
    await page.route(/\/api\/v1\/audit/, (route) => route.fulfill({ json: { entities: [], asked, _links } }))
    await goToScreen(page, '/admin/audit')
    await expect(page.getByText('Er is hier nog niets gewijzigd.')).toBeVisible()
    await page.unrouteAll()
    await failAt(page, 'GET', /\/api\/v1\/audit/)
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('Ophalen van het logboek mislukt')
  })
})
