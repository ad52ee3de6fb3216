import { newTestmoment } from '#domain/testmoments/testmoment-edit.rules.ts'
import { DESK, goToScreen, openDesk, row } from './support/desk.ts'
import type { Product } from './support/product.ts'
import { typeDate } from './support/teacher-desk.ts'
import { expect, test } from './support/test.ts'

test.use(DESK)

/** School years of another century than everything else in the school. */
const SOURCE = '2141-2142'
const TARGET = '2142-2143'

/** A Monday that becomes Easter Monday, a Wednesday, and a week. */
async function addSource({ kysely }: Product['database'], module_id: number): Promise<void> {
  const created_at = new Date().toISOString()
  const { id: schoolyear_id } = await kysely
    .insertInto('schoolyear')
    .values({ name: SOURCE, created_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const plain = { ...newTestmoment, schoolyear_id, created_at }
  const moments = await kysely
    .insertInto('testmoment')
    .values([
      { ...plain, date: '2142-04-02', location: 'Aula', starts_at: '09:00', seats: 60 },
      { ...plain, date: '2141-11-22', max_enrollments: 2, enrollments_enabled: true },
      { ...plain, date: '2142-01-15', duration: 'week' as const },
    ])
    .returning(['id', 'date'])
    .execute()
  for (const { id } of moments.filter(({ date }) => date !== '2142-01-15'))
    await kysely.insertInto('testmoment_module').values({ testmoment_id: id, module_id }).execute()
}

async function removeYears({ kysely }: Product['database']): Promise<void> {
  const years = kysely.selectFrom('schoolyear').select('id').where('name', 'in', [SOURCE, TARGET])
  await kysely.deleteFrom('testmoment').where('schoolyear_id', 'in', years).execute()
  await kysely.deleteFrom('schoolyear').where('name', 'in', [SOURCE, TARGET]).execute()
}

test('a teacher makes a year, enters its weeks without lessons, and takes over the moments of the year before: one on another day, holidays remarked, all of them closed', async ({
  page,
  product: { database },
  situation,
}) => {
  const { modules } = await situation(['WIS1'])
  await removeYears(database)
  await addSource(database, modules.WIS1 ?? 0)
  try {
    await openDesk(page, '/admin/schoolyears')
    await page.getByRole('button', { name: 'Schooljaar toevoegen' }).click()
    await page.getByRole('dialog').getByLabel('Naam').fill(TARGET)
    await page.getByRole('button', { name: 'Schooljaar aanmaken' }).click()

    await page.getByRole('link', { name: 'Lesvrije weken invullen', exact: true }).click()
    await expect(page.getByRole('heading', { name: `Lesvrije weken ${TARGET}` })).toBeVisible()
    await page.getByRole('button', { name: 'Herfstvakantie', exact: true }).click()
    await page.getByRole('button', { name: 'Andere' }).click()
    const last = page
      .getByRole('row')
      .filter({ has: page.getByLabel('Naam', { exact: true }) })
      .last()
    await typeDate(last.getByRole('group', { name: 'Van' }), '2142-11-19')
    await typeDate(last.getByRole('group', { name: 'Tot en met' }), '2142-11-16')
    await page.getByRole('button', { name: 'Opslaan' }).click()
    await expect(last.getByLabel('Naam', { exact: true })).toHaveAccessibleDescription(/Vul een naam in/)
    await last.getByLabel('Naam', { exact: true }).fill('Projectweek')
    await expect(last.getByText('De laatste dag ligt voor de eerste.')).toBeVisible()
    await last.getByRole('button', { name: /^1 week.*Projectweek$/ }).click()
    await page.getByRole('button', { name: 'Opslaan' }).click()
    await expect(page.getByText(`De lesvrije weken van ${TARGET} zijn opgeslagen.`)).toBeVisible()

    await goToScreen(page, '/admin/schoolyears')
    await expect(row(page, TARGET).getByRole('link', { name: /^2 lesvrije weken/ })).toBeVisible()
    await row(page, TARGET)
      .getByRole('link', { name: /^Overnemen uit een ander schooljaar/ })
      .click()
    await page.getByRole('combobox', { name: 'Overnemen uit' }).selectOption(`${SOURCE} (3)`)
    await expect(row(page, 'ma 2 apr 2142')).toContainText('ma 1 apr 2143')
    await expect(row(page, 'ma 2 apr 2142')).toContainText('Tweede Paasdag')
    await expect(row(page, 'wo 22 nov 2141')).toContainText('wo 21 nov 2142')
    await expect(row(page, 'wo 22 nov 2141')).toContainText('lesvrij: Projectweek')
    await expect(row(page, 'week van 15 jan 2142')).toContainText('week van 14 jan 2143')

    // another day by hand, and one that stays behind
    await page.getByRole('button', { name: 'Nieuwe datum van wo 22 nov 2141 wijzigen' }).press('Enter')
    await typeDate(page.getByRole('group', { name: 'Nieuwe datum' }), '2142-11-28')
    await page.getByRole('button', { name: 'Klaar' }).press('Enter')
    await expect(row(page, 'wo 22 nov 2141')).toContainText('wo 28 nov 2142')
    await expect(row(page, 'wo 22 nov 2141')).not.toContainText('Projectweek')
    await page.getByRole('checkbox', { name: 'week van 15 jan 2142 overnemen' }).uncheck()
    await expect(page.getByText('2 van 3 toetsmomenten aangevinkt')).toBeVisible()

    // Moves by days, and back to weeks.
    await page.getByLabel('Aantal dagen later').check()
    await page.getByLabel('Dagen', { exact: true }).fill('veel')
    await expect(page.getByLabel('Dagen', { exact: true })).toHaveAccessibleDescription(/heel aantal dagen/)
    await page.getByLabel('Dagen', { exact: true }).fill('365')
    await expect(row(page, 'ma 2 apr 2142')).toContainText('di 2 apr 2143')
    await page.getByLabel('Zelfde weekdag').check()

    await page.getByRole('button', { name: '2 toetsmomenten aanmaken' }).click()
    await expect(
      page.getByText(`2 toetsmomenten zijn aangemaakt in ${TARGET}, gesloten voor inschrijvingen.`),
    ).toBeVisible()
    const made = database.kysely
      .selectFrom('testmoment')
      .innerJoin('schoolyear', 'schoolyear.id', 'schoolyear_id')
      .select(['date', 'enrollments_enabled', 'seats', 'max_enrollments', 'location'])
      .where('schoolyear.name', '=', TARGET)
      .orderBy('date')
    expect(await made.execute()).toEqual([
      { date: '2142-11-28', enrollments_enabled: false, seats: 0, max_enrollments: 2, location: null },
      { date: '2143-04-01', enrollments_enabled: false, seats: 60, max_enrollments: 0, location: 'Aula' },
    ])
    await page.getByRole('link', { name: /ma 1 apr 2143/ }).click()
    await expect(page.getByText('Let op: Tweede Paasdag.')).toBeVisible()
    await typeDate(page.getByRole('group', { name: 'Datum' }), '2142-11-20')
    await expect(page.getByText('Let op: lesvrij: Projectweek.')).toBeVisible()
    await page.goBack()

    // Copying the same moments once more asks first.
    await goToScreen(page, '/admin/schoolyears')
    await row(page, TARGET).getByRole('link', { name: '2 toetsmomenten' }).click()
    await page.getByRole('link', { name: 'Overnemen uit een ander schooljaar', exact: true }).click()
    await page.getByRole('combobox', { name: 'Overnemen uit' }).selectOption(`${SOURCE} (3)`)
    await expect(row(page, 'ma 2 apr 2142')).toContainText('er is die dag al een toetsmoment')
    await page.getByRole('button', { name: '3 toetsmomenten aanmaken' }).click()
    await expect(page.getByRole('dialog')).toContainText('heeft dit schooljaar er al een')
    await page.getByRole('dialog').getByRole('button', { name: 'Annuleren' }).click()
    expect(await made.execute()).toHaveLength(2)
  } finally {
    await removeYears(database)
  }
})

test('a year is put away, shown when asked for and brought back, and deleted while nothing hangs on it', {
  tag: '@all',
}, async ({ page, product: { database } }) => {
  await removeYears(database)
  await database.kysely
    .insertInto('schoolyear')
    .values({ name: TARGET, created_at: new Date().toISOString() })
    .execute()
  try {
    await openDesk(page, '/admin/schoolyears')
    await page.getByRole('button', { name: `Schooljaar ${TARGET} archiveren` }).click()
    await expect(page.getByText(`Schooljaar ${TARGET} is gearchiveerd.`)).toBeVisible()
    await expect(row(page, TARGET)).toHaveCount(0)
    await goToScreen(page, '/admin/testmoments')
    await expect(page.getByRole('option', { name: TARGET })).toHaveCount(0)
    await goToScreen(page, '/admin/schoolyears')
    await page.getByLabel('Gearchiveerde tonen').click()
    await expect(row(page, TARGET)).toContainText('Gearchiveerd')
    await page.getByRole('button', { name: `Schooljaar ${TARGET} terughalen` }).click()
    await expect(page.getByText(`Schooljaar ${TARGET} is teruggehaald.`)).toBeVisible()
    await page.getByRole('button', { name: `Schooljaar ${TARGET} verwijderen` }).click()
    await expect(page.getByRole('dialog')).toContainText('Dit schooljaar heeft geen toetsmomenten.')
    await page.getByRole('button', { name: 'Schooljaar verwijderen' }).click()
    await expect(page.getByText(`Schooljaar ${TARGET} is verwijderd.`)).toBeVisible()
    await expect(row(page, TARGET)).toHaveCount(0)
  } finally {
    await removeYears(database)
  }
})
