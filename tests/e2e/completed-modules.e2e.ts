import type { Page } from '@playwright/test'
import { expectSound } from './support/sound.ts'
import { expect, labelOfDay, moduleCard, openAs, test } from './support/test.ts'

const PATH = '/student/completed-modules'
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}-.* - Beschrijving`) })
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name }).click()

test('a student ticks what they completed: only while editing, and it vanishes from the overview', {
  tag: '@all',
}, async ({ page, situation }) => {
  const student = await situation(['WIS1', 'STAT'])
  await openAs(page, student.username, PATH)
  await expect(page).toHaveTitle('Afgeronde modules – Wiskunde inschrijven')
  await expect(page.getByRole('main')).toContainText('Daarvoor word je niet meer automatisch ingeschreven')
  await expect(page.getByRole('main')).toContainText('Dan wordt die inschrijving verwijderd')
  await expect(box(page, 'STAT')).toBeDisabled()
  await press(page, 'Wijzigen')
  await expect(page.getByRole('main').getByRole('button', { name: 'Opslaan' })).toBeFocused()
  await box(page, 'STAT').check()
  await press(page, 'Opslaan')
  await expect(page.getByText('De wijzigingen zijn opgeslagen')).toBeVisible()
  await expect(box(page, 'STAT')).toBeDisabled()
  await expect(box(page, 'STAT')).toBeChecked()
  await page.goto('/student/modules')
  await expect(moduleCard(page, 'WIS1')).toBeVisible()
  await expect(moduleCard(page, 'STAT')).toHaveCount(0)

  // When the tick is removed they are enrolled where that is automatic, and notified.
  await student.addMoment({ automatic: ['STAT'] })
  await page.goto(PATH)
  await press(page, 'Wijzigen')
  await box(page, 'STAT').uncheck()
  await press(page, 'Opslaan')
  await expect(page.getByText('Je bent automatisch ingeschreven voor 1 toets.')).toBeVisible()
  expect(await student.enrollments()).toHaveLength(1)
})

test('what a result completed is not for the student to untick, also where it was published while they were about to', {
  tag: '@all',
}, async ({ page, situation }) => {
  const student = await situation(['WIS1', 'STAT'])
  await student.complete('STAT')
  await openAs(page, student.username, PATH)
  await press(page, 'Wijzigen')
  await box(page, 'STAT').uncheck()
  await student.complete('STAT', { by_result: true })
  await press(page, 'Opslaan')
  await expect(page.getByRole('alert').filter({ hasText: 'Deze module is afgerond door een uitslag' })).toBeVisible()
  await expect(box(page, 'STAT')).toBeChecked()
  await expect(box(page, 'STAT')).toBeDisabled()
  await expect(box(page, 'STAT')).toHaveAccessibleDescription('Afgerond door een uitslag')
  await expect(box(page, 'WIS1')).toBeEnabled()
  await box(page, 'WIS1').check()
  await press(page, 'Opslaan')
  await expect(page.getByText('De wijzigingen zijn opgeslagen')).toBeVisible()
  await expect(box(page, 'WIS1')).toBeChecked()
})

test('ticks that are not saved: cancelled, left behind after a question, refused by a server that fails, waiting for one that is slow', {
  tag: '@all',
}, async ({ page, situation }) => {
  const student = await situation(['WIS1', 'STAT'])
  await openAs(page, student.username, PATH)
  await test.step('cancelling puts back what was', async () => {
    await press(page, 'Wijzigen')
    await box(page, 'WIS1').check()
    await press(page, 'Annuleren')
    await expect(box(page, 'WIS1')).not.toBeChecked()
    await expect(box(page, 'WIS1')).toBeDisabled()
  })
  await test.step('leaving with unsaved ticks asks first', async () => {
    await press(page, 'Wijzigen')
    await box(page, 'WIS1').check()
    const leave = () => page.getByRole('link', { name: 'Modules', exact: true }).click()
    await leave()
    const dialog = page.getByRole('dialog', { name: 'Je wijzigingen zijn nog niet opgeslagen' })
    await dialog.getByRole('button', { name: 'Annuleren' }).click()
    await expect(page).toHaveURL(new RegExp(`${PATH}$`))
    await expect(box(page, 'WIS1')).toBeChecked()
    await leave()
    await dialog.getByRole('button', { name: 'Weggaan zonder opslaan' }).click()
    await expect(page).toHaveURL(/\/student\/modules$/)
  })
  await test.step('a save that fails says so in its place, and keeps what was ticked', async () => {
    await page.goto(PATH)
    await press(page, 'Wijzigen')
    await box(page, 'STAT').check()
    await page.route('**/modules-completed', (route) =>
      route.fulfill({ status: 500, json: { reason: 'internal-error' } }),
    )
    await press(page, 'Opslaan')
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Opslaan is niet gelukt.')
    await expect(box(page, 'STAT')).toBeChecked()
    await expect(box(page, 'STAT')).toBeEnabled()
    await page.unroute('**/modules-completed')
    await press(page, 'Opslaan')
    await expect(page.getByText('De wijzigingen zijn opgeslagen')).toBeVisible()
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  })
  await test.step('a save that takes long says so', async () => {
    await page.goto(PATH)
    await press(page, 'Wijzigen')
    await box(page, 'WIS1').check()
    let answer = () => {}
    const mayAnswer = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/modules-completed', async (route) => {
      await mayAnswer
      await route.continue()
    })
    await press(page, 'Opslaan')
    await expect(page.getByRole('button', { name: 'Bezig met opslaan…' })).toBeFocused()
    await expect(page.getByText('Dit duurt langer dan anders.')).toBeVisible()
    answer()
    await expect(page.getByText('De wijzigingen zijn opgeslagen')).toBeVisible()
  })
})

test('enrollments and places in a line that would go are named and asked about; who keeps them loses nothing', async ({
  page,
  situation,
}) => {
  const student = await situation(['WIS1', 'STAT', 'ALG'])
  const moment = await student.addMoment({ open: false })
  await student.enroll(moment, 'WIS1')
  await student.enroll(await student.addMoment({ inDays: 20 }), 'STAT')
  await openAs(page, student.username, PATH)
  await press(page, 'Wijzigen')
  await box(page, 'WIS1').check()
  await expect(box(page, 'WIS1')).toHaveAccessibleDescription(
    new RegExp(`^Bij opslaan vervalt je inschrijving op ${labelOfDay(14)}`),
  )
  await press(page, 'Opslaan')
  const dialog = page.getByRole('dialog', { name: 'Je inschrijving wordt verwijderd' })
  await expect(dialog.getByRole('listitem')).toHaveText(
    new RegExp(`^WIS1-.* op ${labelOfDay(14)}Niet zelf terug te draaien: de inschrijvingen zijn gesloten.$`),
  )
  await dialog.getByRole('button', { name: 'Annuleren' }).click()
  await expect(dialog).toBeHidden()
  await expect(box(page, 'WIS1')).toBeChecked()
  expect(await student.enrollments()).toHaveLength(2)

  await box(page, 'STAT').check()
  await press(page, 'Opslaan')
  const both = page.getByRole('dialog', { name: 'Je inschrijvingen worden verwijderd' })
  await expect(both.getByRole('listitem').first()).toHaveText(new RegExp(`^STAT-.* op ${labelOfDay(20)}$`))
  await both.getByRole('button', { name: 'Opslaan en uitschrijven' }).click()
  await expect(page.getByText('2 inschrijvingen zijn verwijderd, omdat je de module hebt afgerond.')).toBeVisible()
  await expect(both).toBeHidden()
  expect(await student.enrollments()).toEqual([])

  const full = await student.addMoment({ inDays: 25, seats: 1, open: false })
  await student.wait(full, 'ALG')
  await page.reload()
  await press(page, 'Wijzigen')
  await box(page, 'ALG').check()
  await press(page, 'Opslaan')
  const place = page.getByRole('dialog', { name: 'Je gaat van de wachtlijst af' })
  await expect(place.getByRole('listitem')).toHaveText(/^ALG-.*: je bent de 1e$/)
  await expectSound(page, 'completing a module that is waited for')
  await place.getByRole('button', { name: 'Opslaan' }).click()
  await expect.poll(student.waits).toBe(0)
})
