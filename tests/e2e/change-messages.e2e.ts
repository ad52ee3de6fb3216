import { addDays, dayOf } from '#domain/calendar/amsterdam.ts'
import { DESK, openDesk } from './support/desk.ts'
import { typeDate } from './support/teacher-desk.ts'
import { expect, labelOfDay, openAs, test } from './support/test.ts'

test.use(DESK)

test('a teacher moves a moment and at last deletes it: its students read what they wrote, as it happens and by letter', async ({
  browser,
  baseURL,
  mailbox,
  page,
  situation,
}) => {
  const [student, other] = [await situation(['WIS1']), await situation(['WIS1'])]
  const id = await student.addMoment({ inDays: 52 })
  await student.addMoment({ inDays: 53 })
  await student.enroll(id, 'WIS1')
  await other.enroll(id, 'WIS1')
  const phone = await browser.newPage({ ...(baseURL && { baseURL }), viewport: { width: 390, height: 844 } })
  const live = phone.waitForResponse((response) => response.url().endsWith('/api/v1/live'))
  await openAs(phone, student.username, '/student/messages')
  await expect(phone.getByText('Er zijn nog geen berichten')).toBeVisible()
  await live

  await openDesk(page, `/schoolyear/1/testmoment/${id}/edit`)
  const place = page.getByLabel('Locatie', { exact: true })
  const save = page.getByRole('button', { name: 'Opslaan' })
  const question = page.getByRole('region', { name: 'Zo opslaan?' })
  const [subject, text] = [page.getByLabel('Onderwerp'), page.getByLabel('Tekst')]
  await typeDate(page.getByRole('group', { name: 'Datum' }), addDays(dayOf(Date.now()), 54))
  await save.click()
  await expect(question.getByRole('checkbox', { name: 'Bericht aan 2 studenten' })).toBeChecked()
  await expect(text).toHaveValue(new RegExp(`Datum: ${labelOfDay(52)} → ${labelOfDay(54)}\n\n`))
  await question.getByRole('button', { name: 'Nog aanpassen' }).click()
  // untouched, the words follow the change; once edited they stay, and the teacher is notified when the change is
  // another
  await place.fill('Aula')
  await save.click()
  await expect(text).toHaveValue(/Locatie: nog niet bekend → Aula/)
  await subject.fill('')
  await question.getByRole('button', { name: 'Toch opslaan' }).click()
  await expect(subject).toBeFocused()
  await expect(question).toContainText('Vul een onderwerp in.')
  await subject.fill('Let op: ander lokaal')
  await question.getByRole('button', { name: 'Nog aanpassen' }).click()
  await place.fill('Sporthal Noord')
  await save.click()
  await expect(subject).toHaveValue('Let op: ander lokaal')
  await question.getByRole('button', { name: 'Nieuwe tekst voorstellen' }).click()
  await expect(text).toHaveValue(/Locatie: nog niet bekend → Sporthal Noord/)
  await subject.fill('Let op: andere zaal')
  await question.getByRole('button', { name: 'Toch opslaan' }).click()
  await expect(page.getByText('De wijzigingen zijn opgeslagen. 2 studenten krijgen je bericht')).toBeVisible()

  const moved = phone.getByRole('button', { name: /Let op: andere zaal/ })
  await moved.click()
  await expect(phone.getByText('Locatie: nog niet bekend → Sporthal Noord')).toBeVisible()
  for (const { username } of [student, other]) {
    const letter = await mailbox.take(username)
    expect(letter).toMatchObject({ subject: 'Let op: andere zaal' })
    expect(letter.text).toContain('Locatie: nog niet bekend → Sporthal Noord')
  }

  await page.getByRole('button', { name: 'Toetsmoment verwijderen' }).click()
  const deletion = page.getByRole('dialog')
  await expect(deletion).toContainText('Bericht aan 2 studenten')
  await expect(deletion.getByLabel('Tekst')).toHaveValue(/gaat niet door\. Je inschrijving is vervallen\./)
  await deletion.getByRole('button', { name: 'Toetsmoment verwijderen' }).click()
  await expect(page).toHaveURL(/\/admin\/testmoments/)
  await phone.getByRole('button', { name: new RegExp(`Toetsmoment van ${labelOfDay(54)} gaat niet door`) }).click()
  await expect(phone.getByText('Kies in de app een ander toetsmoment.')).toBeVisible()
  await expect(moved).toBeVisible()
  expect((await mailbox.take(other.username)).subject).toBe(`Toetsmoment van ${labelOfDay(54)} gaat niet door`)
  await phone.close()
})
