import type { Page } from '@playwright/test'
import { underLoad } from '#tests/support/under-load.ts'
import { DESK, goToScreen, openDesk } from './support/desk.ts'
import { keptLists } from './support/kept-lists.ts'
import { expectSound } from './support/sound.ts'
import { expect, openAs, test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

const TEXT = 'Lees eerst https://school.example/regels.\n\nTot dan!'

/** Asks to send what was written, and confirms it. */
async function send(teacher: Page): Promise<void> {
  await teacher.getByRole('button', { name: 'Versturen', exact: true }).click()
  await teacher.getByRole('dialog').getByRole('button', { name: 'Versturen aan 1 student' }).click()
}

test('a teacher writes to who is enrolled: the student sees it come, reads it, and again without a network', async ({
  browser,
  context,
  page,
  product,
  mailbox,
  situation,
}) => {
  const student = await situation(['WIS1', 'STAT'])
  // Other stories' messages stand beside it.
  const subject = `Neem je legitimatie mee ${student.mark}`
  const moment = await student.addMoment({ inDays: 7 })
  await student.enroll(moment, 'WIS1')
  const full = await student.addMoment({ inDays: 9, seats: 1, open: false })
  await (await student.addClassmate()).wait(full, 'WIS1')
  await (await student.addClassmate()).wait(full, 'STAT')
  const past = await student.addMoment({ inDays: -3 })
  await student.note(await student.enroll(past, 'STAT'), { presence: 'absent' })
  const live = page.waitForResponse((response) => response.url().endsWith('/api/v1/live'))
  await openAs(page, student.username, '/student/messages')
  await expect(page.getByText('Er zijn nog geen berichten')).toBeVisible()
  await live

  const desk = await browser.newContext({ ...DESK, baseURL: product.url, serviceWorkers: 'block' })
  const teacher = await desk.newPage()
  // Typed text is not thrown away without asking, nor by a reload.
  teacher.on('dialog', (question) => void question.accept())
  await openDesk(teacher, `/schoolyear/1/testmoment/${past}/edit?tab=students`)
  await expect(teacher.getByText('1 van 1 afwezig', { exact: true })).toBeVisible()
  await expectSound(teacher, 'students of a moment, one of whom was absent')
  await teacher.getByRole('link', { name: 'Bericht aan de afwezigen' }).click()
  await expect(teacher.getByText('Dit gaat naar 1 student.')).toBeVisible()
  await expect(teacher.getByLabel('Toetsmoment', { exact: true })).toHaveValue(String(past))
  await goToScreen(teacher, `/admin/messages/new?kind=testmoment&testmoment_id=${moment}`)
  await expect(teacher.getByText('Dit gaat naar 1 student.')).toBeVisible()
  await teacher.getByRole('radio', { name: /^Op de wachtlijst/ }).check()
  await teacher.getByLabel('Toetsmoment', { exact: true }).selectOption(String(full))
  await expect(teacher.getByText('Dit gaat naar 2 studenten.')).toBeVisible()
  await teacher.getByLabel('Module').selectOption(`STAT-${student.mark}`)
  await expect(teacher.getByText('Dit gaat naar 1 student.')).toBeVisible()
  await expectSound(teacher, 'a new message to who waits')
  await teacher.getByRole('radio', { name: /^Ingeschreven/ }).check()
  await teacher.getByLabel('Toetsmoment', { exact: true }).selectOption(String(moment))
  await expect(teacher.getByText('Dit gaat naar 1 student.')).toBeVisible()
  await teacher.getByLabel('Module').selectOption(`STAT-${student.mark}`)
  await expect(teacher.getByText('In deze groep is nu niemand.')).toBeVisible()
  await teacher.getByLabel('Module').selectOption(`WIS1-${student.mark}`)
  await teacher.getByLabel('Onderwerp').fill(subject)
  await teacher.getByLabel('Tekst').fill(TEXT)
  await teacher.reload()
  await expect(teacher.getByLabel('Onderwerp')).toHaveValue(subject)
  await expect(teacher.getByLabel('Tekst')).toHaveValue(TEXT)
  await expect(teacher.getByText('Dit gaat naar 1 student.')).toBeVisible()

  // The server has the message but its answer is lost: the app asks for the outcome, and the message is sent once.
  await teacher.route('**/api/v1/message?*', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
    await teacher.unrouteAll()
  })
  await send(teacher)
  await expect(teacher.getByRole('heading', { name: subject })).toBeVisible()
  await expect(teacher.getByText('De brief is door de mailserver aangenomen.')).toBeVisible({
    timeout: underLoad(30_000),
  })
  expect((await mailbox.take(student.username)).subject).toBe(subject)
  expect(mailbox.letters.filter(({ to }) => to === student.username)).toHaveLength(1)

  // Where there is room the latest one is open, beside all of them.
  await teacher.setViewportSize({ width: 1920, height: 1080 })
  await teacher.goto('/admin/messages')
  await expect(teacher.getByRole('heading', { name: subject })).toBeVisible()
  await expect(teacher.getByRole('main')).toContainText('DoorMarijke de Leeuw')
  const box = teacher.getByRole('navigation', { name: 'Verstuurde berichten' })
  await expect(box.getByRole('link', { name: subject })).toHaveAttribute('aria-current', 'page')
  await expectSound(teacher, 'messages beside the one that is read', { widths: [1920] })

  const message = page.getByRole('button', { name: subject })
  await expect(message).toHaveText(/^Nieuw/)
  // The first screen says so, and leads to it.
  await page.getByRole('link', { name: 'Modules', exact: true }).click()
  const news = page.getByRole('list', { name: 'Nieuw' })
  await expect(news).toContainText(`1 nieuw bericht ${subject}`)
  await news.getByRole('link', { name: '1 nieuw bericht' }).click()
  await expect(page.getByRole('link', { name: 'https://school.example/regels', exact: true })).toBeVisible()
  await expect(message).not.toHaveText(/^Nieuw/)
  const id = Number(new URL(page.url()).searchParams.get('message'))
  await expect
    .poll(async () => (await keptLists(page)).find(({ url }) => url.endsWith('/messages'))?.body)
    .toMatch(/"read_at":"/)

  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText('Tot dan!')).toBeVisible()
  await expect(page.getByText(/^Je bent offline — bijgewerkt om/)).toBeVisible()

  // A teacher who did not see that the message was sent writes the same words to the same group.
  await teacher.goto(`/admin/messages/new?kind=testmoment&testmoment_id=${moment}&module_id=${student.modules.WIS1}`)
  await teacher.getByLabel('Onderwerp').fill(subject)
  await teacher.getByLabel('Tekst').fill(TEXT)
  await expect(teacher.getByText('Dit gaat naar 1 student.')).toBeVisible()
  await send(teacher)
  await expect(teacher.getByRole('dialog', { name: 'Nog een keer versturen?' })).toContainText('dezelfde groep')
  await teacher.getByRole('dialog').getByRole('button', { name: 'Annuleren' }).click()
  expect(mailbox.letters.filter(({ to }) => to === student.username)).toHaveLength(1)

  // Opens the link in the letter, on a device where nobody is logged in.
  await desk.close()
  const laptop = await browser.newContext({ ...DESK, baseURL: product.url, serviceWorkers: 'block' })
  const screen = await laptop.newPage()
  await openAs(screen, student.username, `/student/messages?message=${id}`)
  await expect(screen.getByText('Tot dan!')).toBeVisible()
  await expect(screen.getByRole('button', { name: subject })).toBeFocused()
  await laptop.close()
})
