import type { Page } from '@playwright/test'
import { previewPublication, publishResults, readResults, saveResults } from '#contract/results.gen.ts'
import type { ResultEdit } from '#domain/results/result.schema.ts'
import { untilListsAreKept } from './support/kept-lists.ts'
import { keepLook } from './support/look.ts'
import { startTeacher } from './support/teacher.ts'
import { expect, labelOfDay, openAs, test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

const PATH = '/student/history'

/** Publishes a result as a teacher's screen does: types it, previews it and publishes. */
const correct = (
  teacher: Awaited<ReturnType<typeof startTeacher>>,
  id: number,
  { enrollment_id, value }: Pick<ResultEdit, 'enrollment_id' | 'value'>,
) =>
  teacher.call(async (api) => {
    const { entities } = await api.call(readResults, { params: { id } })
    const cell = entities.flatMap(({ cells }) => cells).find((each) => each.enrollment_id === enrollment_id)
    const edit = { enrollment_id, value, version: cell?.version ?? 0 }
    await api.call(saveResults, { params: { id }, body: { entities: [edit] } })
    const { confirmation } = await api.call(previewPublication, { params: { id }, body: {} })
    await api.call(publishResults, { params: { id }, body: { confirmation } })
  })

/** Row of a test on the screen with all tests. */
const taken = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3, name: new RegExp(`^${name}-`) }) })

test('a student sees what came of each test, takes one that was failed again by one tap, and reads it all offline', async ({
  page,
  context,
  product,
  situation,
}) => {
  const student = await situation(['WIS1', 'STAT', 'ALG'])
  const failedAt = await student.addMoment({ inDays: -10 })
  const failed = await student.enroll(failedAt, 'WIS1')
  await student.note(failed, { presence: 'late', result: { outcome: 'failed', grade: 45 } })
  await student.enroll(failedAt, 'ALG')
  const passed = await student.enroll(await student.addMoment({ inDays: -20 }), 'STAT')
  await student.note(passed, { presence: 'present', result: { outcome: 'passed', grade: 75 } })
  await student.complete('STAT')
  const next = await student.addMoment({ inDays: 7, modules: ['WIS1'] })
  await student.addMoment({ inDays: 21, modules: ['WIS1'] })
  await student.addMoment({ inDays: 28, open: false })

  await openAs(page, student.username, PATH)
  await test.step('each test with its result and presence, in words', async () => {
    await expect(taken(page, 'WIS1')).toContainText('Niet geslaagd (4,5)')
    await expect(taken(page, 'WIS1')).toContainText('Te laat')
    await expect(taken(page, 'ALG')).toContainText('Nog geen uitslag')
    await expect(taken(page, 'STAT')).toContainText('Geslaagd (7,5)')
    await expect(taken(page, 'STAT')).toContainText('Aanwezig')
    await expect(taken(page, 'STAT').getByRole('button')).toHaveCount(0)
    await expect(page.getByText(`Gefeliciteerd! Je hebt STAT-${student.mark} gehaald.`)).toBeVisible()
  })

  await test.step('one tap enrolls for the next moment, and it is said there', async () => {
    const chance = page.getByRole('region', { name: /^Nieuwe kans voor WIS1/ })
    await expect(chance.getByRole('button')).toHaveCount(2)
    await chance.getByRole('button', { name: `Inschrijven voor WIS1-${student.mark}, ${labelOfDay(7)}` }).click()
    await expect(chance.getByRole('button')).toHaveText([/^Uitschrijven/, /^Delen/, /In agenda/])
    await expect(chance.getByRole('button', { name: /^Uitschrijven/ })).toBeFocused()
    await expect(chance).toContainText('Je doet deze toets opnieuw')
    expect(await student.enrollments()).toContainEqual({ testmoment_id: next, module_id: student.modules.WIS1 })
  })

  await test.step('without a network it is all there, and nothing can be changed', async () => {
    // The tests alone are not enough: the screen waits for all that enrolling needs.
    await untilListsAreKept(page, student.studentId, ['history'])
    await context.setOffline(true)
    await page.reload()
    await expect(taken(page, 'WIS1')).toContainText('Niet geslaagd (4,5)')
    await expect(taken(page, 'WIS1')).toContainText(`Je doet deze toets opnieuw`)
    await expect(page.getByRole('button', { name: /^Uitschrijven/ })).toBeDisabled()
    await expect(page.getByText(/^Je bent offline/)).toBeVisible()
    await keepLook(page, 'offline')
    await expect(page.getByText('Gefeliciteerd!'), 'once').toBeHidden()
    await context.setOffline(false)
    await expect(page.getByRole('button', { name: /^Uitschrijven/ })).toBeEnabled()
  })

  await test.step('a correction is there while one looks: what is passed is not taken again, and what was to be has ended', async () => {
    await correct(await startTeacher(product), failedAt, {
      enrollment_id: failed,
      value: { outcome: 'passed', grade: 55 },
    })
    await expect(taken(page, 'WIS1')).toContainText('Geslaagd (5,5)')
    await expect(taken(page, 'WIS1')).toContainText(/De uitslag is gewijzigd op .+ om \d\d:\d\d/)
    await expect(page.getByRole('region', { name: /^Nieuwe kans/ })).toHaveCount(0)
    expect(await student.enrollments()).not.toContainEqual(expect.objectContaining({ testmoment_id: next }))
  })
})

test('a student without tests reads what comes here; a list that can’t be had says so', { tag: '@all' }, async ({
  page,
  situation,
}) => {
  const student = await situation(['WIS1'])
  await openAs(page, student.username, PATH)
  await expect(page.getByRole('heading', { name: 'Je hebt nog geen toetsen gemaakt' })).toBeVisible()
  await keepLook(page, 'empty')
  await page.route('**/api/v1/user/*/history', (route) =>
    route.fulfill({ status: 500, json: { reason: 'internal-error' } }),
  )
  await page.evaluate(() => indexedDB.deleteDatabase('lists'))
  await page.goto('/student/modules')
  await page.goto(PATH)
  await expect(page.getByText('Ophalen van je toetsen mislukt')).toBeVisible()
})
