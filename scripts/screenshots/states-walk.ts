import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { logIn, type Walk } from './walks.ts'

/** Opens an address of the app; a picture waits until everything is loaded. */
async function open(page: Page, path: string) {
  await page.goto(path)
  await page.getByRole('heading').first().waitFor()
}

const NEWCOMER = 'jade.bos@demo.wiskunde-inschrijven.example'
const PASSWORD = 'vlieger-boven-de-brug'

/** Screens around an account: from its first letter to the empty lists of a new student. */
export async function walkAsNewcomer({ page, dataDir, picture }: Walk): Promise<void> {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await page.goto('/')
  await page.getByLabel('Gebruikersnaam').waitFor()
  await picture('visitor-login-empty')
  await logIn(page, 'noor.vandenbroek', 'wat anders')
  await page.getByRole('alert').waitFor()
  await picture('visitor-login-refused')
  await open(page, '/password-reset')
  await picture('visitor-password-reset')
  await open(page, '/register')
  await page.getByLabel('Gebruikersnaam').fill(NEWCOMER)
  await page.getByLabel('Wachtwoord', { exact: true }).fill('kort')
  await press('Registreren')
  await page.getByRole('alert').waitFor()
  await picture('visitor-register-refused')
  for (const label of ['Wachtwoord', 'Herhaal wachtwoord']) await page.getByLabel(label, { exact: true }).fill(PASSWORD)
  await press('Registreren')
  await page.getByText(/activatielink gestuurd/).waitFor()
  await picture('visitor-registered')
  for (const kind of ['activate', 'password-change', 'second-factor']) {
    await open(page, `/${kind}/no-such-key`)
    // These links do nothing until their button is pressed.
    const button = { activate: 'Account activeren', 'second-factor': 'Tweede stap instellen' }[kind]
    if (button) {
      await picture(`visitor-${kind}`)
      await press(button)
    }
    await page.getByRole('alert').waitFor()
    await picture(`visitor-${kind}-refused`)
  }
  await open(page, await linkInLetter(dataDir, NEWCOMER))
  await press('Account activeren')
  await page.getByText(/succesvol geactiveerd/).waitFor()
  await picture('visitor-activated')

  await page.goto('/')
  await page.getByLabel('Gebruikersnaam').fill(NEWCOMER)
  await page.getByLabel('Wachtwoord', { exact: true }).fill(PASSWORD)
  await press('Inloggen')
  await page.getByLabel('Voornaam').fill('Jade')
  await press('Opslaan')
  await picture('newcomer-name-missing')
  await page.getByLabel('Achternaam').fill('Bos')
  await saveAndGoOn(page)
  await page.getByLabel('Studierichting').selectOption('HBO-ICT')
  await picture('newcomer-department')
  await saveAndGoOn(page)
  await page.getByRole('checkbox').first().check()
  await picture('newcomer-modules')
  await saveAndGoOn(page)
  await page.getByRole('button', { name: 'Bevestigen' }).waitFor()
  await picture('newcomer-overview')
  await press('Bevestigen')
  await page.waitForURL(/\/student\/modules$/)
  await page.getByText(/Je gegevens zijn bevestigd/).waitFor()
  await picture('newcomer-student-modules')
  for (const screen of ['testmoments', 'completed-modules', 'history', 'messages']) {
    await open(page, `/student/${screen}`)
    await picture(`newcomer-student-${screen}`)
  }
  await open(page, '/settings')
  await picture('newcomer-settings')
}

async function saveAndGoOn(page: Page) {
  await page.getByRole('button', { name: 'Opslaan' }).click()
  await page.getByRole('button', { name: 'Volgende' }).and(page.locator(':not([aria-disabled])')).click()
}

/** Without a mail server letters are written into the data folder. */
async function linkInLetter(dataDir: string, address: string): Promise<string> {
  const folder = join(dataDir, 'mail')
  for (const name of await readdir(folder)) {
    const letter = (await readFile(join(folder, name), 'utf8')).replace(/=\r?\n/g, '').replaceAll('=3D', '=')
    const link = letter.includes(address) && /https?:\/\/[^/\s]+(\/activate\/[\w-]+)/.exec(letter)?.[1]
    if (link) return link
  }
  throw new Error(`No letter to ${address} in ${folder}`)
}

/** Failures that the student Noor may meet, and what opens at a press. */
export async function walkAsUnlucky({ page, password, picture }: Walk): Promise<void> {
  await logIn(page, 'noor.vandenbroek', password)
  await page.getByRole('heading', { name: 'Jouw modules' }).waitFor()
  const menu = page.locator('[popover]').filter({ visible: true })
  const openMenu = async () => {
    // A phone and a desktop have different menus.
    if ((await menu.count()) > 0) return
    await page
      .getByRole('button', { name: /^(Noor|Menu)/ })
      .filter({ visible: true })
      .click()
  }
  await picture('student-menu-open', openMenu)
  await open(page, '/student/messages')
  await picture('student-messages-list')
  await open(page, '/settings')
  await picture('student-settings-all')
  await page.goto('/student/testmoments')
  await page.getByRole('article').first().waitFor()
  await page.context().setOffline(true)
  await page
    .getByText(/^Je bent offline/)
    .first()
    .waitFor()
  await picture('student-offline')
  await page
    .getByRole('link', { name: /^Afgerond/ })
    .filter({ visible: true })
    .first()
    .click()
  await picture('student-offline-other')
  await page.context().setOffline(false)
}

/** The invigilator, who has no account; the teacher makes the link. */
export async function walkAsInvigilator({ page, password, picture }: Walk): Promise<void> {
  await page.goto('/invigilator')
  await page.getByRole('heading').first().waitFor()
  await picture('invigilator-strayed')
  await logIn(page, 'docent', password)
  await page.getByRole('heading', { name: 'Aankomende toetsmomenten' }).waitFor()
  await page.goto('/admin/testmoments')
  await page
    .getByRole('link', { name: /wijzigen$/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Aanwezigheid', exact: true }).click()
  await page.getByRole('button', { name: 'Surveillanten' }).click()
  await page.getByRole('button', { name: 'Surveillantenlink maken' }).click()
  const { pathname, hash } = new URL(await page.getByLabel('Stuur deze link').inputValue())
  const code = await page.getByRole('img', { name: 'Code:' }).innerText()
  await picture('teacher-invigilators')
  await page.evaluate('localStorage.clear()')
  await page.goto(pathname + hash)
  await page.getByLabel('Je naam').fill('Joost, zaal 2')
  await picture('invigilator-code')
  await page.getByRole('button', { name: 'Naar de lijst' }).click()
  await picture('invigilator-code-missing')
  await page.getByLabel('Code van zes cijfers').fill(code)
  await page.getByRole('button', { name: 'Naar de lijst' }).click()
  await page.getByRole('list', { name: 'Presentielijst' }).waitFor()
  await picture('invigilator-list')
}

/** Pictures of a teacher's screens that are empty or offline. */
export async function walkAsManager({ page, password, picture }: Walk): Promise<void> {
  const dialog = page.getByRole('dialog')
  await logIn(page, 'docent', password)
  await page.getByRole('heading', { name: 'Aankomende toetsmomenten' }).waitFor()
  const screens = {
    'messages-empty': '/admin/messages',
    'users-nobody': '/admin/users?search=zzqq',
    'users-not-activated': '/admin/users?activated=no',
    'user-gone': '/user/99999/edit',
    'log-empty': '/admin/audit?resource=import&until=2020-01-01',
    'import-testmoments': '/admin/import/testmoments',
    'import-history-empty': '/admin/import/history',
    'message-choose': '/admin/messages/new',
    'matrix-all': '/admin/education-departments/modules',
    settings: '/settings',
    'settings-user': '/settings/user',
  }
  for (const [name, path] of Object.entries(screens)) {
    await open(page, path)
    await picture(`teacher-${name}`)
  }
  await open(page, '/admin/messages/new')
  await page.getByRole('button', { name: 'Versturen', exact: true }).click()
  await picture('teacher-message-missing')
  await open(page, '/admin/users')
  await page.getByRole('button', { name: 'Gebruiker toevoegen' }).click()
  await picture('teacher-user-new')
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox').nth(1).click()
  await page.getByRole('button', { name: 'Studierichting…' }).click()
  await dialog.waitFor()
  await picture('teacher-users-department')
  await page.keyboard.press('Escape')
  await open(page, '/admin/schoolyears')
  await page
    .getByRole('link', { name: /lesvrij|vakantie|reces/i })
    .first()
    .click()
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  await picture('teacher-recesses')
  await page.context().setOffline(true)
  await page.goto('/admin/users').catch(() => undefined)
  await page.getByRole('heading').first().waitFor()
  await picture('teacher-offline')
  await page.context().setOffline(false)
}
