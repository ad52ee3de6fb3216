import { readFile } from 'node:fs/promises'
import ICAL from 'ical.js'
import { EASY_TO_READ, expectSound } from './support/sound.ts'
import { expect, openAs, openModule, test } from './support/test.ts'

test.use(EASY_TO_READ)

const summariesIn = (file: string) =>
  new ICAL.Component(ICAL.parse(file)).getAllSubcomponents('vevent').map((event) => new ICAL.Event(event).summary)

test('a student takes an enrollment along to their calendar', { tag: '@all' }, async ({ page, situation }) => {
  const student = await situation(['WIS1'])
  await student.enroll(await student.addMoment(), 'WIS1')
  await openAs(page, student.username)
  const dialog = await openModule(page, 'WIS1')
  await expectSound(page, 'an enrollment that can be taken along')
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: /^Zet in agenda/i }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^wiskundetoets-WIS1-.*\.ics$/)
  expect(summariesIn(await readFile(await download.path(), 'utf8'))).toEqual([`Wiskundetoets WIS1-${student.mark}`])
})

test('a student gives their calendar an address, makes another, and takes it back', { tag: '@all' }, async ({
  page,
  situation,
}) => {
  const student = await situation(['WIS1'])
  await student.enroll(await student.addMoment({ duration: 'week' }), 'WIS1')
  await openAs(page, student.username, '/settings/user#agenda')
  const part = page.getByRole('region', { name: 'Agenda' })
  const link = part.getByLabel('Agenda-link', { exact: true })
  const read = async (url: string) => page.request.get(url)

  await part.getByRole('button', { name: 'Agenda-link maken' }).click()
  await expect(link).toBeFocused()
  const first = await link.inputValue()
  await expectSound(page, 'a calendar link just made')
  const calendar = await read(first)
  expect(summariesIn(await calendar.text())).toEqual([`Wiskundetoets WIS1-${student.mark} (deze week)`])
  await expect(part.getByRole('link', { name: 'Openen in mijn agenda' })).toHaveAttribute(
    'href',
    first.replace('http:', 'webcal:'),
  )

  await page.reload()
  await expect(part).toContainText('Je hebt een agenda-link, gemaakt op')
  await expect(link).toHaveCount(0)
  await part.getByRole('button', { name: 'Nieuwe link maken' }).click()
  const replacing = page.getByRole('dialog', { name: 'Nieuwe agenda-link maken?' })
  await replacing.getByRole('button', { name: 'Nieuwe link maken' }).click()
  await expect(link).toBeFocused()
  const second = await link.inputValue()
  expect((await read(first)).status()).toBe(404)
  expect((await read(second)).status()).toBe(200)

  await part.getByRole('button', { name: 'Link intrekken' }).click()
  const revoking = page.getByRole('dialog', { name: 'Agenda-link intrekken?' })
  await revoking.getByRole('button', { name: 'Link intrekken' }).click()
  await expect(part.getByRole('button', { name: 'Agenda-link maken' })).toBeFocused()
  expect((await read(second)).status()).toBe(404)
})
