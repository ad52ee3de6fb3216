import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { underLoad } from '#tests/support/under-load.ts'
import { openDesk } from './support/desk.ts'
import { becomeNewcomer } from './support/newcomer.ts'
import { EASY_TO_READ, expectNarrowInLargeLetters } from './support/sound.ts'
import { expect, openAs, test } from './support/test.ts'

test.use(EASY_TO_READ)
test.describe.configure({ timeout: underLoad(180_000) })

/** Addresses that lead on to another one. */
const LEAD_ON = [
  '/',
  '/$',
  '/onboarding',
  '/settings',
  '/user',
  '/education-department',
  '/schoolyear/$schoolyearId/testmoment',
]

/** Every screen of the app that begins so, as its routes say. */
function screensBelow(begins: RegExp): string[] {
  const tree = readFileSync(new URL('../../src/routeTree.gen.ts', import.meta.url), 'utf8')
  const [, paths = ''] = /^ {2}to:\n([\s\S]*?)^ {2}id:/m.exec(tree) ?? []
  return [...paths.matchAll(/'(.+)'/g)].flatMap(([, path = '']) =>
    LEAD_ON.includes(path) || !begins.test(path) ? [] : path,
  )
}

/** Goes to each screen, with these parts of its address filled in, and finds it no wider than the phone. */
async function expectNarrow(page: Page, screens: readonly string[], parts: Readonly<Record<string, number | string>>) {
  for (const screen of screens) {
    const address = screen.replaceAll(/\$(\w+)/g, (_, name) => String(parts[name] ?? name))
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy="true"], [class*="_skeleton_"]').filter({ visible: true })).toHaveCount(0)
    await expect(page.getByText('Er ging iets mis')).toBeHidden()
    await expectNarrowInLargeLetters(page, address)
  }
}

test('no screen of a teacher scrolls sideways in large letters', { tag: '@all' }, async ({
  page,
  product,
  situation,
}) => {
  const student = await situation(['WIS1', 'STATISTIEK'])
  const { kysely } = product.database
  await kysely
    .updateTable('user')
    .set({ class_group: 'Wiskunde-voor-techniek-1A', student_number: '500123456' })
    .where('id', '=', student.studentId)
    .execute()
  const moment = await student.addMoment({ inDays: -3, seats: 40 })
  await student.change(moment, {
    starts_at: '09:00',
    ends_at: '11:30',
    location: 'Sporthal Noord, ingang Stationsplein',
  })
  await student.note(await student.enroll(moment, 'WIS1'), { result: { outcome: 'passed', grade: 75 } })
  await student.enroll(moment, 'STATISTIEK')
  await student.addMoment({ inDays: 12, duration: 'week' })
  const messageId = await student.receive({
    subject: 'Neem je legitimatie mee',
    text: 'https://school.example/'.repeat(9),
  })
  const department = await kysely
    .selectFrom('education_department')
    .select('id')
    .where('name', '=', student.department)
    .executeTakeFirstOrThrow()
  await openDesk(page, '/admin/import/students')
  await page
    .getByLabel('Plak hier de lijst')
    .fill(`e-mail;voornaam;achternaam\nnieuw-${student.mark}@e2e.example;Jade;Berg`)
  await page.getByRole('button', { name: 'Controleren', exact: true }).click()
  await page.getByRole('button', { name: '1 student importeren' }).click()
  await expect(page.getByText('1 student is geïmporteerd.')).toBeVisible()
  const { id: importId } = await kysely
    .selectFrom('import')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

  const screens = screensBelow(/^\/(admin|schoolyear|user|education-department|settings)\//)
  expect(screens.length).toBeGreaterThan(25)
  const ofMoment = '/schoolyear/$schoolyearId/testmoment/$testmomentId/edit'
  const tabs = ['students', 'waiting', 'rooms', 'seating'].map((tab) => `${ofMoment}?tab=${tab}`)
  await expectNarrow(page, [...screens, ...tabs], {
    ...{ schoolyearId: 1, testmomentId: moment, messageId, importId },
    ...{ userId: student.studentId, departmentId: department.id },
  })
})

test('what stands last on a page comes out from under a notice about the app', { tag: '@all' }, async ({
  page,
  situation,
}) => {
  const { username } = await situation(['WIS1', 'STATISTIEK', 'ALG', 'DIF'])
  const newer = JSON.stringify({ server_time: Date.now(), release: 'nieuwer' })
  const body = `id: 1\nevent: hello\ndata: ${newer}\n\n`
  await page.route('**/api/v1/live', (route) => route.fulfill({ contentType: 'text/event-stream', body }), { times: 1 })
  await openAs(page, username)
  const notice = page.getByRole('region', { name: 'Over de app' }).getByRole('status')
  await expect(notice).toContainText('De app is bijgewerkt')
  const settings = await page.context().newCDPSession(page)
  await settings.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  expect((await notice.boundingBox())?.height, 'px of the notice').toBeLessThanOrEqual(400)
  const last = page.getByRole('main').getByRole('link').last()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const [link, note] = [await last.boundingBox(), await notice.boundingBox()]
  expect((link?.y ?? 0) + (link?.height ?? 0), 'px to the end of the last link').toBeLessThanOrEqual(note?.y ?? 0)
})

test('nor one of a student, a visitor or a newcomer', { tag: '@all' }, async ({ page, product, situation }) => {
  const student = await situation(['WIS1', 'STATISTIEK'])
  await student.note(await student.enroll(await student.addMoment({ inDays: -3 }), 'WIS1'), {
    result: { outcome: 'failed', grade: 45 },
  })
  await student.enroll(await student.addMoment({ inDays: 3, seats: 40 }), 'STATISTIEK')
  await expectNarrow(page, screensBelow(/^\/(password|register|activate|second-factor)/), {})
  await openAs(page, student.username)
  await expectNarrow(page, screensBelow(/^\/student\//), {})
  await becomeNewcomer(product, student)
  await expectNarrow(page, screensBelow(/^\/onboarding\//), {})
})
