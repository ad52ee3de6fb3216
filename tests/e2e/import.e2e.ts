import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import writeExcelFile from 'write-excel-file/node'
import { DOMAIN } from '#database/demo/people.ts'
import { underLoad } from '#tests/support/under-load.ts'
import { expect, logIn, openAs, test } from './support/test.ts'

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

const TEACHER = `docent@${DOMAIN}`
let counter = 0
/** Addresses that nobody has yet. */
const newcomers = (count: number) => {
  const mark = `${process.pid}-${++counter}`
  return Array.from({ length: count }, (_, at) => `import-${mark}-${at}@e2e.example`)
}

const list = (page: Page) => page.getByLabel('Plak hier de lijst')
/** Writes the list, which is hidden once it was checked. */
const write = async (page: Page, text: string) => {
  const change = page.getByRole('button', { name: 'Lijst aanpassen' })
  await expect(list(page).or(change).first()).toBeVisible()
  if (await list(page).isHidden()) await change.click()
  await list(page).fill(text)
}
const judged = (page: Page) => page.getByRole('table', { name: 'Regels van de lijst' }).getByRole('row')
const check = (page: Page) => page.getByRole('button', { name: 'Controleren', exact: true })
const openStudents = (page: Page) => openAs(page, TEACHER, '/admin/import/students')

test('a teacher pastes a list of students, sees what comes of it and has them invited', async ({
  page,
  situation,
  mailbox,
}) => {
  const student = await situation(['WIS1'])
  const { department, username, studentId } = student
  const known = [(await student.addClassmate()).username, (await student.addClassmate()).username]
  const [jade = '', omar = ''] = newcomers(2)
  await openAs(page, TEACHER, '/admin/users')
  await page.getByRole('link', { name: 'Studenten importeren' }).click()
  await expect(page.getByRole('heading', { name: 'Studenten importeren' })).toBeVisible()

  await list(page).fill(
    [
      'voornaam;achternaam;e-mail;studierichting;klas;profiel;studentnummer',
      `Jade;van den Berg;${jade};${department};1A;N&T;j 9${studentId}`,
      `Omar;El Amrani;${omar};;1B;N&G;`,
      `;;${username};;;;0${studentId}`,
      // with these, as many lines as the first ones that are shown
      ...known.map((address) => `;;${address};;;;`),
    ].join('\n'),
  )
  await check(page).click()
  await expect(page.getByText('2 regels nieuw')).toBeVisible()
  await expect(page.locator(':focus')).toContainText('2 regels nieuw')
  await expect(page.getByText('‘profiel’ niet gebruikt')).toBeVisible()
  // The last choice is above the verdict, without scrolling.
  const choice = await page.getByText('Je verstuurt ze bij Gebruikers').boundingBox()
  const verdict = await page.getByRole('region', { name: 'Controle' }).boundingBox()
  expect((choice?.y ?? 0) + (choice?.height ?? 0)).toBeLessThanOrEqual(verdict?.y ?? 0)
  await expect(judged(page).filter({ hasText: jade })).toContainText(`${department}klas 1A`)
  await expect(judged(page).filter({ hasText: username })).toContainText(`Krijgt studentnummer 0${studentId}.`)

  const confirm = page.getByRole('button', { name: '2 studenten importeren en 1 bijwerken' })
  const { y: fromTop = 99 } = (await confirm.boundingBox()) ?? {}
  expect(fromTop - (verdict?.y ?? 0), 'px of the bar above its main act').toBeLessThanOrEqual(24)
  await confirm.click()
  await expect(page.locator(':focus')).toContainText('2 studenten zijn geïmporteerd en 1 bijgewerkt.')
  await expect(page.getByText('Alle 2 activatiemails zijn verstuurd.')).toBeVisible({ timeout: underLoad(15_000) })
  expect((await mailbox.take(jade)).subject).toBe('Je account voor Wiskunde inschrijven staat klaar')

  await page.getByRole('link', { name: 'Naar Gebruikers' }).click()
  await page.getByLabel(/^Zoek op naam/).fill(`J9${studentId}`)
  await page.getByRole('button', { name: 'Zoeken' }).click()
  await expect(page.getByRole('row').filter({ hasText: jade })).toContainText('van den Berg')
})

test('an imported student chooses a password by e-mail and confirms what the list said', { tag: '@all' }, async ({
  page,
  situation,
  mailbox,
}) => {
  const { department } = await situation(['WIS1'])
  const [jade = ''] = newcomers(1)
  await openStudents(page)
  await list(page).fill(`voornaam;achternaam;e-mail;studierichting\nJade;van den Berg;${jade};${department}`)
  await check(page).click()
  await expect(page.getByText('De link is 14 dagen geldig.')).toBeVisible()
  await page.getByRole('button', { name: '1 student importeren' }).click()
  const { link } = await mailbox.take(jade)

  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto(link)
  await page.getByLabel('Wachtwoord', { exact: true }).fill('passer-krijtbord-77')
  await page.getByLabel('Herhaal wachtwoord', { exact: true }).fill('passer-krijtbord-77')
  await page
    .getByRole('button', { name: /wachtwoord/i })
    .last()
    .click()
  await page.getByRole('link', { name: /inloggen/i }).click()
  await logIn(page, jade, { password: 'passer-krijtbord-77' })
  await expect(page).toHaveURL(/\/onboarding\/step3$/)
  await page.goto('/onboarding/step1')
  await expect(page.getByLabel('Achternaam')).toHaveValue('van den Berg')
  await page.goto('/onboarding/step2')
  await expect(page.getByRole('combobox')).toContainText(department)
})

test('a list with mistakes, one that cannot be read, files of Excel, and a list half done', { tag: '@all' }, async ({
  page,
}) => {
  await test.step('a list with a mistake in it is not imported, and its mistakes are all that is shown at first', async () => {
    const [jade = '', omar = ''] = newcomers(2)
    await openStudents(page)
    const text = `e-mail;voornaam;achternaam;studierichting\n${jade};Jade;Berg;Bestaat Niet\n${omar};Omar;El Amrani;\ngeen-adres;X;Y;`
    await list(page).fill(text)
    await check(page).click()
    await expect(page.getByText('2 regels kloppen niet')).toBeVisible()
    await expect(page.getByText('Er is geen studierichting ‘Bestaat Niet’.')).toBeVisible()
    await expect(page.getByText('Dit is geen geldig e-mailadres.')).toBeVisible()
    await expect(judged(page).filter({ hasText: omar })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /importeren$/ })).toHaveCount(0)
    await page.getByLabel('Welke regels').selectOption('all')
    await expect(judged(page).filter({ hasText: omar })).toBeVisible()

    await expect(list(page)).toHaveValue(text)

    await judged(page)
      .filter({ hasText: 'geen-adres' })
      .getByRole('button', { name: 'Toon deze regel in de lijst' })
      .press('Enter')
    await expect(list(page)).toBeFocused()
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('geen-adres;X;Y;')
    await page.keyboard.press('Delete')
    await expect(page.getByText('De lijst is gewijzigd.')).toBeVisible()
    await expect(page.getByText('Er is geen studierichting ‘Bestaat Niet’.')).toBeVisible()
    await write(page, text.replace('Bestaat Niet', '').replace('\ngeen-adres;X;Y;', ''))
    await check(page).click()
    await expect(page.getByRole('button', { name: '2 studenten importeren' })).toBeVisible()
  })
  await test.step('a list that cannot be read says why, and when the server is gone the list stays', async () => {
    const [jade = ''] = newcomers(1)
    await page.goto('/admin/import/students')
    await list(page).fill('voornaam;achternaam\nJade;Berg')
    await check(page).click()
    await expect(page.getByRole('alert')).toContainText('Er is geen kolom met e-mailadressen')

    await write(page, `e-mail\n${jade}`)
    await page.route('**/api/v1/import/students/preview', (route) => route.abort())
    await check(page).click()
    await expect(page.getByRole('alert')).toContainText('Controleren van de lijst mislukt')
    await page.unroute('**/api/v1/import/students/preview')
    await expect(list(page)).toHaveValue(`e-mail\n${jade}`)
    await check(page).click()
    await expect(page.getByRole('button', { name: '1 student importeren' })).toBeVisible()
  })
  await test.step('a file is read in the encoding that Excel gave it, and an Excel workbook and an unreadable file are explained', async () => {
    const [zoe = ''] = newcomers(1)
    await page.goto('/admin/import/students')
    const file = page.getByLabel('Excel- of CSV-bestand', { exact: true })
    const buffer = Buffer.from(`voornaam;achternaam;e-mail\r\nZo\u00eb;M\u00fcller;${zoe}\r\n`, 'latin1')
    await file.setInputFiles({ name: 'klas.csv', mimeType: 'text/csv', buffer })
    await expect(judged(page).filter({ hasText: zoe })).toContainText('Zoë Müller')

    await file.setInputFiles({ name: 'leeg.csv', mimeType: 'text/csv', buffer: Buffer.from('\r\n') })
    await expect(page.getByRole('alert')).toContainText('In ‘leeg.csv’ staat niets.')
    const workbook = Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0])
    await file.setInputFiles({ name: 'klas.xlsx', mimeType: 'application/vnd.ms-excel', buffer: workbook })
    await expect(page.getByRole('alert')).toContainText('Dit Excel-bestand kan niet worden gelezen')
    await expect(list(page)).toHaveValue(new RegExp(zoe))

    const wide = 'a;'.repeat(700_000)
    await file.setInputFiles({ name: 'breed.csv', mimeType: 'text/csv', buffer: Buffer.from(wide) })
    await expect(page.getByRole('alert')).toContainText('Regel 1 is te lang')
    await expect(list(page)).toHaveValue(new RegExp(zoe))
    await page.getByRole('button', { name: 'Lijst aanpassen' }).click()
    await list(page).evaluate((area, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, 'x\n'.repeat(6_000))
    await expect(page.getByRole('alert')).toContainText('De lijst is te lang')

    // A dropped folder fails like this, and so does a file that another program has locked.
    await page.evaluate(() => {
      File.prototype.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'))
    })
    await file.setInputFiles({ name: 'klas.csv', mimeType: 'text/csv', buffer })
    await expect(page.getByRole('alert')).toContainText('Dit bestand kan niet worden gelezen')
  })
  await test.step('a list half done is not lost by going elsewhere without a question', async () => {
    await page.goto('/admin/import/students')
    await list(page).fill('e-mail\nnog-niet-af')
    await page.getByRole('link', { name: 'Toetsmomenten', exact: true }).last().click()
    const question = page.getByRole('dialog')
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(list(page)).toHaveValue('e-mail\nnog-niet-af')
  })
})

test('when somebody in the list got an account meanwhile, the teacher looks again before anything is done', {
  tag: '@all',
}, async ({ page, product }) => {
  const [jade = '', omar = ''] = newcomers(2)
  await openStudents(page)
  await list(page).fill(`e-mail;voornaam;achternaam\n${jade};Jade;Berg\n${omar};Omar;El Amrani`)
  await check(page).click()
  const confirm = page.getByRole('button', { name: '2 studenten importeren' })
  await expect(confirm).toBeVisible()
  await product.database.kysely
    .insertInto('user')
    .values({
      username: jade,
      first_name: '',
      last_name: '',
      search_text: jade,
      roles: 'ROLE_STUDENT',
      created_at: new Date().toISOString(),
    })
    .execute()
  await confirm.click()
  await expect(page.getByRole('alert')).toContainText('Er is intussen iets veranderd')
  await page.getByRole('button', { name: '1 student importeren' }).click()
  await expect(page.getByText('1 student is geïmporteerd.')).toBeVisible()
})

test('a teacher imports test moments into the school year that is managed', { tag: '@all' }, async ({
  page,
  situation,
  product,
}) => {
  const { mark } = await situation(['WIS1', 'STAT'])
  const year = await product.database.kysely
    .insertInto('schoolyear')
    .values({ name: `Importjaar ${mark}`, created_at: new Date().toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await openAs(page, TEACHER, `/admin/testmoments?schoolyear=${year.id}`)
  await page.getByRole('link', { name: 'Toetsmomenten importeren' }).click()
  await expect(page.getByLabel('Schooljaar')).toHaveValue(String(year.id))

  await list(page).fill(
    `datum\tduur\tplaatsen\tmaximum\tmodules\topent\tsluit\n24 nov 2031\tdag\t80\t2\tWIS1-${mark}, STAT-${mark}\t1-11-2031 09:00\t20-11-2031 17:00\n1-12-2031\tweek\t\t\t\t\t`,
  )
  await check(page).click()
  const row = page.getByRole('row').filter({ hasText: 'ma 24 nov 2031' })
  await expect(row).toContainText(`WIS1-${mark}, STAT-${mark}`)
  await expect(row).toContainText(/za 1 nov 2031 om 09:00.*do 20 nov 2031 om 17:00/)
  await page.getByRole('button', { name: '2 toetsmomenten importeren' }).click()
  await expect(page.getByText('2 toetsmomenten zijn geïmporteerd.')).toBeVisible()
  await page.getByRole('link', { name: 'Naar Toetsmomenten' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'week van 1 dec' })).toBeVisible()
  await expect(row).toContainText('0 van 80')

  await page.goBack()
  await write(page, 'datum\n24-11-2031')
  await check(page).click()
  await expect(page.getByText('Alle toetsmomenten van deze lijst zijn er al.')).toBeVisible()
})

/** A file that is dragged here from the desktop. */
async function drop(page: Page, { name, content }: { name: string; content: Buffer }): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([fileName, bytes]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0))], fileName))
      return transfer
    },
    [name, content.toString('base64')] as const,
  )
  await list(page).dispatchEvent('drop', { dataTransfer })
}

const fixture = (name: string) => readFileSync(new URL(`../fixtures/lists/${name}`, import.meta.url))

test('files of other programs are read as they are meant, and what was guessed can be said otherwise', {
  tag: '@all',
}, async ({ page, situation }) => {
  const { department } = await situation(['WIS1'])
  await openStudents(page)
  await test.step('rows that a filter hides are left out, unless they are asked for', async () => {
    await drop(page, { name: 'gefilterd.xlsx', content: fixture('x13-filtered.xlsx') })
    await expect(page.getByText('1 verborgen rij overgeslagen.')).toBeVisible()
    await expect(list(page)).not.toHaveValue(/x13b@/)
    await page.getByLabel('Ook verborgen rijen meenemen').check()
    await expect(page.getByText('1 verborgen rij staat ook in de lijst.')).toBeVisible()
    await expect(list(page)).toHaveValue(/x13b@/)
  })
  await test.step('the names of the columns are found below titles, and may be nowhere', async () => {
    await drop(page, { name: 'titels.xlsx', content: fixture('x15-titles.xlsx') })
    const heading = page.getByLabel('Waar staan de namen van de kolommen?')
    await expect(heading).toHaveValue('3')
    await expect(page.getByText('1 regel nieuw')).toBeVisible()
    await heading.selectOption('0')
    await expect(page.getByLabel('Kolom C: is')).toHaveValue('username')
    await heading.selectOption('3')
    await expect(page.getByText('1 regel nieuw')).toBeVisible()
  })
  await test.step('letters of an old Mac are read as such, and shown to be sure', async () => {
    await drop(page, { name: 'mac.csv', content: fixture('c06-macroman.csv') })
    await expect(page.getByText('Kloppen deze? Zoë, Müller')).toBeVisible()
    await page.getByLabel('Letters lezen als').selectOption({ label: 'West-Europees (Windows)' })
    await expect(list(page)).toHaveValue(/Zo‘/)
    await expect(page.getByRole('button', { name: '1 student importeren' })).toBeVisible()
    await expect(page.getByText('Kloppen deze?')).toBeVisible()
  })
  await test.step('in a list of sixty columns each choice is visible together with the verdict, which follows it; nothing moves', async () => {
    const [jade = ''] = newcomers(1)
    const columns = Array.from({ length: 60 }, (_, at) => (at === 44 ? 'Adres' : `Veld ${at + 1}`))
    const cells = columns.map((name, at) => (name === 'Adres' ? jade : `waarde ${at} ${'lang '.repeat(30)}`))
    const text = [columns, cells].map((line) => line.join(';')).join('\n')
    await drop(page, { name: 'breed.csv', content: Buffer.from(text) })
    await expect(page.getByText('Kies in welke kolom ‘E-mail’ staat')).toBeVisible()
    const choice = page.getByLabel('Kolom AS, ‘Adres’: is')
    const verdict = page.getByRole('region', { name: 'Controle' })
    await choice.focus()
    const places = async () => [(await choice.boundingBox())?.y, (await verdict.boundingBox())?.y]
    const before = await places()
    await choice.selectOption('username')
    await expect(verdict).toContainText('1 regel nieuw')
    await expect(verdict.getByRole('button', { name: '1 student importeren' })).toBeInViewport({ ratio: 1 })
    await expect(choice).toBeInViewport({ ratio: 1 })
    await expect(choice).toBeFocused()
    expect(await places()).toEqual(before)
    expect(await page.evaluate(() => [scrollY, document.documentElement.scrollWidth - innerWidth <= 0])).toEqual([
      0,
      true,
    ])
  })
  await test.step('what an unknown department means is said once, for all its lines', async () => {
    const [jade = '', omar = ''] = newcomers(2)
    const typed = `${department.slice(0, -1)}x`
    await write(page, `e-mail;naam;opleiding\n${jade};Jade Berg;${typed}\n${omar};Omar El;${typed}`)
    await check(page).click()
    await expect(page.getByText('2 regels kloppen niet')).toBeVisible()
    await page.getByLabel(`‘${typed}’ (2 regels)`).selectOption({ label: department })
    await expect(page.getByText('2 regels nieuw')).toBeVisible()
    for (const seen of [
      page.getByLabel(`‘${typed}’ (2 regels)`),
      page.getByRole('button', { name: '2 studenten importeren' }),
    ])
      await expect(seen).toBeInViewport({ ratio: 1 })
  })
})

test('what a column means is said once; letters can wait, who is there is brought up to date, and an import is turned back', {
  tag: '@all',
}, async ({ page }) => {
  const [jade = '', omar = '', zoe = ''] = newcomers(3)
  // A header of this story alone: what is said of it is remembered for the whole school.
  const header = `Account ${process.pid} ${counter}`
  await openStudents(page)
  await test.step('a column that no name explains is pointed out, and said by a select', async () => {
    await list(page).fill(`Voornaam;Achternaam;${header}\nJade;Berg;${jade}\nOmar;El Amrani;${omar}`)
    await expect(page.getByText('Kies in welke kolom ‘E-mail’ staat: die is nodig.')).toBeVisible()
    await check(page).click()
    await expect(page.getByRole('alert')).toContainText('Er is geen kolom met e-mailadressen')
    await page.getByLabel(`Kolom C, ‘${header}’: is`).selectOption({ label: 'E-mail (nodig)' })
    await expect(page.getByText('Alle 3 kolommen worden gelezen')).toBeVisible()
    await expect(page.getByText('2 regels nieuw')).toBeVisible()
  })
  await test.step('the letters wait, and the way to them is shown', async () => {
    await page.getByRole('radio', { name: 'Later versturen' }).check()
    await page.getByRole('button', { name: '2 studenten importeren' }).click()
    await expect(page.getByText('De activatiemails zijn nog niet verstuurd.')).toBeVisible()
    await page.getByRole('link', { name: 'Activatiemails versturen bij Gebruikers' }).click()
    await expect(page).toHaveURL(/activated=no/)
    await expect(page.getByRole('row').filter({ hasText: jade })).toBeVisible()
  })
  await test.step('a workbook that is dropped has its columns read as was said, and shows old beside new', async () => {
    await page.goto('/admin/import/students')
    const rows = [
      ['Voornaam', 'Achternaam', header],
      ['Jade', 'van den Berg', jade],
      ['Zoë', 'Müller', zoe],
    ].map((cells) => cells.map((value) => ({ value })))
    await drop(page, { name: 'klas.xlsx', content: await writeExcelFile(rows).toBuffer() })
    await expect(page.getByRole('heading', { name: 'klas.xlsx' })).toBeVisible()
    await expect(page.getByText('Excel · 3 regels')).toBeVisible()
    await expect(page.getByText('1 regel nieuw')).toBeVisible()
    await expect(page.getByRole('columnheader', { name: header })).toContainText('onthouden')
    await page.getByLabel('Wat er al is, bijwerken').check()
    const line = judged(page).filter({ hasText: jade })
    await expect(line.getByRole('deletion')).toHaveText('Berg')
    await expect(line.getByRole('insertion')).toHaveText('van den Berg')
    await expect(page.getByLabel('Wat er al is, bijwerken')).toBeFocused()
    await page.getByRole('button', { name: '1 student importeren en 1 bijwerken' }).click()
    await expect(page.locator(':focus')).toContainText('1 student is geïmporteerd en 1 bijgewerkt.')
  })
  await test.step('undoing the first import keeps the line that was changed since, and undoes the other', async () => {
    await page.getByRole('link', { name: 'Eerdere imports' }).click()
    const first = page
      .getByRole('row')
      .filter({ has: page.getByRole('cell', { name: '2', exact: true }) })
      .filter({ hasText: 'Studenten' })
    await first.first().getByRole('link').click()
    const line = (name: string) => page.getByRole('row').filter({ hasText: name })
    await expect(line('Jade van den Berg')).toContainText('Blijft. Is sindsdien gewijzigd.')
    await expect(line('Omar El Amrani')).toContainText('Wordt verwijderd')
    await expect(page.getByText('1 regel wordt ongedaan gemaakt')).toBeVisible()
    await page.getByLabel('Welke regels').selectOption('stays')
    await expect(line('Omar El Amrani')).toHaveCount(0)
    await page.getByRole('button', { name: 'Import terugdraaien' }).click()
    const question = page.getByRole('dialog')
    await expect(question).toContainText('1 regel wordt ongedaan gemaakt; 1 regel blijft zoals hij is.')
    await question.getByRole('button', { name: '1 regel ongedaan maken' }).click()
    await expect(page.getByText('1 regel is ongedaan gemaakt; 1 regel is gebleven.')).toBeVisible()
    await expect(page.getByText('Van deze import is niets meer terug te draaien.')).toBeVisible()
    await page.goto(`/admin/users?search=${omar}`)
    await expect(page.getByRole('main')).toContainText(`gevonden voor ‘${omar}’`)
    await expect(page.getByRole('row').filter({ hasText: omar })).toHaveCount(0)
  })
})

test('modules come in with the departments that they are for, and go out again', { tag: '@all' }, async ({
  page,
  situation,
}) => {
  const { mark, department } = await situation(['WIS1'])
  await openAs(page, TEACHER, '/admin/modules')
  await page.getByRole('link', { name: 'Modules importeren' }).click()
  await list(page).fill(
    `code;omschrijving;opleidingen\nNW1-${mark};Getallen;${department}, Nieuw ${mark}\nWIS1-${mark};Anders;`,
  )
  await check(page).click()
  await expect(page.getByText(`Nieuwe studierichting: ‘Nieuw ${mark}’.`)).toBeVisible()
  await page.getByRole('button', { name: '1 module importeren' }).click()
  await expect(page.locator(':focus')).toContainText('1 module is geïmporteerd.')
  await expect(page.getByText('Ook is 1 studierichting gemaakt.')).toBeVisible()
  await page.getByRole('link', { name: 'Naar Modules' }).click()
  await expect(page.getByRole('row').filter({ hasText: `NW1-${mark}` })).toContainText('Getallen')

  await page.goBack()
  await page.getByRole('link', { name: 'Eerdere imports' }).click()
  await page
    .getByRole('link', { name: /^Modules, / })
    .first()
    .click()
  await expect(page.getByRole('row').filter({ hasText: `NW1-${mark}` })).toContainText('Wordt verwijderd')
  await page.getByRole('button', { name: 'Import terugdraaien' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /ongedaan maken$/ })
    .click()
  await expect(page.getByText('Deze import is helemaal teruggedraaid.')).toBeVisible()
  await page.goto('/admin/modules')
  await expect(page.getByRole('row').filter({ hasText: `WIS1-${mark}` })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: `NW1-${mark}` })).toHaveCount(0)
})
