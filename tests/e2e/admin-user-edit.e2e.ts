import type { Page } from '@playwright/test'
import { editUser, getUser } from '#contract/users.gen.ts'
import { GOOD_PASSWORD, NEVER_USED, pressActivate } from './support/account.ts'
import { DESK, failAt, goToScreen, openDesk } from './support/desk.ts'
import { keepLook } from './support/look.ts'
import { becomeNewcomer } from './support/newcomer.ts'
import type { Product } from './support/product.ts'
import type { Situation } from './support/situation.ts'
import { startTeacher } from './support/teacher.ts'
import { expect, labelOfDay, openAs, test } from './support/test.ts'

test.use(DESK)

const pathOf = ({ studentId }: Pick<Situation, 'studentId'>) => `/user/${studentId}/edit`
const save = (page: Page) => page.getByRole('button', { name: 'Opslaan' }).click()
const saved = (page: Page) => page.getByText('De wijzigingen zijn opgeslagen')
const kept = ({ database }: Product, { studentId }: Situation) =>
  database.kysely
    .selectFrom('user')
    .select(['first_name', 'student_number', 'class_group', 'roles', 'activated', 'education_department_id'])
    .where('id', '=', studentId)
    .executeTakeFirstOrThrow()

test('a teacher changes a name, and is shown what a colleague saved first', { tag: '@all' }, async ({
  page,
  product,
  situation,
}) => {
  await test.step('a teacher changes a name, reads what a role means, and a bad name stays to be mended', async () => {
    const student = await situation(['WIS1'])
    await openDesk(page, pathOf(student))
    await expect(page.getByLabel('E-mail')).toHaveValue(student.username)
    await expect(page.getByLabel('E-mail')).not.toBeEditable()
    await expect(page.getByText('Een student heeft geen beheerrechten')).toBeVisible()
    await page.getByLabel('Type').selectOption({ label: 'Admin' })
    await expect(page.getByText('Geef dit alleen aan collega-docenten.')).toBeVisible()
    await page.getByLabel('Type').selectOption({ label: 'Student' })

    await page.getByLabel('Voornaam').fill(' ')
    await page.getByLabel('Achternaam').fill('')
    await save(page)
    await expect(page.getByLabel('Voornaam')).toBeFocused()
    await expect(page.getByLabel('Voornaam')).toHaveAccessibleDescription('Vul hier de naam van deze gebruiker in.')
    await page.getByLabel('Voornaam').fill('Jadé')
    await expect(page.getByLabel('Voornaam')).not.toHaveAttribute('aria-invalid')
    await page.getByLabel('Achternaam').fill('van den Berg')
    await failAt(page, 'PUT', /\/api\/v1\/user\//)
    await save(page)
    await expect(page.getByRole('alert')).toContainText('Opslaan van gebruiker mislukt')
    await expect(page.getByLabel('Voornaam')).toHaveValue('Jadé')
    await page.unrouteAll()
    await save(page)
    await expect(saved(page)).toBeVisible()
    await expect(page.getByText('Opslaan van gebruiker mislukt')).toHaveCount(0)
    expect(await kept(product, student)).toMatchObject({ first_name: 'Jadé' })
  })
  await test.step('a student number that is none, or somebody else’s, is said beside it and stays to be mended', async () => {
    const student = await situation(['WIS1'])
    const other = await situation(['WIS1'])
    const own = `E${student.studentId}`
    await product.database.kysely
      .updateTable('user')
      .set({ student_number: `T${own}` })
      .where('id', '=', other.studentId)
      .execute()
    await goToScreen(page, pathOf(student))
    const number = page.getByLabel('Studentnummer')
    for (const [typed, said] of [
      ['12-34', 'Een studentnummer bestaat uit letters en cijfers, en niet alleen uit nullen.'],
      [` t${own} `, 'Dit studentnummer hoort al bij een ander account.'],
    ] as const) {
      await number.fill(typed)
      await save(page)
      await expect(number).toHaveAccessibleDescription(new RegExp(said))
      await expect(number).toBeFocused()
      await expect(number).toHaveValue(typed)
    }
    await number.fill(own.toLowerCase())
    await expect(number).not.toHaveAttribute('aria-invalid')
    const classGroup = page.getByLabel('Klas', { exact: true })
    await classGroup.fill('x'.repeat(41))
    await save(page)
    await expect(classGroup).toBeFocused()
    await expect(classGroup).toHaveAccessibleDescription(/niet langer zijn dan 40 tekens/)
    await classGroup.fill(` WIS-${student.mark} `)
    await save(page)
    await expect(number).toHaveValue(own)
    await expect(classGroup).toHaveValue(`WIS-${student.mark}`)
    expect(await kept(product, student)).toMatchObject({ student_number: own, class_group: `WIS-${student.mark}` })
    await goToScreen(page, `/admin/users?search=${own}`)
    const listed = page.getByRole('row', { name: `${student.username} Jade van den Berg ${own}` })
    await expect(listed).toContainText(`klas WIS-${student.mark}`)
    await goToScreen(page, '/admin/users')
    await page.getByRole('button', { name: 'Meer filters' }).click()
    await page.getByLabel('Klas', { exact: true }).selectOption(`WIS-${student.mark}`)
    await expect(page.getByRole('status', { name: 'Gevonden' })).toHaveText('1 gebruiker met deze filters.')
    await listed.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Klas…' }).click()
    const giving = page.getByRole('dialog', { name: 'Klas wijzigen' })
    await giving.getByLabel('Klas').selectOption('Geen klas')
    await expect(giving).toContainText('Bij 1 gebruiker wijzigt de klas.')
    await giving.getByRole('button', { name: '1 gebruiker wijzigen' }).click()
    await expect(giving).toContainText('Bij 1 gebruiker is de klas gewijzigd.')
    await page.keyboard.press('Escape')
    await expect(giving).toHaveCount(0)
    expect(await kept(product, student)).toMatchObject({ class_group: null })
  })
  await test.step('a colleague who saved first is shown, and leaving with something typed is asked about', async () => {
    const student = await situation(['WIS1'])
    const colleague = await startTeacher(product)
    await goToScreen(page, pathOf(student))
    await page.getByLabel('Voornaam').fill('Mijn')
    await colleague.call(async (api) => {
      const { _links } = await api.call(getUser, { params: { id: student.studentId } })
      if (!_links.edit) throw new Error('the colleague may not edit the student')
      await api.follow(editUser, _links.edit, { body: { first_name: 'Hun', last_name: 'van den Berg' } })
    })
    await page.getByRole('link', { name: 'Gebruikers', exact: true }).last().click()
    const leaving = page.getByRole('dialog', { name: 'Je wijzigingen zijn nog niet opgeslagen' })
    await leaving.getByRole('button', { name: 'Annuleren' }).click()
    await save(page)
    const conflict = page.getByRole('dialog', { name: 'Iemand anders heeft dit ook gewijzigd' })
    await expect(conflict.getByRole('row', { name: 'Voornaam Mijn Hun' })).toBeVisible()
    await conflict.getByRole('button', { name: 'De mijne opslaan' }).click()
    await expect(saved(page)).toBeVisible()
    expect(await kept(product, student)).toMatchObject({ first_name: 'Mijn' })
  })
})

test('a teacher switches a student’s department, enrolls and unenrols them, and at last deletes them; a teacher has none of it', async ({
  page,
  product,
  situation,
}) => {
  await test.step('a switch of department is previewed, and changes where the student may enroll', async () => {
    const student = await situation(['WIS1', 'WIS2'])
    const other = await situation(['NIEUW'])
    await student.enroll(await student.addMoment(), 'WIS1')
    await openDesk(page, pathOf(student))
    const enrollments = page.getByRole('region', { name: 'Inschrijvingen' })
    await expect(enrollments.getByRole('heading', { name: /^WIS1-/ })).toBeVisible()
    await expect(page.getByText('De activatielink gaat alleen per e-mail')).toHaveCount(0)
    await page.getByRole('combobox', { name: 'Studierichting' }).selectOption(other.department)
    await page.getByRole('button', { name: 'Wissel bekijken' }).click()
    const preview = page.getByRole('dialog', { name: `Wisselen naar ${other.department}` })
    await expect(preview.getByRole('listitem').filter({ hasText: `WIS1-${student.mark}` })).toBeVisible()
    await expect(preview.getByText(`NIEUW-${other.mark}`)).toBeVisible()
    await expect(preview.getByRole('checkbox', { name: 'Bericht aan 1 student' })).toBeChecked()
    await expect(preview.getByLabel('Tekst')).toHaveValue(
      new RegExp(`gewijzigd in ${other.department}\\.[^]*Module WIS1-${student.mark}, `),
    )
    await preview.getByLabel('Onderwerp').fill('Je inschrijving is vervallen')
    const latest = await student.addMoment()
    await student.enroll(latest, 'WIS2')
    await preview.getByRole('button', { name: 'Studierichting wisselen' }).click()
    await expect(preview.getByText('Er is intussen iets veranderd.')).toBeVisible()
    await expect(preview.getByLabel('Onderwerp')).toHaveValue('Je inschrijving is vervallen')
    await expect(preview.getByRole('listitem').filter({ hasText: `WIS2-${student.mark}` })).toBeVisible()
    await preview.getByRole('button', { name: 'Studierichting wisselen' }).click()
    await expect(
      page.getByText(`De studierichting is nu ${other.department}. 1 student krijgt je bericht`),
    ).toBeVisible()
    await expect(enrollments.getByRole('heading', { name: /^NIEUW-/ })).toBeVisible()
    await expect(enrollments.getByRole('heading', { name: /^WIS1-/ })).toHaveCount(0)
    expect(await student.enrollments()).toEqual([])
    expect(await kept(product, student)).not.toMatchObject({ education_department_id: null })
  })
  await test.step('a teacher enrolls a student at a closed moment and unenrolls them, and reads both where they press', async () => {
    const student = await situation(['WIS1'])
    const moment = await student.addMoment({ open: false })
    await goToScreen(page, pathOf(student))
    const name = `module WIS1-${student.mark}`
    const enroll = page.getByRole('button', { name: `Inschrijven voor ${name}` })
    const leave = page.getByRole('button', { name: `Uitschrijven voor ${name}` })
    await enroll.press('Enter')
    await expect(page.getByText(`Jade van den Berg is ingeschreven voor ${name}: ${labelOfDay(14)}`)).toBeVisible()
    await expect(leave).toBeFocused()
    expect(await student.enrollments()).toMatchObject([{ testmoment_id: moment }])
    await failAt(page, 'DELETE', /\/api\/v1\/enrollment\//)
    await leave.press('Enter')
    const question = page.getByRole('dialog', { name: `Jade van den Berg uitschrijven voor ${name}?` })
    await expect(question.getByLabel('Tekst')).toHaveValue(new RegExp(`voor ${name} op ${labelOfDay(14)}`))
    await question.getByRole('button', { name: 'Uitschrijven' }).click()
    await expect(page.getByText('Er is iets misgegaan bij het uitschrijven.')).toBeVisible()
    await expect(leave).toBeFocused()
    await page.unrouteAll()
    await leave.press('Enter')
    await question.getByRole('button', { name: 'Uitschrijven' }).click()
    await expect(
      page.getByText(`Jade van den Berg is uitgeschreven voor ${name}: ${labelOfDay(14)}. 1 student krijgt je bericht`),
    ).toBeVisible()
    await expect(enroll).toBeFocused()
    expect(await student.enrollments()).toEqual([])
  })
  await test.step('a department that could not be given to a newcomer stays chosen', async () => {
    const newcomer = await situation(['WIS1'])
    await becomeNewcomer(product, newcomer)
    await goToScreen(page, pathOf(newcomer))
    const department = page.getByRole('combobox', { name: 'Studierichting' })
    await department.selectOption(newcomer.department)
    await failAt(page, 'PUT', /\/education-department$/)
    await page.getByRole('button', { name: 'Studierichting opslaan' }).click()
    await expect(page.getByText('Wijzigen van de studierichting mislukt').first()).toBeVisible()
    await expect(department.getByRole('option', { selected: true })).toHaveText(newcomer.department)
    await page.unrouteAll()
  })
  await test.step('only a student has a department and enrollments here', async () => {
    const person = await situation(['WIS1'])
    await becomeTeacher(product, person)
    await goToScreen(page, pathOf(person))
    await expect(page.getByRole('region', { name: 'Acties' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Inschrijvingen' })).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Studierichting' })).toHaveCount(0)
  })
  await test.step('a deletion names the user and counts what goes with them', async () => {
    const student = await situation(['WIS1', 'STAT'])
    const moment = await student.addMoment()
    await student.enroll(moment, 'WIS1')
    await student.enroll(moment, 'STAT')
    await goToScreen(page, pathOf(student))
    await page.getByRole('button', { name: 'Gebruiker verwijderen' }).click()
    const dialog = page.getByRole('dialog', { name: `Gebruiker ${student.username} verwijderen?` })
    await expect(dialog).toContainText('ook 2 inschrijvingen')
    await expect(dialog).toContainText('krijgt hier geen bericht van')
    await page.keyboard.press('Escape')
    expect(await student.enrollments()).toHaveLength(2)
    await page.getByRole('button', { name: 'Gebruiker verwijderen' }).click()
    await expect(dialog).toBeVisible()
    await failAt(page, 'DELETE', /\/api\/v1\/user\//)
    await dialog.getByRole('button', { name: 'Gebruiker verwijderen' }).click()
    await expect(page.getByText('Verwijderen van gebruiker mislukt. Probeer het opnieuw.')).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Gebruiker verwijderen' }).click()
    await dialog.getByRole('button', { name: 'Gebruiker verwijderen' }).click()
    await expect(page).toHaveURL(/\/admin\/users$/)
    await expect(page.getByText(`Gebruiker ${student.username} verwijderd`)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Gebruikers' })).toBeFocused()
    expect(await student.enrollments()).toEqual([])
  })
})

test.describe('while an account is not activated', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('its mail is sent again, and its link can be unfolded and copied; by either a password is chosen', {
    tag: '@all',
  }, async ({ page, product, situation, mailbox, browser }) => {
    const student = await situation(['WIS1'])
    await openDesk(page, pathOf(student))
    await expect(page.getByText('Activatie link')).toHaveCount(0)
    await page.getByLabel('Account').selectOption({ label: 'Niet geactiveerd' })
    await save(page)
    await failAt(page, 'POST', /validation-mail$/)
    const send = page.getByRole('button', { name: 'Activatiemail opnieuw versturen' })
    await send.click()
    await expect(page.getByText('Het is niet gelukt om de email te verzenden')).toBeVisible()
    await page.unrouteAll()
    await send.click()
    await expect(page.getByText('De email is verzonden')).toBeVisible()
    const letter = await mailbox.take(student.username)
    // A colleague sees no activation link of an account that was used before, since it would let them in as that
    // person.
    await expect(page.getByText('De activatielink gaat alleen per e-mail naar de eigenaar')).toBeVisible()
    await expect(page.getByText('Activatie link', { exact: true })).toHaveCount(0)

    await product.database.kysely.updateTable('user').set(NEVER_USED).where('id', '=', student.studentId).execute()
    await page.reload()
    await page.getByText('Activatie link', { exact: true }).click()
    const link = await page.getByLabel('Link', { exact: true }).inputValue()
    expect(link).toContain(`${product.url}/activate/`)
    await page.getByRole('button', { name: 'Kopiëren' }).click()
    await expect(page.getByText('Activatie link gekopiëerd')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)

    const elsewhere = await browser.newPage()
    await elsewhere.goto(letter.link)
    await expect(elsewhere.getByLabel('Herhaal wachtwoord', { exact: true })).toBeVisible()
    await elsewhere.goto(link)
    await pressActivate(elsewhere)
    await elsewhere.getByLabel('Wachtwoord', { exact: true }).fill(GOOD_PASSWORD)
    expect(await kept(product, student)).toMatchObject({ activated: false })
    await pressActivate(elsewhere)
    await expect(elsewhere.getByText('Je account is succesvol geactiveerd.')).toBeVisible()
    expect(await kept(product, student)).toMatchObject({ activated: true })
    await elsewhere.close()
  })

  test('a link whose time is over is shown as such', { tag: '@all' }, async ({ page, product, situation }) => {
    const student = await situation(['WIS1'])
    await product.database.kysely
      .updateTable('user')
      .set({ ...NEVER_USED, activation_nonce: 'nonce', activation_expires_at: new Date(0).toISOString() })
      .where('id', '=', student.studentId)
      .execute()
    await openDesk(page, pathOf(student))
    await page.getByText('Activatie link', { exact: true }).click()
    await expect(page.getByText('Deze link is verlopen.')).toBeVisible()
  })
})

test('a teacher cannot give up their own role, and reads who can take it', { tag: '@all' }, async ({
  page,
  product,
  situation,
}) => {
  const person = await situation(['WIS1'])
  await becomeTeacher(product, person)
  await openAs(page, person.username, pathOf(person))
  await expect(page.getByText('Alleen een collega kan het verwijderen.')).toBeVisible()
  await page.getByLabel('Voornaam').fill('Jo')
  await save(page)
  await expect(page.getByRole('banner').getByRole('button', { name: 'Jo van den Berg' })).toBeVisible()

  await page.getByLabel('Type').selectOption({ label: 'Student' })
  await expect(page.getByText('Alleen een collega kan het deactiveren')).toBeVisible()
  await save(page)
  await expect(page.getByRole('alert')).toContainText(
    'Opslaan van gebruiker mislukt. Dit is je eigen account. Alleen een collega kan het',
  )
  await expect(page.getByLabel('Type')).toHaveValue('ROLE_STUDENT')
  expect(await kept(product, person)).toMatchObject({ roles: 'ROLE_ADMIN' })
})

test('a user who is gone, or cannot be fetched, is said to be so', { tag: '@all' }, async ({ page, situation }) => {
  const student = await situation(['WIS1'])
  await failAt(page, 'GET', new RegExp(`/api/v1/user/${student.studentId}$`))
  await openDesk(page, pathOf(student))
  await expect(page.getByRole('alert')).toContainText('Gebruiker ophalen mislukt')
  await expect(page.getByRole('alert')).toContainText('vraag dan de beheerder van deze app.')
  await page.unrouteAll()

  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const user = /Gebruiker ophalen mislukt.*Deze gebruiker bestaat niet \(meer\)\./
  for (const { path, list, sentence } of [
    { path: '/user/abc/edit', list: 'Gebruikers', sentence: user },
    { path: '/user/999999999/edit', list: 'Gebruikers', sentence: user },
    {
      path: '/education-department/999999999/edit',
      list: 'Studierichtingen',
      sentence: 'Deze studierichting bestaat niet (meer).',
    },
    {
      path: '/schoolyear/x/testmoment/1/edit',
      list: 'Toetsmoment Beheer',
      sentence: 'Dit toetsmoment bestaat niet (meer).',
    },
  ]) {
    await page.goto(path)
    await expect(page.getByRole('alert')).toContainText(sentence)
    await expect(page.getByRole('alert').getByRole('link', { name: list })).toBeVisible()
    await keepLook(page, path)
  }
  expect(asked.filter((url) => /NaN|v1\/.*testmoment\/1$/.test(url))).toEqual([])
  await page.getByRole('alert').getByRole('link', { name: 'Toetsmoment Beheer' }).click()
  await expect(page).toHaveURL(/\/admin\/testmoments$/)
})

const becomeTeacher = ({ database }: Product, { studentId }: Situation) =>
  database.kysely.updateTable('user').set({ roles: 'ROLE_ADMIN' }).where('id', '=', studentId).execute()
