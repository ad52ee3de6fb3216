import type { Page } from '@playwright/test'
import { startTeacher } from './support/teacher.ts'
import { expect, moduleCard, openAs, openModule, test } from './support/test.ts'

const isLive = (exchange: { url(): string }) => exchange.url().endsWith('/api/v1/live')

/** The requests for live news that this page makes. */
function liveRequestsOf(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    if (isLive(request)) requests.push(request.method())
  })
  return requests
}

const untilLive = (page: Page) => page.waitForResponse(isLive)

test('a teacher opens a moment, and says where it is: the student’s open dialog shows it, and outlives a server in trouble', async ({
  page,
  product,
  situation,
}) => {
  const student = await situation(['WIS1'])
  const moment = await student.addMoment({ open: false })
  const teacher = await startTeacher(product)
  const live = untilLive(page)
  await openAs(page, student.username)
  const dialog = await openModule(page, 'WIS1')
  await expect(dialog.getByText('Nu gesloten', { exact: true })).toBeVisible()
  await live

  await teacher.edit(moment, { enrollments_enabled: true })
  await expect(dialog.getByRole('button', { name: /^Inschrijven/ })).toBeEnabled()
  await teacher.edit(moment, { starts_at: '09:00', ends_at: '11:30', location: 'Zaal 3.14' })
  await expect(dialog).toContainText('09:00–11:30 · Zaal 3.14')

  // A server in trouble while the screen renews itself takes nothing away.
  await page.route(/\/testmoments/, (route) => route.fulfill({ status: 500, json: { reason: 'internal-error' } }))
  const refused = page.waitForResponse((response) => response.status() === 500)
  await teacher.edit(moment, { enrollments_enabled: false })
  await refused
  await page.unrouteAll()
  await expect(dialog.getByRole('button', { name: /^Inschrijven/ })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)

  await teacher.edit(moment, { max_enrollments: 2 })
  await expect(dialog.getByText('Nu gesloten', { exact: true })).toBeVisible()
})

test('what is being typed stays while the screen renews itself', async ({ page, product, situation }) => {
  const student = await situation(['WIS1'])
  const moment = await student.addMoment()
  const teacher = await startTeacher(product)
  const live = untilLive(page)
  await openAs(page, student.username, '/settings/user')
  await page.getByLabel('Voornaam').fill('Half getypt')
  await page.getByLabel('Achternaam').focus()
  await live

  const renewed = page.waitForResponse((response) => /\/api\/v1\/user/.test(response.url()))
  await teacher.edit(moment, { max_enrollments: 3 })
  await renewed
  await expect(page.getByLabel('Voornaam')).toHaveValue('Half getypt')
  await expect(page.getByLabel('Achternaam')).toBeFocused()
})

test('two tabs share one connection, and both show what happens in either and elsewhere', { tag: '@all' }, async ({
  context,
  product,
  situation,
}) => {
  const student = await situation(['WIS1'])
  const moment = await student.addMoment()
  const teacher = await startTeacher(product)
  const first = await context.newPage()
  const live = untilLive(first)
  await openAs(first, student.username)
  await live

  const second = await context.newPage()
  const requests = liveRequestsOf(second)
  await second.goto('/student/modules')
  const dialog = await openModule(second, 'WIS1')
  await dialog.getByRole('button', { name: /^Inschrijven/ }).click()
  await expect(dialog.getByRole('button', { name: /^Uitschrijven/ })).toBeVisible()
  await expect(moduleCard(first, 'WIS1')).toContainText('Ingeschreven voor')

  await teacher.edit(moment, { enrollments_enabled: false })
  await expect(dialog).toContainText('De inschrijvingen zijn nu gesloten.')
  expect(requests).toEqual([])

  await first.close()
  await expect.poll(() => requests).toEqual(['GET'])
  await teacher.edit(moment, { enrollments_enabled: true })
  await expect(dialog.getByRole('button', { name: /^Uitschrijven/ })).toBeVisible()
})

test('a student who logs out gets no more live changes', { tag: '@all' }, async ({ page, situation }) => {
  const student = await situation(['WIS1'])
  const requests = liveRequestsOf(page)
  const live = untilLive(page)
  await openAs(page, student.username)
  await live
  // The stream ends: the page closes it, or the server does because the session is over.
  const over = Promise.race([page.waitForEvent('requestfailed', isLive), page.waitForEvent('requestfinished', isLive)])
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Uitloggen' }).click()
  await expect(page.getByRole('button', { name: 'Inloggen', exact: true })).toBeVisible()
  await over
  expect(requests).toEqual(['GET'])
})
