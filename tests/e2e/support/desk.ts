import { expect, type Page } from '@playwright/test'
import { DOMAIN } from '#database/demo/people.ts'
import { logIn, openAs } from './test.ts'

/** A teacher's desktop, where the other tests have a phone. */
export const DESK = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false }

export const TEACHER = `docent@${DOMAIN}`

/** Opens the screen at that path as the teacher. */
export async function openDesk(page: Page, path: string): Promise<void> {
  await openAs(page, TEACHER, path)
  await expectOpened(page)
}

/** Opens a teacher's screen by way of the login form, for stories about logging in. */
export async function logInAtDesk(page: Page, path: string): Promise<void> {
  await logIn(page, TEACHER, { path })
  await expectOpened(page)
}

async function expectOpened(page: Page): Promise<void> {
  await expect(page.getByRole('navigation', { name: /^(Menu|Hoofdmenu)$/ }).first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** The logged-in teacher goes to another screen, or reloads this one. */
export async function goToScreen(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** A row of a table by a text in it. */
export const row = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text })

/** From now on the server fails at `method` calls of what the pattern matches. */
export const failAt = (page: Page, method: string, pattern: RegExp) =>
  page.route(pattern, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 500, json: { reason: 'internal-error' } })
      : route.fallback(),
  )

/** The list at the pattern is empty, as in a school that has just begun. */
export const emptyAt = (page: Page, pattern: RegExp) =>
  page.route(pattern, (route) => route.fulfill({ json: { entities: [], counts: { past: 0, ahead: 0 }, _links: {} } }))
