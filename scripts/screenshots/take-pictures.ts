import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { ROOT } from '../root.ts'

const STUDENT = 'noor.vandenbroek@demo.wiskunde-inschrijven.example'
const NEWCOMER = 'nieuwe.student@demo.wiskunde-inschrijven.example'
const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }

interface Product {
  /** path of the browser's program */
  browser: string
  url: string
  password: string
}

/** Saves each screen in docs/screens as `<screen>-<device>[-dark].png`. */
export async function takePictures({ browser: executablePath, url, password }: Product): Promise<void> {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
  })
  for (const device of ['phone', 'desktop'] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({
        viewport: device === 'phone' ? PHONE : DESKTOP,
        deviceScaleFactor: device === 'phone' ? 2 : 1,
        colorScheme,
        locale: 'nl-NL',
        timezoneId: 'Europe/Amsterdam',
        baseURL: url,
      })
      const page = await context.newPage()
      const suffix = colorScheme === 'dark' ? `${device}-dark` : device
      await walk(page, password, (screen) =>
        page.screenshot({ path: join(ROOT, 'docs/screens', `${screen}-${suffix}.png`) }),
      )
      await context.close()
    }
  }
  await browser.close()
}

async function walk(page: Page, password: string, picture: (screen: string) => Promise<unknown>): Promise<void> {
  await page.goto('/register')
  await page.getByLabel('Herhaal wachtwoord').waitFor()
  await picture('register')

  await logIn(page, NEWCOMER, password, () => picture('login'))
  await page.getByLabel('Voornaam').waitFor()
  await picture('onboarding')
  await page.evaluate(() => localStorage.clear())

  await logIn(page, STUDENT, password)
  await page.getByRole('heading', { name: 'ALG2' }).waitFor()
  await picture('modules')
  await page.goto(`/student/modules?module=${await moduleIdOf(page, 'ALG2')}`)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Uitschrijven/ })
    .waitFor()
  await picture('dialog')

  await page.goto('/student/testmoments')
  await page.getByRole('timer').first().waitFor()
  await picture('testmoments')
  await page
    .getByRole('link', { name: /^Wijzigen/ })
    .first()
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Inschrijven/ })
    .first()
    .waitFor()
  await picture('moment-dialog')

  await page.goto('/student/completed-modules')
  await page.getByRole('button', { name: 'Wijzigen' }).click()
  await page.getByRole('checkbox', { name: /^ALG2/ }).check()
  await picture('completed-modules')

  await page.goto('/settings/user')
  await page.getByLabel('Voornaam').waitFor()
  await picture('settings')
}

async function logIn(
  page: Page,
  username: string,
  password: string,
  halfway = async (): Promise<unknown> => undefined,
) {
  await page.goto('/')
  await page.getByLabel('Gebruikersnaam').fill(username)
  await halfway()
  await page.getByLabel('Wachtwoord', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Inloggen' }).click()
}

/** The card's link holds the module's number. */
async function moduleIdOf(page: Page, name: string): Promise<string> {
  const card = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name }) })
  const href = await card.getByRole('link').first().getAttribute('href')
  return new URL(href ?? '', page.url()).searchParams.get('module') ?? ''
}
