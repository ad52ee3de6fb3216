import { createEnrollment } from '#contract/enrollments.gen.ts'
import { joinWaiting } from '#contract/waiting.gen.ts'
import { addDays, dayOf, startOfDay } from '#domain/calendar/amsterdam.ts'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import { DESK, failAt, goToScreen, openDesk } from './support/desk.ts'
import { expectSound } from './support/sound.ts'
import { startTeacher } from './support/teacher.ts'
import { expect, labelOf, test } from './support/test.ts'

test.use(DESK)

const inDays = (days: number) => labelOf(addDays(dayOf(Date.now()), days))

test('the overview shows the year, the accounts and the next three moments, and follows who enrolls', async ({
  page,
  product,
  situation,
}) => {
  const student = await situation(['WIS1', 'STAT'])
  const colleague = await startTeacher(product)
  const open = await student.addMoment({ inDays: 1, seats: 1 })
  await student.addMoment({ inDays: 2, open: false })
  await student.addMoment({ inDays: 3 })
  await student.addMoment({ inDays: 4 })
  await student.enroll(open, 'WIS1')
  await openDesk(page, '/')
  await expect(page).toHaveURL(/\/admin\/overview$/)
  const accounts = page.getByRole('main').getByRole('definition')
  await expect(accounts).toHaveText([/\d+/, /\d+/, /\d+/])

  const cards = page.getByRole('region', { name: 'Aankomende toetsmomenten' }).getByRole('listitem')
  await expect(cards).toHaveCount(3)
  await expect(cards.first()).toContainText(inDays(1))
  await expect(cards.first()).toContainText('1 van 1 plaatsen bezet · 1 toets')
  await expect(cards.first()).toContainText('Open')
  await expect(cards.nth(1)).toContainText('Gesloten')

  const plot = page.getByRole('table', { name: 'Ingeschreven studenten per toetsmoment' })
  await expect(plot.getByRole('columnheader')).toHaveText(['Toetsmoment', 'Studenten'])
  await expect(plot.getByRole('row', { name: `${inDays(1)} 1 van 1` })).toBeVisible()
  await expect(plot.getByRole('row', { name: `${inDays(4)} 0` })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Inschrijvingen in de afgelopen weken' }).getByRole('row')).toHaveCount(
    9,
  )

  await colleague.call(async (api) => {
    const body = { user_id: student.studentId, testmoment_id: open, module_id: student.modules.STAT ?? 0 }
    await api.call(createEnrollment, { body })
  })
  await expect(cards.first()).toContainText('1 van 1 plaatsen bezet · 2 toetsen')
  const { id: user_id } = await student.addClassmate()
  await colleague.call(async (api) => {
    const body = { user_id, testmoment_id: open, module_id: student.modules.WIS1 ?? 0, moves: false }
    await api.call(joinWaiting, { body })
  })
  await expect(cards.first()).toContainText('1 van 1 plaatsen bezet · 2 toetsen · 1 wacht')

  await cards.first().getByRole('heading').getByRole('link').click()
  await expect(page.getByRole('link', { name: 'Toetsmoment Beheer' })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Schooljaren beheren' }).click()
  await expect(page).toHaveURL(/\/admin\/schoolyears$/)
})

const ROOMS = [
  { id: 1, name: '3.14', seats: 40, taken: 38, present: 12 },
  { id: 2, name: 'Aula', seats: 50, taken: 38, present: null },
]

test('the overview of a crowded year, of nothing at all, and one that cannot be fetched', { tag: '@all' }, async ({
  page,
}) => {
  await test.step('in a crowded year the plot draws what is legible and counts the rest; it draws nothing for zeros', async () => {
    const closing = new Date(startOfDay(addDays(dayOf(Date.now()), 5)) + 12 * 3_600_000).toISOString()
    const entry = (id: number, enrollments: number) => ({
      testmoment: {
        id,
        date: addDays(dayOf(Date.now()), id + 5),
        duration: 'day',
        enrollments_enabled: true,
        enrollments_open_at: null,
        enrollments_close_at: closing,
      },
      enrollments,
      tests: enrollments,
      rooms: id === 1 && enrollments > 0 ? ROOMS : [],
    })
    const show = (enrollments: number) =>
      page.route(/testmoment-statistics/, (route) =>
        route.fulfill({
          json: { entities: Array.from({ length: 40 }, (_, index) => entry(index + 1, enrollments)), _links: {} },
        }),
      )
    await show(7)
    await openDesk(page, '/admin/overview')
    const plot = page.getByRole('table', { name: 'Ingeschreven studenten per toetsmoment' })
    await expect(plot.getByRole('row')).toHaveCount(13)
    await expect(page.getByText(`Sluit ${instantLabel(closing, Date.now())}`)).toHaveCount(3)
    await expect(page.getByText('Er komen daarna nog 28 toetsmomenten.')).toBeVisible()
    await expect(page.getByText('2 lokalen: 76 van 90 plaatsen')).toBeVisible()
    await expect(page.getByText('Zaal 3.14: 38 van 40 plaatsen, 12 aanwezig')).toBeVisible()
    await expect(page.getByText('Aula: 38 van 50 plaatsen', { exact: true })).toBeVisible()
    await page.unrouteAll()
    await show(0)
    await page.reload()
    await expect(page.getByText('Voor deze toetsmomenten heeft zich nog niemand ingeschreven.')).toBeVisible()
    await expect(plot).toHaveCount(0)
    await page.unrouteAll()
  })
  await test.step('without moments, and without an active year, the overview says what that means', async () => {
    await page.route(/(testmoment|enrollment)-statistics/, (route) =>
      route.fulfill({ json: { entities: [], _links: {} } }),
    )
    await goToScreen(page, '/admin/overview')
    await expect(page.getByText('Geen Aankomende toetsmomenten gevonden.')).toBeVisible()
    await page.route(/\/api\/v1\/schoolyear$/, (route) => route.fulfill({ status: 404, json: { reason: 'not-found' } }))
    await page.reload()
    await expect(page.getByText('Er is nu geen schooljaar actief.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Schooljaren beheren' })).toBeVisible()
    await page.unrouteAll()
  })
  await test.step('an overview that cannot be fetched is tried again', async () => {
    await failAt(page, 'GET', /account-statistics/)
    await page.goto('/admin/overview')
    await expect(page.getByRole('alert')).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Opnieuw proberen' }).click()
    await expect(page.getByText('Actief schooljaar')).toBeVisible()
  })
})

const moment = (id: number, days: number, more: object) => ({
  testmoment: {
    ...{ id, date: addDays(dayOf(Date.now()), -days), duration: 'day', seats: 120 },
    ...{ location: 'Zaal 3.14', starts_at: '09:00', ends_at: '11:30' },
  },
  ...{ enrollments: 118, graded: true, passes: { counted: 96, passed: 71 }, ticked: true },
  ...{ presence: { ticked: 118, present: 109 }, ...more },
})

test('what came of a school year’s tests is drawn and said, is taken along, and is nothing yet of a new one', {
  tag: '@all',
}, async ({ page }) => {
  await page.route(/\/result-statistics$/, async (route) => {
    const { _links } = await (await route.fetch()).json()
    const modules = [
      { id: 1, name: 'ALG1', passes: { counted: 96, passed: 71 } },
      { id: 2, name: 'Meetkunde en ruimtelijk inzicht', passes: { counted: 40, passed: 40 } },
      { id: 3, name: 'STAT', passes: null },
    ]
    const testmoments = [
      moment(1, 40, {}),
      moment(2, 20, { enrollments: 131, passes: { counted: 40, passed: 40 }, ticked: false, presence: null }),
      moment(3, 9, { enrollments: 4, passes: null, presence: null }),
    ]
    const departments = [
      {
        ...{ department: { id: 1, name: 'Techniek' }, students: 52, passes: { counted: 96, passed: 71 } },
        class_groups: [
          { name: 'TEC1A', students: 43, passes: { counted: 80, passed: 60 } },
          { name: 'TEC1B', students: 5, passes: null },
          { name: null, students: 4, passes: null },
        ],
      },
    ]
    await route.fulfill({ json: { modules, testmoments, departments, _links } })
  })
  await openDesk(page, '/admin/overview')
  const section = page.getByRole('region', { name: 'Uitslagen en opkomst' })
  const plot = (name: string) => section.getByRole('table', { name })
  await expect(plot('Geslaagd per module').getByRole('row')).toContainText([
    '',
    '74% (71 van 96)',
    '100%',
    'minder dan 5',
  ])
  await expect(plot('Geslaagd per toetsmoment').getByRole('row', { name: inDays(-9) })).toContainText('minder dan 5')
  await expect(plot('Niet gekomen').getByRole('row', { name: inDays(-40) })).toContainText('8% (9 van 118)')
  await expect(plot('Bezetting').getByRole('row', { name: inDays(-20) })).toContainText('131 van 120')
  await expect(plot('Geslaagd per studierichting').getByRole('row', { name: 'Techniek' })).toContainText('74%')
  await section.getByText('Klassen van Techniek').click()
  await expect(plot('Geslaagd per klas van Techniek').getByRole('row')).toContainText([
    ...['', '75% (60 van 80)', 'niet getoond', 'minder dan 5'],
  ])
  await expectSound(page, 'figures')
  const download = page.waitForEvent('download')
  await section.getByRole('button', { name: 'Uitslagen en opkomst exporteren' }).click()
  expect((await download).suggestedFilename()).toMatch(/^uitslagen-en-opkomst-.*\.xlsx$/)

  await page.unrouteAll()
  await page.route(/\/result-statistics$/, async (route) => {
    const { _links } = await (await route.fetch()).json()
    await route.fulfill({ json: { modules: [], testmoments: [], departments: [], _links } })
  })
  await page.reload()
  await expect(section).toContainText('Nog geen uitslagen')
  await expect(section.getByRole('table')).toHaveCount(0)
})
