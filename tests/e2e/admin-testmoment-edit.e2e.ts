import { addTestmomentModules } from '#contract/testmoments.gen.ts'
import { addDays, dayOf } from '#domain/calendar/amsterdam.ts'
import { dayLabel } from '#domain/calendar/date-labels.ts'
import { DESK, failAt, goToScreen, openDesk, row } from './support/desk.ts'
import { startTeacher } from './support/teacher.ts'
import { typeDate } from './support/teacher-desk.ts'
import { expect, labelOfDay, test } from './support/test.ts'

test.use(DESK)

const datedLabel = (inDays: number) => dayLabel(addDays(dayOf(Date.now()), inDays), 'any-time')

test('the moment’s screen has its name as heading, and refuses a limit and times that are incomplete', {
  tag: '@all',
}, async ({ page, situation }) => {
  await test.step('the screen has the moment’s name as heading; it says for how many students a limit is too low, and saves it', async () => {
    const student = await situation(['WIS1', 'STAT'])
    const id = await student.addMoment({ inDays: 42 })
    await student.enroll(id, 'WIS1')
    await student.enroll(id, 'STAT')
    await openDesk(page, `/schoolyear/1/testmoment/${id}/edit?tab=elders`)
    await expect(
      page.getByRole('heading', { level: 1, name: `Toetsmoment van ${datedLabel(42)} Wijzigen` }),
    ).toBeVisible()
    await expect(
      page.getByRole('heading', { name: 'Instellingen' }),
      'an unknown tab in the address opens the first tab',
    ).toBeVisible()
    const day = page.getByRole('group', { name: 'Datum' }).getByLabel('Dag')
    const [field, weekday] = await Promise.all([
      day.boundingBox(),
      day.locator('xpath=following-sibling::span').boundingBox(),
    ])
    expect(weekday?.y, 'the weekday stands beside the number').toBeLessThan((field?.y ?? 0) + (field?.height ?? 0))
    await expect(page).toHaveTitle(`Toetsmoment van ${datedLabel(42)} Wijzigen – Wiskunde inschrijven`)
    const afternoon = await student.addMoment({ inDays: 42 })
    await student.change(afternoon, { starts_at: '13:00', ends_at: '15:00' })
    await goToScreen(page, `/schoolyear/1/testmoment/${afternoon}/edit`)
    await expect(page, 'the time distinguishes two moments of a day').toHaveTitle(/van \w\w .*, 13:00 Wijzigen/)
    await goToScreen(page, `/schoolyear/1/testmoment/${id}/edit`)
    await expect(page.getByText('1 student ingeschreven, samen 2 toetsen')).toBeVisible()
    await expect(page.getByText('Ongelimiteerd')).toBeVisible()
    await page.getByRole('button', { name: 'Maximum instellen' }).click()
    await expect(page.getByText('1 student heeft al meer modules gekozen en houdt die.')).toBeVisible()
    await page.getByLabel('Modules per student').fill('')
    await page.getByRole('button', { name: 'Opslaan' }).click()
    await expect(page.getByText('Vul een heel getal tot en met 1000 in.')).toBeVisible()
    await expect(page.getByLabel('Modules per student')).toBeFocused()
    await page.getByLabel('Modules per student').fill('1')
    await page.getByRole('button', { name: 'Opslaan' }).click()
    await expect(page.getByText('De wijzigingen zijn opgeslagen')).toBeVisible()
    await page.getByRole('button', { name: 'Limiet uitzetten' }).click()
    await expect(page.getByText('Ongelimiteerd')).toBeVisible()
  })
  await test.step('the limit’s field stays while 05 is typed, although a limit of 0 means no limit', async () => {
    const student = await situation(['WIS1'])
    const id = await student.addMoment({ inDays: 51, max: 10 })
    await goToScreen(page, `/schoolyear/1/testmoment/${id}/edit`)
    const limit = page.getByLabel('Modules per student')
    await limit.fill('0')
    await expect(page.getByText('Ongelimiteerd')).toBeVisible()
    await limit.press('End')
    await page.keyboard.type('5')
    await expect(limit).toHaveValue('05')
    await page.getByRole('button', { name: 'Opslaan' }).click()
    await expect(page.getByText('De wijzigingen zijn opgeslagen')).toBeVisible()
    await expect(limit).toHaveValue('5')
  })
  await test.step('too few seats give a warning and nobody loses a seat; added seats go to waiting students at once', async () => {
    const student = await situation(['WIS1'])
    const id = await student.addMoment({ inDays: 52, seats: 2 })
    await student.enroll(id, 'WIS1')
    await (await student.addClassmate()).enroll(id, 'WIS1')
    await (await student.addClassmate()).wait(id, 'WIS1')
    await goToScreen(page, `/schoolyear/1/testmoment/${id}/edit`)
    await expect(page.getByText('2 van 2 plaatsen bezet, samen 2 toetsen · 1 wacht')).toBeVisible()
    const seats = page.getByLabel('Plaatsen')
    const save = page.getByRole('button', { name: 'Opslaan' })
    await seats.fill('één')
    await save.click()
    await expect(seats).toBeFocused()
    await expect(seats).toHaveAccessibleDescription(/Vul een heel getal tot en met 100\.000 in, of laat het leeg\./)
    await seats.fill('1')
    await expect(page.getByText('1 student te veel: wie een plaats heeft, houdt die.')).toBeVisible()
    await save.click()
    await expect(page.getByText('2 van 1 plaatsen bezet, samen 2 toetsen · 1 wacht')).toBeVisible()
    await expect(page.getByText('1 student te veel', { exact: true })).toBeVisible()
    await seats.fill('3')
    await expect(page.getByText('1 student op de wachtlijst krijgt dan meteen een plaats.')).toBeVisible()
    await save.click()
    await expect(page.getByText('1 student van de wachtlijst krijgt nu een plaats.')).toBeVisible()
    await expect(page.getByText('3 van 3 plaatsen bezet, samen 3 toetsen', { exact: true })).toBeVisible()
  })
  await test.step('times may be written in several ways, each error is shown at its field, and a week has no times', async () => {
    const student = await situation(['WIS1'])
    const id = await student.addMoment({ inDays: 44 })
    await goToScreen(page, `/schoolyear/1/testmoment/${id}/edit`)
    const [starts, ends] = [page.getByLabel('Begintijd'), page.getByLabel('Eindtijd')]
    await starts.fill('negen')
    await page.getByLabel('Locatie', { exact: true }).fill('x'.repeat(81))
    await page.getByRole('button', { name: 'Opslaan' }).click()
    await expect(starts).toHaveAccessibleDescription('Vul een tijd in, bijvoorbeeld 9:30.')
    await expect(starts).toBeFocused()
    await expect(page.getByText('De locatie mag niet langer zijn dan 80 tekens.')).toBeVisible()
    await page.getByLabel('Locatie', { exact: true }).fill(' Zaal  3.14 ')
    await starts.fill('13u30')
    await ends.fill('9')
    await ends.press('Enter')
    await expect(ends).toHaveAccessibleDescription('De eindtijd moet na de begintijd liggen.')
    await ends.fill('15')
    await ends.press('Enter')
    await expect(page.getByText('De wijzigingen zijn opgeslagen')).toBeVisible()
    await expect(starts).toHaveValue('13:30')
    await expect(ends).toHaveValue('15:00')
    await expect(page.getByLabel('Locatie', { exact: true })).toHaveValue('Zaal 3.14')
    await page.getByLabel('Duur').selectOption('week')
    await expect(page.getByText('Een week heeft geen begin- en eindtijd.')).toBeVisible()
    await expect(starts).toHaveCount(0)
    await page.getByLabel('Duur').selectOption('day')
    await expect(starts).toHaveValue('13:30')
  })
  await test.step('an opening without a day is refused, and so is a closing in the past', async () => {
    const student = await situation(['WIS1'])
    const id = await student.addMoment({ inDays: 43 })
    await goToScreen(page, `/schoolyear/1/testmoment/${id}/edit`)
    const opening = page.getByRole('group', { name: 'Opent op' })
    await opening.getByLabel('Tijd').focus()
    await page.keyboard.type('12')
    await page.keyboard.press('Enter')
    await expect(opening.getByLabel('Dag')).toBeFocused()
    await expect(opening.getByText('Vul ook een datum in.')).toBeVisible()
    await expect(page.getByText('De wijzigingen zijn opgeslagen')).toHaveCount(0)

    const closing = page.getByRole('group', { name: 'Sluit op' })
    const day = closing.getByLabel('Dag')
    // A whole date and time typed in the first field fills all fields.
    await day.fill('7-12-2025 9u30')
    await expect(closing.getByLabel('Maand')).toHaveValue('12')
    await expect(closing.getByLabel('Tijd')).toHaveValue('09:30')
    await expect(closing.getByText('zo', { exact: true })).toBeVisible()
    const past = page.getByText('De sluiting is al geweest. Laat die leeg of kies een later moment.')
    await expect(past).toHaveCount(0)
    await day.press('Enter')
    await expect(opening.getByLabel('Dag')).toBeFocused()
    await opening.getByRole('button', { name: 'Leegmaken' }).click()
    await expect(opening.getByLabel('Tijd')).toHaveValue('')
    await expect(past).toBeVisible()
    await closing.getByLabel('Tijd').press('Enter')
    await expect(day).toBeFocused()
    await expect(closing).toHaveAccessibleDescription(/De sluiting is al geweest/)

    // The closing passes while the request is under way: the server refuses it, and the error is shown in the same place.
    await page.route(/v1\/schoolyear\//, (route, request) =>
      request.method() === 'PUT'
        ? route.continue({ postData: { ...request.postDataJSON(), enrollments_close_at: '2025-12-08T08:00:00.000Z' } })
        : route.fallback(),
    )
    await day.fill(`${addDays(dayOf(Date.now()), 1)} 09:00`)
    await expect(past).toHaveCount(0)
    const answer = page.waitForResponse((response) => response.request().method() === 'PUT')
    await day.press('Enter')
    expect((await answer).status()).toBe(422)
    await expect(past).toBeVisible()
    await expect(day).toBeFocused()
    await page.unrouteAll()
    await closing.getByRole('button', { name: 'Leegmaken' }).click()
    await page.getByRole('button', { name: 'Opslaan' }).click()
    await expect(page.getByText('De wijzigingen zijn opgeslagen')).toBeVisible()
  })
})

test('settings that could not be saved stay in the form: after a failing server, and after a refused date', async ({
  page,
  situation,
}) => {
  await test.step('after a failed save the form keeps what was typed; after a failed load the modules can be loaded again', async () => {
    const student = await situation(['WIS1'])
    const id = await student.addMoment({ inDays: 49 })
    await failAt(page, 'GET', /v1\/modules$/)
    await openDesk(page, `/schoolyear/1/testmoment/${id}/edit`)
    await expect(
      page.getByText('Er is iets misgegaan bij het ophalen van de modules voor dit toetsmoment'),
    ).toBeVisible()
    await expect(row(page, `WIS1-${student.mark}`)).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Opnieuw proberen' }).click()
    await expect(page.getByRole('button', { name: 'Alle Modules toevoegen' })).toBeVisible()

    await failAt(page, 'PUT', /v1\/schoolyear\//)
    await page.getByLabel('Duur').selectOption('week')
    await page.getByRole('button', { name: 'Opslaan' }).click()
    await expect(page.getByText('Er is iets misgegaan bij het opslaan van het toetsmoment')).toBeVisible()
    await expect(page.getByLabel('Duur')).toHaveValue('week')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Opslaan' }).click()
    await expect(page.getByText('De wijzigingen zijn opgeslagen')).toBeVisible()
    await expect(page.getByText('Er is iets misgegaan bij het opslaan van het toetsmoment')).toHaveCount(0)
  })
  await test.step('a date is refused, with the reason, if a student would then have two tests at the same time', async () => {
    const student = await situation(['WIS1'])
    const past = await student.addMoment({ inDays: -30 })
    const coming = await student.addMoment({ inDays: 50 })
    for (const id of [past, coming]) await student.enroll(id, 'WIS1')
    await goToScreen(page, `/schoolyear/1/testmoment/${past}/edit`)
    const date = page.getByRole('group', { name: 'Datum' })
    const remark = page.getByRole('status').getByText('Deze datum is al geweest')
    await expect(remark).toHaveCount(0)
    await typeDate(date, '2020-02-28')
    await expect(remark).toBeVisible()
    await typeDate(date, addDays(dayOf(Date.now()), 51))
    await expect(remark).toHaveCount(0)
    const note = page.getByText('Deze datum kan niet: 1 student zou dan twee keer tegelijk voor dezelfde module')
    await expect(note).toHaveCount(1)
    await page.getByRole('button', { name: 'Opslaan' }).click()
    await expect(note).toHaveCount(2)
  })
})

test('a colleague’s change and what was typed are both kept; if they change the same field, the teacher chooses', async ({
  page,
  product,
  situation,
}) => {
  const student = await situation(['WIS1', 'STAT'])
  const id = await student.addMoment({ inDays: 44 })
  const colleague = await startTeacher(product)
  await openDesk(page, `/schoolyear/1/testmoment/${id}/edit`)
  await page.getByLabel('Duur').selectOption('week')
  // A change of something else than the field being typed in is no conflict.
  await row(page, 'STAT-').getByRole('switch').press('Space')
  const automatic = page.getByRole('dialog', {
    name: `Studenten automatisch inschrijven voor module STAT-${student.mark}?`,
  })
  await expect(automatic).toContainText('Er wordt meteen 1 inschrijving gemaakt, voor 1 student.')
  await automatic.getByRole('button', { name: 'Automatisch inschrijven' }).click()
  await expect(row(page, 'STAT-').getByRole('switch')).toBeChecked()
  await expect(page.getByLabel('Duur')).toHaveValue('week')
  await page.getByRole('button', { name: 'Opslaan' }).click()
  const question = page.getByRole('region', { name: 'Zo opslaan?' })
  await expect(question).toBeFocused()
  await expect(question).toContainText('1 student is ingeschreven en blijft dat, ook op het nieuwe moment.')
  await question.getByRole('checkbox', { name: 'Bericht aan 1 student' }).uncheck()
  await expect(question).toContainText('Dan krijgen ze hier geen melding van')
  await expect(page.getByText('1 student is ingeschreven en blijft dat')).toHaveCount(1)
  await question.getByRole('button', { name: 'Toch opslaan' }).click()
  await expect(page.getByText('De wijzigingen zijn opgeslagen')).toBeVisible()
  await expect(question).toHaveCount(0)

  await page.getByRole('button', { name: 'Maximum instellen' }).click()
  await page.getByLabel('Modules per student').fill('2')
  await colleague.edit(id, { enrollments_enabled: false })
  await page.getByRole('button', { name: 'Opslaan' }).click()
  await expect(page.getByText('Een collega wijzigde intussen ook: Inschrijvingen.')).toBeVisible()
  await expect(page.getByLabel('Modules per student')).toHaveValue('2')
  await expect(page.getByLabel('Inschrijvingen actief', { exact: true })).not.toBeChecked()

  await page.getByLabel('Modules per student').fill('4')
  await page.getByLabel('Inschrijvingen actief', { exact: true }).press('Space')
  await colleague.edit(id, { max_enrollments: 3 })
  await page.getByRole('button', { name: 'Opslaan' }).click()
  const conflict = page.getByRole('dialog', { name: 'Iemand anders heeft dit ook gewijzigd' })
  await expect(conflict.getByRole('row', { name: /Maximum/ })).toContainText('3')
  await expect(conflict.getByRole('row')).toHaveCount(2)
  await conflict.getByRole('button', { name: 'Die van mijn collega houden' }).click()
  await expect(conflict).toHaveCount(0)
  await expect(page.getByLabel('Modules per student')).toHaveValue('3')
  await expect(page.getByLabel('Inschrijvingen actief', { exact: true })).toBeChecked()
})

test('removing a module or the moment first says how many enrollments of how many students it removes', {
  tag: '@all',
}, async ({ page, situation }) => {
  const student = await situation(['WIS1', 'STAT', 'ZEND'])
  const id = await student.addMoment({ inDays: 46 })
  // A second moment, since deleting the last one of a year asks an extra question.
  await student.addMoment({ inDays: 47 })
  await student.enroll(id, 'WIS1')
  await student.enroll(id, 'STAT')
  await openDesk(page, `/schoolyear/1/testmoment/${id}/edit`)
  const name = `WIS1-${student.mark}`
  await page.getByRole('button', { name: `Module ${name} verwijderen` }).click()
  const removal = page.getByRole('dialog', { name: `Module ${name} van het toetsmoment verwijderen?` })
  await expect(removal).toContainText('Er wordt 1 inschrijving van 1 student verwijderd.')
  await removal.getByRole('button', { name: 'Annuleren' }).click()
  expect(await student.enrollments()).toHaveLength(2)
  await page.getByRole('button', { name: `Module ${name} verwijderen` }).click()
  await removal.getByRole('button', { name: 'Module verwijderen' }).click()
  await expect(
    page.getByText(`Module ${name} is van het toetsmoment verwijderd. 1 student krijgt je bericht`),
  ).toBeVisible()
  await expect(page.getByText('1 student ingeschreven, samen 1 toets')).toBeVisible()
  const last = page.getByRole('button', { name: `Module ZEND-${student.mark} verwijderen` })
  await expect(last).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Modules' })).toBeFocused()

  // After the deletion the app neither saves what was typed nor asks the server for the deleted moment.
  const previewed = page.waitForResponse(/edit-preview/)
  await page.getByRole('group', { name: 'Datum' }).getByLabel('Dag').fill('1')
  await previewed
  const refused: string[] = []
  page.on('response', (response) => {
    // The 409 is the question that asks for confirmation.
    if (response.status() >= 400 && response.status() !== 409) refused.push(response.url())
  })
  await page.getByRole('button', { name: 'Toetsmoment verwijderen' }).click()
  const deletion = page.getByRole('dialog', { name: `Toetsmoment van ${datedLabel(46)} verwijderen?` })
  await expect(deletion).toContainText('Er wordt 1 inschrijving van 1 student verwijderd.')
  await deletion.getByRole('button', { name: 'Toetsmoment verwijderen' }).click()
  await expect(page).toHaveURL(/\/admin\/testmoments/)
  await expect(
    page.getByText(`Toetsmoment ${labelOfDay(46)} is verwijderd. 1 student krijgt je bericht.`),
  ).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Toetsmomenten' })).toBeFocused()
  expect(await student.enrollments()).toHaveLength(0)
  expect(refused).toEqual([])
})

test('a module that a colleague adds while a dialog asks to remove another module is kept', { tag: '@all' }, async ({
  page,
  product,
  situation,
}) => {
  const student = await situation(['WIS1', 'STAT'])
  const id = await student.addMoment({ inDays: 48 })
  await student.enroll(id, 'WIS1')
  await openDesk(page, `/schoolyear/1/testmoment/${id}/edit`)
  await page.getByRole('button', { name: `Module WIS1-${student.mark} verwijderen` }).click()
  const removal = page.getByRole('dialog', { name: `Module WIS1-${student.mark} van het toetsmoment verwijderen?` })
  await expect(removal).toBeVisible()
  await student.addModule('EXTRA')
  const entities = [{ id: student.modules.EXTRA ?? 0 }]
  const colleague = await startTeacher(product)
  await colleague.call(async (api) => {
    await api.call(addTestmomentModules, { params: { id }, query: {}, body: { entities } })
  })
  await expect(page.locator('table').filter({ hasText: `EXTRA-${student.mark}` })).toHaveCount(1)
  await removal.getByRole('button', { name: 'Module verwijderen' }).click()
  await expect(page.getByRole('row', { name: `EXTRA-${student.mark}` })).toBeVisible()
  await expect(page.getByRole('row', { name: `WIS1-${student.mark}` })).toHaveCount(0)
})
