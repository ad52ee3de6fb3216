import type { Page } from '@playwright/test'
import { DOMAIN } from '#database/demo/people.ts'
import { expect, logIn, test } from './support/test.ts'

test.use({ viewport: { width: 1280, height: 900 }, isMobile: false, hasTouch: false })

const IMPORT = '**/api/v1/import/students'
const OUTCOMES = '**/api/v1/outcomes/*'

/** The server does it, and nobody hears its answer; when it is sent again that comes. */
const loseAnswer = (page: Page, address: string) =>
  page.route(
    address,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )

/** Has an address that nobody has yet imported. */
async function importOne(page: Page, mark: string): Promise<void> {
  await page.goto('/admin/import/students')
  await page.getByLabel('Plak hier de lijst').fill(`e-mail\nlost-${process.pid}-${mark}@e2e.example`)
  await page.getByRole('button', { name: 'Controleren', exact: true }).click()
  await page.getByRole('button', { name: '1 student importeren' }).click()
}

test('of a write whose answer is lost a teacher is told what is known of it, and nothing else', async ({ page }) => {
  await logIn(page, `docent@${DOMAIN}`, { path: '/admin/import/students' })
  await expect(page.getByLabel('Plak hier de lijst')).toBeVisible({ timeout: 30_000 })
  const notice = page.getByRole('region', { name: 'Nog niet bekend' })

  await test.step('it was done: its answer is made again', async () => {
    await loseAnswer(page, IMPORT)
    await importOne(page, 'done')
    await expect(page.locator(':focus')).toContainText('1 student is geïmporteerd')
  })
  await test.step('nobody knows: it is said in place and at the foot, and looked up when that is asked for', async () => {
    await loseAnswer(page, IMPORT)
    await page.route(OUTCOMES, (route) => route.abort())
    await importOne(page, 'unknown')
    await expect(page.getByRole('alert')).toContainText('Het is nog niet bekend of dit is gelukt', { timeout: 15_000 })
    await expect(page.getByText('Er is niets geïmporteerd')).toBeHidden()
    await page.unroute(OUTCOMES)
    await notice.getByRole('button', { name: 'Kijk het na' }).click()
    await expect(notice).toContainText('Je actie is gelukt.')
    await notice.getByRole('button', { name: 'Sluiten' }).click()
    await expect(notice).toBeEmpty()
  })
  await test.step('it never arrived: nothing was done, and nothing will be', async () => {
    await page.route(IMPORT, (route) => route.abort())
    await importOne(page, 'never')
    await expect(page.getByRole('alert')).toContainText('Er is niets geïmporteerd')
    await page.unroute(IMPORT)
    await page.getByRole('button', { name: '1 student importeren' }).click()
    await expect(page.locator(':focus')).toContainText('1 student is geïmporteerd')
  })
})
