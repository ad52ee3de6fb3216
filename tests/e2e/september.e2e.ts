import { addDays, dayOf } from '#domain/calendar/amsterdam.ts'
import { isOutsideSchoolyear } from '#domain/schoolyears/schoolyear.rules.ts'
import { pdfPages } from '#tests/support/pdf-pages.ts'
import { openSpreadsheet } from '#tests/support/spreadsheet.ts'
import { underLoad } from '#tests/support/under-load.ts'
import { choosePassword, GOOD_PASSWORD, pressActivate } from './support/account.ts'
import { DESK, row } from './support/desk.ts'
import { makeFirstTeacher } from './support/first-teacher.ts'
import { saveAndGoOn, stepLink } from './support/newcomer.ts'
import { type Product, startProduct } from './support/product.ts'
import { add, download, goTo, openRow, pickModule, save, turn, typeDate } from './support/teacher-desk.ts'
import { test as base, expect, labelOf, logIn } from './support/test.ts'

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

const TEACHER = 'docent@school.example'
const STUDENT = 'zoe@school.example'
const STUDENTS = [
  'Voornaam;Achternaam;E-mail;Studierichting',
  `Zoë;Çelik;${STUDENT};Werktuigbouwkunde`,
  'Sam;de Vries;sam@school.example;Werktuigbouwkunde',
  'Noor;Bakker;noor@school.example;Bouwkunde',
].join('\r\n')

const examDay = addDays(dayOf(Date.now()), 30)
const examWeek = addDays(dayOf(Date.now()), 50)
const exam = labelOf(examDay)

/** The product as a school gets it: without anything or anybody in it. */
const test = base.extend<object, { product: Product }>({
  product: [
    async ({ mailbox }, use) => {
      const product = await startProduct({ smtpUrl: mailbox.url, demo: false })
      await use(product)
      await product.dispose()
    },
    { scope: 'worker', timeout: underLoad(60_000) },
  ],
})
test.use(DESK)

test('a teacher’s whole September', async ({ page, browser, product, mailbox }) => {
  test.setTimeout(underLoad(120_000))
  const main = page.getByRole('main')

  await test.step('the first teacher begins by the link that the command prints', async () => {
    await page.goto(await makeFirstTeacher(product, TEACHER))
    await pressActivate(page)
    await page.getByLabel('Wachtwoord', { exact: true }).fill(GOOD_PASSWORD)
    await pressActivate(page)
    await expect(page.getByText('Je account is succesvol geactiveerd.')).toBeVisible()
    await logIn(page, TEACHER, { password: GOOD_PASSWORD })
    await expect(page).toHaveURL(/\/admin\/overview$/)
    await expect(main).toContainText('Er is nu geen schooljaar actief.')
  })

  await test.step('a new school year, which becomes the active one', async () => {
    await goTo(page, 'Schooljaren')
    await add(page, 'Schooljaar toevoegen', { Naam: '2026-2027' }, 'Schooljaar aanmaken')
    await turn(page, 'Schooljaar 2026-2027 actief', 'on')
  })

  await test.step('departments and modules', async () => {
    await goTo(page, 'Studierichtingen')
    for (const name of ['Werktuigbouwkunde', 'Bouwkunde'])
      await add(page, 'Studierichting toevoegen', { Naam: name }, 'Studierichting aanmaken')
    await goTo(page, 'Modules')
    const modules = { ALG1: 'Algebra', CAL1: 'Differentiëren', STAT: 'Statistiek' }
    for (const [name, description] of Object.entries(modules))
      await add(page, 'Module toevoegen', { Naam: name, Beschrijving: description }, 'Module aanmaken')
    await expect(main.getByRole('row')).toHaveCount(4)
  })

  await test.step('the modules of a department, whose students are enrolled automatically', async () => {
    await goTo(page, 'Studierichtingen')
    await turn(page, 'Automatisch inschrijven voor Werktuigbouwkunde', 'on')
    await openRow(page, 'Werktuigbouwkunde')
    await pickModule(page, 'ALG1 - Algebra')
    await pickModule(page, 'CAL1 - Differentiëren')
    await page.getByRole('link', { name: 'Studierichtingen' }).last().click()
    await expect(row(page, 'Werktuigbouwkunde')).toContainText('2')
  })

  await test.step('two test moments: a day for at most two modules, and a week for all', async () => {
    await goTo(page, 'Toetsmomenten')
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width, 'px of a screen with many tools, for a teacher without a name').toBe(DESK.viewport.width)
    for (const day of [examDay, examWeek]) {
      await page.getByRole('button', { name: 'Toetsmoment toevoegen' }).click()
      const dialog = page.getByRole('dialog', { name: 'Nieuw Toetsmoment' })
      await typeDate(dialog, day)
      await dialog.getByRole('button', { name: 'Toetsmoment Aanmaken' }).click()
      if (isOutsideSchoolyear('2026-2027', day)) await dialog.getByRole('button', { name: 'Toch aanmaken' }).click()
      await expect(dialog).toBeHidden()
    }
    await openRow(page, labelOf(examWeek))
    await page.getByLabel('Duur').selectOption('week')
    await save(page)
    await page.getByRole('link', { name: 'Toetsmoment Beheer' }).click()
    await expect(row(page, labelOf(examWeek, 'week'))).toContainText('Alle modules')

    await openRow(page, exam)
    await page.getByRole('button', { name: 'Maximum instellen' }).click()
    await page.getByLabel('Modules per student').fill('2')
    await save(page)
    await pickModule(page, 'ALG1 - Algebra')
    await pickModule(page, 'CAL1 - Differentiëren')
    await turn(page, 'Automatisch inschrijven voor ALG1', 'on')
    await expect(main).toContainText('0 studenten ingeschreven')
  })

  await test.step('the students, from a list that a spreadsheet saved', async () => {
    await goTo(page, 'Gebruikers')
    await page.getByRole('link', { name: 'Studenten importeren' }).click()
    await page.getByLabel('Excel- of CSV-bestand', { exact: true }).setInputFiles({
      name: 'studenten.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(STUDENTS),
    })
    await page.getByRole('button', { name: '3 studenten importeren' }).click()
    await expect(main).toContainText('3 studenten zijn geïmporteerd.')
    await expect(main).toContainText('Alle 3 activatiemails zijn verstuurd.', { timeout: underLoad(15_000) })
    await goTo(page, 'Toetsmomenten')
    await openRow(page, exam)
  })

  const phone = await browser.newContext({ ...PHONE, baseURL: product.url })
  const screen = await phone.newPage()
  const card = screen.getByRole('main').getByRole('article').filter({ hasText: exam })

  await test.step('a student begins by the letter, and the teacher sees them enrolled without asking', async () => {
    const { link } = await mailbox.take(STUDENT)
    await screen.goto(link)
    await choosePassword(screen)
    await screen.getByRole('button', { name: 'Wachtwoord wijzigen' }).click()
    await expect(screen.getByText('Je wachtwoord is gewijzigd.')).toBeVisible()
    await logIn(screen, STUDENT, { password: GOOD_PASSWORD })
    await expect(screen).toHaveURL(/\/onboarding\/step3$/)
    await stepLink(screen, 'Naam').click()
    await expect(screen.getByLabel('Achternaam')).toHaveValue('Çelik')
    await stepLink(screen, 'Modules').click()
    await expect(screen.getByRole('checkbox', { name: 'CAL1 - Differentiëren' })).toBeVisible()
    await saveAndGoOn(screen)
    await expect(screen.getByRole('main')).toContainText(exam)
    await screen.getByRole('button', { name: 'Bevestigen' }).click()
    await expect(screen).toHaveURL(/\/student\/modules$/)
    await expect(main).toContainText('1 student ingeschreven, samen 1 toets')
  })

  await test.step('the teacher opens the moment, and the student’s screen shows it', async () => {
    await screen.goto('/student/testmoments')
    await expect(card).toContainText('Inschrijvingen voor dit toetsmoment zijn gesloten.')
    await goTo(page, 'Toetsmomenten')
    await turn(page, `Inschrijvingen actief voor ${exam}`, 'on')
    await expect(card.getByRole('link', { name: /^Wijzigen/ })).toBeVisible()
  })

  await test.step('the student enrolls, and the teacher’s count rises', async () => {
    await openRow(page, exam)
    await expect(main).toContainText('samen 1 toets')
    await card.getByRole('link', { name: /^Wijzigen/ }).click()
    const choice = screen.getByRole('dialog').getByRole('listitem', { name: /^CAL1/ })
    await choice.getByRole('button', { name: /^Inschrijven/ }).click()
    await expect(choice.getByRole('button', { name: /^Uitschrijven/ })).toBeVisible()
    await expect(main).toContainText('1 student ingeschreven, samen 2 toetsen')
  })

  await test.step('the students who come, in a spreadsheet and on paper', async () => {
    const sheet = await download(page, 'Exporteren')
    expect(sheet.name).toBe(`toetsmoment-${examDay}.xlsx`)
    const { rows } = await openSpreadsheet(sheet.file)
    const person = ['Çelik', 'Zoë', STUDENT, 'Werktuigbouwkunde']
    expect(rows.slice(1).map((row) => row.slice(0, 5))).toEqual([
      ['ALG1', ...person],
      ['CAL1', ...person],
    ])
    await page.getByRole('button', { name: 'Presentielijst Genereren' }).click()
    const everybody = await download(page, 'A–Z')
    expect(everybody.name).toBe(`presentielijst-${examDay}.pdf`)
    expect(pdfPages(everybody.file)).toEqual([expect.stringMatching(/Çelik, Zoë .*ALG1, CAL1/)])
    const checklist = await download(page, 'Per module')
    await page.getByRole('dialog').getByRole('button', { name: 'Sluiten', exact: true }).click()
    expect(checklist.name).toBe(`presentielijst-per-module-${examDay}.pdf`)
    const pages = pdfPages(checklist.file)
    expect(pages).toHaveLength(2)
    for (const [index, module] of ['ALG1', 'CAL1'].entries()) {
      expect(pages[index]).toContain(module)
      expect(pages[index]).toContain('Çelik')
    }
  })

  await test.step('the teacher closes the moment, and the student keeps what they took', async () => {
    await page.getByRole('link', { name: 'Toetsmoment Beheer' }).click()
    await page.getByRole('switch', { name: `Inschrijvingen actief voor ${exam}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Inschrijvingen sluiten' }).click()
    await expect(
      page.getByText(`Inschrijvingen voor ${exam} zijn gesloten. 1 student krijgt je bericht.`),
    ).toBeVisible()
    await expect(screen.getByRole('dialog')).toContainText('gesloten')
    await expect(screen.getByRole('dialog').getByRole('button', { name: /^Inschrijven/ })).toHaveCount(0)
    await goTo(page, 'Overzicht')
    await expect(main).toContainText('1 student · 2 toetsen')
  })
  await phone.close()
})
