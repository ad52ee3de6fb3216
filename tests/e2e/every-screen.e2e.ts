import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { underLoad } from '#tests/support/under-load.ts'
import { TEACHER } from './support/desk.ts'
import { becomeNewcomer, giveName, saveAndGoOn } from './support/newcomer.ts'
import { ROOT } from './support/product.ts'
import { EASY_TO_READ, expectNarrowInLargeLetters, expectScreenSound, unstick } from './support/sound.ts'
import { expect, openAs, test } from './support/test.ts'

/*
 * Each screen once: what axe finds, and whether it fits (support/sound.ts), in all also in large letters. Its dialogs, its
 * mistakes and what else can stand on it: accessibility.e2e.ts and those like it. One page goes from screen to screen by the app
 * itself, so that neither app nor axe is loaded again.
 */
test.use(EASY_TO_READ)
test.describe.configure({ timeout: underLoad(120_000) })

/** Where a screen stands, by the address of its route, and what stands on it once it is filled, and not on the one before. */
type Places = Readonly<Record<string, readonly [path: string, ...filledWith: (string | RegExp)[]]>>

const VISITOR: Places = {
  '/': ['/', 'Wachtwoord vergeten'],
  '/register': ['/register', 'Herhaal wachtwoord'],
  '/password-reset': ['/password-reset', 'Aanvragen'],
  '/password-change/$key': ['/password-change/onbekend', /link/],
  '/activate/$activationKey': ['/activate/onbekend', 'Account activeren'],
  '/second-factor/$key': ['/second-factor/onbekend', 'Tweede stap instellen'],
  '/$': ['/nergens', 'Wachtwoord vergeten'],
}

const studentPlaces = (message: number): Places => ({
  '/student/modules': ['/student/modules', /^WIS1-/],
  '/student/testmoments': ['/student/testmoments', /^Ingeschreven voor STAT/],
  '/student/completed-modules': ['/student/completed-modules', 'Afgeronde modules', 'Wijzigen'],
  '/student/history': ['/student/history', /^Geslaagd/],
  '/student/messages': [`/student/messages?message=${message}`, 'Tot dan.'],
  '/settings/user': ['/settings/user', 'Voornaam'],
})

interface Made {
  today: number
  yesterday: number
  department: number
  student: number
  message: number
  imported: number
  mark: string
}

const teacherPlaces = ({ today, yesterday, department, student, message, imported, mark }: Made): Places => {
  const moment = (id: number) => `/schoolyear/1/testmoment/${id}`
  return {
    '/admin/overview': ['/admin/overview', 'Overzicht'],
    '/admin/testmoments': ['/admin/testmoments', 'Toetsmoment toevoegen'],
    '/admin/modules': ['/admin/modules', `WIS1-${mark}`],
    '/admin/schoolyears': ['/admin/schoolyears', 'Schooljaar toevoegen'],
    '/admin/rooms': ['/admin/rooms', 'Lokaal toevoegen'],
    '/admin/education-departments': ['/admin/education-departments', 'Studierichting toevoegen'],
    '/admin/education-departments/modules': ['/admin/education-departments/modules', 'Opslaan'],
    '/admin/users': [`/admin/users?search=${mark}`, 'Gebruiker toevoegen'],
    '/admin/gradebook': [`/admin/gradebook?search=${mark}`, /Berg, Jade/],
    '/admin/connections': ['/admin/connections', 'Koppeling toevoegen'],
    '/admin/audit': ['/admin/audit', 'Filters'],
    '/admin/messages': ['/admin/messages', 'Neem je kaart mee'],
    '/admin/messages/$messageId': [`/admin/messages/${message}`, 'Wat ervan is gekomen'],
    '/admin/messages/new': ['/admin/messages/new', 'Onderwerp', 'Versturen'],
    '/admin/import/students': ['/admin/import/students', 'Studenten importeren', 'Plak hier de lijst'],
    '/admin/import/modules': ['/admin/import/modules', 'Modules importeren', 'Plak hier de lijst'],
    '/admin/import/rooms': ['/admin/import/rooms', 'Lokalen importeren', 'Plak hier de lijst'],
    '/admin/import/testmoments': ['/admin/import/testmoments', 'Toetsmomenten importeren', 'Plak hier de lijst'],
    '/admin/import/history': ['/admin/import/history', 'Welke lijsten zijn geïmporteerd'],
    '/admin/import/history/$importId': [`/admin/import/history/${imported}`, /^Studenten geïmporteerd/],
    '/user/$userId/edit': [`/user/${student}/edit`, 'Gebruiker verwijderen'],
    '/education-department/$departmentId/edit': [`/education-department/${department}/edit`, 'Acties'],
    '/schoolyear/$schoolyearId/copy': ['/schoolyear/2/copy?from=1', /^Nieuwe datum/],
    '/schoolyear/$schoolyearId/recesses': ['/schoolyear/2/recesses', 'Herfstvakantie'],
    '/schoolyear/$schoolyearId/testmoment/$testmomentId/edit': [`${moment(today)}/edit`, 'Toetsmoment verwijderen'],
    '/schoolyear/$schoolyearId/testmoment/$testmomentId/presence': [`${moment(today)}/presence`, 'Niet op de lijst?'],
    '/schoolyear/$schoolyearId/testmoment/$testmomentId/results': [`${moment(yesterday)}/results`, 'Publiceren'],
    '/schoolyear/$schoolyearId/testmoment/$testmomentId/results/import': [
      `${moment(yesterday)}/results/import`,
      'Bestand kiezen',
    ],
  }
}

/** Lead on to a screen that stands here under its own address, or are steps of a walk that has its own story. */
const NO_SCREEN = [
  '/admin/import',
  '/education-department',
  '/schoolyear/$schoolyearId/testmoment',
  '/settings',
  '/user',
]
const STEPS = ['/onboarding', '/onboarding/step1', '/onboarding/step2', '/onboarding/step3', '/onboarding/step4']

const LONG_NAMES = [
  'Chemische Technologie',
  'Civiele Techniek',
  'Human Resource Management',
  'Technische Bedrijfskunde',
  'Toegepaste Gerontologie',
  'Werktuigbouwkunde en Mechatronica',
]

/** Screens with a grid, whose parts at its edges stay while it is scrolled. */
const STUCK = /\/(gradebook|results)$/

/** Goes there without a load of the page, as by a link. */
const goTo = (page: Page, path: string) => page.evaluate((path) => history.pushState({}, '', path), path)

const isInAll = process.env.TIER !== 'first'

async function look(page: Page, place: string) {
  if (isInAll) await expectNarrowInLargeLetters(page, place)
  if (STUCK.test(place)) await unstick(page)
  await expectScreenSound(page, place)
}

async function expectAllSound(page: Page, places: Places) {
  for (const [address, [path, ...filledWith]] of Object.entries(places))
    await test.step(address, async () => {
      await goTo(page, path)
      for (const text of filledWith)
        await expect(page.getByText(text).or(page.getByLabel(text)).filter({ visible: true }).first()).toBeVisible()
      await look(page, address)
    })
}

/** The tabs of a moment, filled with much text and with large letters, scroll down alone. */
async function expectNarrowTabs(page: Page, moment: number) {
  for (const tab of ['students', 'waiting', 'rooms', 'seating']) {
    await goTo(page, `/schoolyear/1/testmoment/${moment}/edit?tab=${tab}`)
    await expect(page.locator('nav [aria-current="page"]').filter({ visible: true }).first()).toBeVisible()
    await expect(page.locator('[aria-busy="true"], [class*="_skeleton_"]').filter({ visible: true })).toHaveCount(0)
    await expectNarrowInLargeLetters(page, tab)
  }
}

test('every address of the app is looked at here', () => {
  const tree = readFileSync(`${ROOT}src/routeTree.gen.ts`, 'utf8')
  const [, byTo = ''] = /interface FileRoutesByTo \{([^}]*)\}/.exec(tree) ?? []
  const addresses = [...byTo.matchAll(/'([^']+)':/g)].map(([, address = '']) => address)
  const made = { today: 0, yesterday: 0, department: 0, student: 0, message: 0, imported: 0, mark: '' }
  const places = { ...VISITOR, ...studentPlaces(0), ...teacherPlaces(made) }
  expect([...Object.keys(places), ...NO_SCREEN, ...STEPS].toSorted()).toEqual(addresses.toSorted())
})

test('each screen of a visitor', async ({ page }) => {
  await page.goto('/')
  await expectAllSound(page, VISITOR)
})

test('each step of a newcomer, and each screen of a student', async ({ page, product, situation }) => {
  const student = await situation(['WIS1', 'STAT'])
  await student.addMoment({ inDays: 10, automatic: ['STAT'] })
  await becomeNewcomer(product, student)
  await openAs(page, student.username)
  await expect(page.getByLabel('Voornaam')).toBeVisible()
  await look(page, 'name')
  await giveName(page, 'Jade', 'van den Berg')
  await page.getByLabel('Studierichting').selectOption(student.department)
  await look(page, 'department')
  await saveAndGoOn(page)
  await expect(page.getByRole('checkbox').first()).toBeVisible()
  await look(page, 'modules')
  await saveAndGoOn(page)
  await expect(page.getByRole('button', { name: 'Bevestigen' })).toBeVisible()
  await look(page, 'overview')

  const taken = await student.enroll(await student.addMoment({ inDays: -7 }), 'WIS1')
  await student.note(taken, { presence: 'present', result: { outcome: 'passed', grade: 75 } })
  const message = await student.receive({ subject: 'Neem je kaart mee', text: 'Tot dan.' })
  await page.getByRole('button', { name: 'Bevestigen' }).click()
  await expect(page).toHaveURL(/\/student\/modules/)
  await expectAllSound(page, studentPlaces(message))
})

test('each screen of a teacher', async ({ page, product, situation }) => {
  test.setTimeout(underLoad(240_000))
  const { kysely } = product.database
  const student = await situation(['WIS1', 'STAT'])
  const long = { class_group: 'Wiskunde-voor-techniek-1A', student_number: '500123456' }
  await kysely.updateTable('user').set(long).where('id', '=', student.studentId).execute()
  const today = await student.addMoment({ inDays: 0 })
  const yesterday = await student.addMoment({ inDays: -1, seats: 40 })
  const where = { starts_at: '09:00', ends_at: '11:30', location: 'Sporthal Noord, ingang Stationsplein' }
  await student.change(yesterday, where)
  await student.enroll(today, 'WIS1')
  await student.note(await student.enroll(yesterday, 'STAT'), { result: { outcome: 'passed', grade: 75 } })
  const message = await student.receive({ subject: 'Neem je kaart mee', text: 'https://school.example/'.repeat(9) })
  const { id: department } = await kysely
    .selectFrom('education_department')
    .select('id')
    .where('name', '=', student.department)
    .executeTakeFirstOrThrow()
  const { id: imported } = await kysely
    .insertInto('import')
    .values({ kind: 'students', at: new Date().toISOString(), added: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kysely
    .insertInto('import_line')
    .values({ import_id: imported, line: 2, outcome: 'added', after: '{"version":1}', user_id: student.studentId })
    .execute()
  // With more than ten departments their names stand upright in the matrix.
  const names = LONG_NAMES.map((name) => ({ name: `${name} ${student.mark}`, created_at: new Date().toISOString() }))
  const added = await kysely.insertInto('education_department').values(names).returning('id').execute()
  const { id: year } = await kysely
    .insertInto('schoolyear')
    .values({ name: `Voor wie opnieuw begint ${student.mark}`, created_at: new Date().toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await openAs(page, TEACHER)
  await expect(page.getByRole('table').first()).toBeVisible()
  const made = { today, yesterday, department, student: student.studentId, message, imported, mark: student.mark }
  await expectAllSound(page, teacherPlaces(made))
  if (isInAll) await expectNarrowTabs(page, yesterday)
  const ids = added.map(({ id }) => id)
  await kysely.deleteFrom('education_department').where('id', 'in', ids).execute()
  await kysely.deleteFrom('schoolyear').where('id', '=', year).execute()
})

test('the screens of whoever has no account or no role', async ({ page, product, situation }) => {
  const student = await situation(['WIS1'])
  await page.goto('/invigilator')
  await expect(page.getByText('Open de link die je van de docent hebt gekregen')).toBeVisible()
  await look(page, 'no link')
  await product.database.kysely.updateTable('user').set({ roles: '' }).where('id', '=', student.studentId).execute()
  await openAs(page, student.username)
  await expect(page.getByRole('button', { name: 'Uitloggen' }).first()).toBeVisible()
  await look(page, 'no role')
})
