import { leaveWaiting } from '#contract/waiting.gen.ts'
import { DESK, openDesk, row } from './support/desk.ts'
import { startTeacher } from './support/teacher.ts'
import { expect, labelOfDay, openAs, test } from './support/test.ts'

test('a teacher gives a student a seat above those there are, and takes them off another list; the student sees it at once', async ({
  browser,
  page,
  product,
  situation,
}) => {
  const student = await situation(['WIS1', 'STAT'])
  const [full, second] = [
    await student.addMoment({ inDays: 21, seats: 1, modules: ['WIS1'] }),
    await student.addMoment({ inDays: 28, seats: 1, modules: ['STAT'] }),
  ]
  const [seated, first, last] = [
    await student.addClassmate(),
    await student.addClassmate(),
    await student.addClassmate(),
  ]
  await seated.enroll(full, 'WIS1')
  await seated.enroll(second, 'STAT')
  const longest = await first.wait(full, 'WIS1')
  await student.wait(full, 'WIS1')
  const gone = await last.wait(full, 'WIS1')
  await student.wait(second, 'STAT')
  const live = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/live'))
  await openAs(page, student.username)
  await live

  const desk = await browser.newContext({ ...DESK, baseURL: product.url, serviceWorkers: 'block' })
  const teacher = await desk.newPage()
  const colleague = await startTeacher(product)
  const dialog = teacher.getByRole('dialog')
  const rows = teacher.getByRole('table', { name: 'Wachtlijst' }).getByRole('link')
  const tick = (name: string) => teacher.getByRole('checkbox', { name: new RegExp(`^${name}`) }).press('Space')
  await openDesk(teacher, `/schoolyear/1/testmoment/${full}/edit`)
  await teacher.getByRole('link', { name: 'Wachtlijst' }).click()

  await test.step('the line stands there in its order, and follows what a colleague does', async () => {
    await expect(teacher.getByText('1 van 1 plaatsen bezet, samen 1 toets · 3 wachten')).toBeVisible()
    await expect(rows).toHaveText(['Jansen 2, Daan', 'Berg, Jade van den', 'Jansen 3, Daan'])
    await expect(row(teacher, 'Berg, Jade')).toContainText('2e')
    for (const name of ['Jansen 2', 'Jansen 3']) await tick(name)
    await expect(teacher.getByText('2 plekken aangevinkt')).toBeVisible()
    await colleague.call(async (api) => void (await api.call(leaveWaiting, { params: { id: gone } })))
    await expect(rows).toHaveText(['Jansen 2, Daan', 'Berg, Jade van den'])
    await expect(teacher.getByText('1 plek aangevinkt')).toBeVisible()
    await tick('Jansen 2')
  })

  await test.step('above the seats only where that is confirmed, with who waits longer', async () => {
    await tick('Berg, Jade')
    await teacher.getByRole('button', { name: 'Plaats geven' }).click()
    await expect(dialog).toContainText('Boven de 1 plaats inschrijven?')
    await expect(dialog).toContainText('1 student krijgt een plaats. Dan zijn er 2 van 1 bezet.')
    await expect(dialog).toContainText('Er wacht 1 student langer. Die blijft wachten.')
    await dialog.getByRole('button', { name: 'Boven de 1 inschrijven' }).click()
    await expect(teacher.getByText('1 student heeft een plaats')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(teacher.getByRole('region', { name: 'Wachtlijst' })).toBeFocused()
    await expect(rows).toHaveText(['Jansen 2, Daan'])
    await expect(teacher.getByText('2 van 1 plaatsen bezet, samen 2 toetsen · 1 wacht')).toBeVisible()
    await expect(
      page.getByText(`Je hebt een plaats: je bent ingeschreven voor module WIS1-${student.mark}`),
    ).toBeVisible()
    expect(await student.enrollments()).toMatchObject([{ testmoment_id: full }])
  })

  await test.step('what somebody else did first is said, with the number of students', async () => {
    await tick('Jansen 2')
    await teacher.getByRole('button', { name: 'Van de lijst halen' }).click()
    await teacher.route(/\/v1\/waiting\/\d+$/, async (route) => {
      await colleague.call(async (api) => void (await api.call(leaveWaiting, { params: { id: longest } })))
      await route.continue()
    })
    await dialog.getByRole('button', { name: 'Van de lijst halen' }).click()
    await expect(dialog).toContainText('Bij 1 student kon het niet.')
    await expect(dialog).toContainText('Staat niet meer op de wachtlijst: intussen een plaats, of eraf gehaald.')
    await teacher.unrouteAll({ behavior: 'wait' })
    await dialog.getByRole('button', { name: 'Sluiten' }).last().click()
    await expect(teacher.getByText('Niemand wacht op een plaats.')).toBeVisible()
  })

  await test.step('a student is taken off a list from their own page, and notified', async () => {
    await teacher.goto(`/user/${student.studentId}/edit`)
    await expect(teacher.getByText(`Wacht op een plaats: ${labelOfDay(28)} (1e)`)).toBeVisible()
    await teacher.getByRole('button', { name: /^Van de wachtlijst halen voor module STAT/ }).click()
    await dialog.getByRole('button', { name: 'Van de lijst halen' }).click()
    await expect(
      teacher.getByText(`Jade van den Berg is van de wachtlijst gehaald voor module STAT-${student.mark}`),
    ).toBeVisible()
    await expect(teacher.getByText('Wacht op een plaats')).toHaveCount(0)
    await expect(page.getByText('een docent heeft je van de lijst gehaald.')).toBeVisible()
  })

  await test.step('and the log says who did it', async () => {
    await teacher.getByRole('link', { name: 'Logboek van deze gebruiker' }).click()
    await expect(row(teacher, 'van de wachtlijst een plaats gegeven, boven het aantal plaatsen')).toBeVisible()
    await expect(row(teacher, 'van de wachtlijst gehaald')).toBeVisible()
  })
  await desk.close()
})
