import type { Page } from '@playwright/test'
import { createEnrollment } from '#contract/enrollments.gen.ts'
import { loginCheck } from '#contract/sessions.gen.ts'
import { findable } from '#domain/users/search.rules.ts'
import { createApi, createPublicApi } from '#src/api/api.ts'
import { underLoad } from '#tests/support/under-load.ts'
import { DESK, goToScreen, openDesk, row } from './support/desk.ts'
import { PASSWORD, type Product } from './support/product.ts'
import type { Situation } from './support/situation.ts'
import { startTeacher } from './support/teacher.ts'
import { expect, openAs, test } from './support/test.ts'

/** Colleagues of the situation's student, by their addresses. */
async function addStudents({ database: { kysely } }: Product, { studentId, mark }: Situation, count: number) {
  const student = kysely.selectFrom('user').selectAll().where('id', '=', studentId)
  const { id, ...alike } = await student.executeTakeFirstOrThrow()
  const people = Array.from({ length: count }, (_, n) => {
    const names = { first_name: `Lid${n}`, last_name: "van 't Hof", username: `lid${n}-${mark}@e2e.example` }
    return { ...alike, ...findable({ ...names, student_number: `${id}${mark}${n}`.replace(/\W/g, '').toUpperCase() }) }
  })
  await kysely.insertInto('user').values(people).execute()
  return people
}

/** The student enrolls by themselves, elsewhere. */
async function enrollElsewhere({ url }: Product, { username, studentId, modules }: Situation, testmoment_id: number) {
  const { token } = await createPublicApi(url).call(loginCheck, { body: { username, password: PASSWORD } })
  const api = createApi({ origin: url, bearer: async () => token, unauthorized: () => {} })
  await api.call(createEnrollment, { body: { user_id: studentId, testmoment_id, module_id: modules.WIS1 ?? 0 } })
}

/** The server does what it is asked the second time; the answer, and all that is asked until it `comes back`, is lost. */
async function loseSecondAnswer(page: Page) {
  let [asked, isGone] = [0, true]
  await page.route(/\/testmoment\/\d+\/students$/, async (route) => {
    asked += 1
    if (asked === 1 || !isGone) return route.continue()
    if (asked === 2) await route.fetch()
    await route.abort('connectionreset')
  })
  return {
    comeBack: () => {
      isGone = false
    },
  }
}

test('a teacher adds the students of a list, past a lost answer, and unenrolls two again with a message that they see', async ({
  browser,
  page,
  product,
  mailbox,
  situation,
}) => {
  const student = await situation(['WIS1', 'STAT'])
  const moment = await student.addMoment({ inDays: 21 })
  const people = await addStudents(product, student, 27)
  const live = page.waitForResponse((response) => response.url().endsWith('/api/v1/live'))
  await openAs(page, student.username, '/student/messages')
  await live

  const desk = await browser.newContext({ ...DESK, baseURL: product.url, serviceWorkers: 'block' })
  const teacher = await desk.newPage()
  await openDesk(teacher, `/schoolyear/1/testmoment/${moment}/edit`)
  await teacher.getByRole('link', { name: 'Studenten', exact: true }).click()
  await expect(teacher.getByText('Er is nog niemand ingeschreven voor dit toetsmoment.')).toBeVisible()

  await test.step('by name and by a pasted list, of which what is wrong is said line by line', async () => {
    await teacher.getByRole('button', { name: 'Studenten toevoegen' }).click()
    await expect(teacher.getByRole('heading', { name: 'Studenten toevoegen' })).toBeFocused()
    await teacher.getByLabel('Zoek een student').fill(student.username)
    await teacher
      .getByRole('list', { name: 'Gevonden studenten' })
      .getByRole('button', { name: /^Berg, Jade/ })
      .click()
    const list = teacher.getByLabel(/^Of plak/)
    await expect(list).toHaveValue(`${student.username}\n`)
    const lines = people.map(({ username, student_number }, n) => (n % 2 ? student_number : `"Lid" <${username}>;`))
    const wrong = ['niemand@e2e.example', 'geen adres!', people[3]?.username, 'docent']
    await list.fill([student.username, ...lines, '', ...wrong].join('\n'))
    await expect(teacher.getByText('32 van hoogstens 2.000 regels')).toBeVisible()
    await teacher.getByRole('button', { name: 'Controleren' }).click()
    await expect(teacher.getByRole('alert')).toHaveText('Kies voor welke modules.')
    for (const module of ['WIS1', 'STAT']) await teacher.getByRole('checkbox', { name: module }).press('Space')
    await teacher.getByRole('button', { name: 'Controleren' }).click()
    await expect(teacher.getByText('28 studenten worden ingeschreven, samen 56 inschrijvingen.')).toBeVisible()
    await expect(row(teacher, 'niemand@e2e.example')).toContainText('Geen account met dit adres of nummer.')
    await expect(row(teacher, 'geen adres!')).toContainText('Geen e-mailadres of studentnummer.')
    await expect(row(teacher, people[3]?.username ?? '')).toContainText('Staat al eerder in de lijst.')
    await expect(teacher.getByRole('table', { name: 'Regels met een opmerking' }).getByRole('row')).toHaveCount(5)
  })

  await test.step('some at a time: what nobody answered for is not shown as done, and goes on by itself', async () => {
    const server = await loseSecondAnswer(teacher)
    await teacher.getByRole('button', { name: '28 studenten inschrijven' }).click()
    await expect(teacher.getByText('Geen antwoord van de server.')).toBeVisible()
    await expect(teacher.getByText('50 van 56 inschrijvingen afgehandeld')).toBeVisible()
    await expect.poll(() => student.enrollments()).toHaveLength(2)
    await expect(teacher.getByText('zijn gemaakt.')).toHaveCount(0)
    server.comeBack()
    await expect(teacher.getByText('56 inschrijvingen zijn gemaakt.')).toBeVisible({ timeout: underLoad(20_000) })
    await expect(teacher.getByText('Bij 4 studenten of regels kon het niet, of niet helemaal.')).toBeVisible()
    await teacher.unrouteAll()
    await teacher.getByRole('button', { name: 'Naar de lijst' }).click()
    await expect(teacher.getByRole('region', { name: 'Ingeschreven studenten' }).getByLabel('Module')).toContainText(
      'Alle modules (28)',
    )
    await expect(teacher.getByRole('button', { name: 'Studenten toevoegen' })).toBeFocused()
  })

  await test.step('two are unenrolled, and notified', async () => {
    const names = teacher.getByRole('table', { name: 'Ingeschreven studenten' }).getByRole('link')
    await expect(names.first()).toHaveText('Berg, Jade van den')
    await expect(names.nth(1)).toHaveText("Hof, Lid0 van 't")
    await teacher.getByLabel('Zoek op naam').fill(`lid5 ${student.mark}`)
    await expect(names).toHaveCount(1)
    await teacher.getByRole('checkbox', { name: "Hof, Lid5 van 't aanvinken" }).press('Space')
    await teacher.getByLabel('Zoek op naam').fill('jade')
    await teacher.getByRole('checkbox', { name: 'Berg, Jade van den aanvinken' }).press('Space')
    await expect(teacher.getByRole('status').filter({ hasText: '2 studenten aangevinkt' })).toBeVisible()
    await teacher.getByRole('button', { name: 'Uitschrijven' }).click()
    const dialog = teacher.getByRole('dialog', { name: 'Studenten uitschrijven' })
    await expect(dialog.getByText('2 studenten worden uitgeschreven, samen 4 inschrijvingen.')).toBeVisible()
    await expect(dialog.getByRole('checkbox', { name: 'Bericht aan 2 studenten' })).toBeChecked()
    await dialog.getByLabel('Onderwerp').fill('Kom naar lokaal 3')
    await dialog.getByRole('button', { name: '2 studenten uitschrijven' }).click()
    await expect(dialog.getByText('4 inschrijvingen zijn beëindigd.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Sluiten' }).last().click()
    await expect(teacher.getByText('Geen student gevonden die voldoet.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Kom naar lokaal 3' })).toBeVisible()
    expect((await mailbox.take(student.username)).subject).toBe('Kom naar lokaal 3')
    expect(await student.enrollments()).toHaveLength(0)
  })

  await test.step('a student who enrolls meanwhile appears, and the ticks stay', async () => {
    await teacher.getByLabel('Zoek op naam').fill('')
    await expect(teacher.getByRole('region', { name: 'Ingeschreven studenten' }).getByLabel('Module')).toContainText(
      'Alle modules (26)',
    )
    await teacher.getByRole('checkbox', { name: 'Allemaal aanvinken' }).press('Space')
    await expect(teacher.getByText('26 studenten aangevinkt')).toBeVisible()
    await enrollElsewhere(product, student, moment)
    await expect(teacher.getByRole('region', { name: 'Ingeschreven studenten' }).getByLabel('Module')).toContainText(
      'Alle modules (27)',
    )
    await expect(row(teacher, student.username)).toContainText(/, zelf$/)
    await expect(teacher.getByText('26 studenten aangevinkt')).toBeVisible()
    await expect(teacher.getByRole('checkbox', { name: 'Berg, Jade van den aanvinken' })).not.toBeChecked()
  })

  await test.step('at a full moment who does not fit is said to, and gets in above the seats by a step of its own', async () => {
    await (await startTeacher(product)).edit(moment, { seats: 27 })
    await expect(teacher.getByText('27 van 27 plaatsen bezet')).toBeVisible()
    await teacher.getByRole('button', { name: 'Studenten toevoegen' }).click()
    await teacher.getByLabel(/^Of plak/).fill(people[5]?.username ?? '')
    await teacher.getByRole('checkbox', { name: 'WIS1' }).press('Space')
    await teacher.getByRole('button', { name: 'Controleren' }).click()
    await expect(teacher.getByText('Deze student past er niet meer bij: het toetsmoment is vol.')).toBeVisible()
    await expect(row(teacher, people[5]?.username ?? '')).toContainText('Past er niet meer bij')
    await teacher.getByRole('button', { name: 'Toch inschrijven, boven de plaatsen (1 te veel)' }).press('Enter')
    await expect(teacher.getByText('1 student komt boven de 27 plaatsen. Dat komt in het logboek.')).toBeVisible()
    await teacher.getByRole('button', { name: '1 student inschrijven, 1 boven de plaatsen' }).click()
    await expect(teacher.getByText('1 inschrijving is gemaakt.')).toBeVisible()
    await expect(teacher.getByText('1 student te veel', { exact: true })).toBeVisible()
  })

  await test.step('and so does one who is enrolled by the screen of their own', async () => {
    const { id } = await student.addClassmate()
    await goToScreen(teacher, `/user/${id}/edit`)
    const name = `module WIS1-${student.mark}`
    await teacher.getByRole('button', { name: `Inschrijven voor ${name}` }).click()
    const alert = teacher.getByRole('alert')
    await expect(alert).toContainText('is vol: er is geen plaats vrij.')
    await alert.getByRole('button', { name: 'Toch inschrijven, boven de plaatsen' }).click()
    await expect(teacher.getByText(`is ingeschreven voor ${name}`)).toBeVisible()
    await expect(teacher.getByRole('button', { name: `Uitschrijven voor ${name}` })).toBeVisible()
    await goToScreen(teacher, `/admin/audit?resource=user&resource_id=${id}`)
    await expect(row(teacher, 'ingeschreven boven het aantal plaatsen')).toContainText('Daan Jansen')
  })
  await desk.close()
})
