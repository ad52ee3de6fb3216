import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { encode } from 'uqr'
import { doorCode } from '#api-server/facts/door-code.ts'
import { readKeys } from '#server/keys.ts'
import { underLoad } from '#tests/support/under-load.ts'
import { openDesk } from './support/desk.ts'
import { untilListsAreKept } from './support/kept-lists.ts'
import { expect, openAs, test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

/** Text of a code in the only way in which its picture can be drawn. */
const pathOf = (code: string) =>
  encode(code, { ecc: 'M', border: 0 }).data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x + 4} ${y + 4}h1v1h-1z`] : [])),
  )

const picture = (page: Page) => page.getByRole('img', { name: 'Je code, voor de camera van de surveillant' })
const drawn = (page: Page) => picture(page).locator('path').getAttribute('d')

/** Codes in the student's own lists from here on, as the server sends them. */
function codesSent(page: Page): () => readonly string[] {
  const codes: string[] = []
  page.on('response', async (response) => {
    if (!response.url().includes('/module-statuses')) return
    const text = await response.text().catch(() => '')
    codes.push(...[...text.matchAll(/"code":"([\w-]{22})"/g)].map(([, code]) => code ?? ''))
  })
  return () => codes
}

test('a student shows their code on the day itself, also without a network, and has another made', async ({
  page,
  context,
  situation,
}) => {
  const student = await situation(['ALG1'])
  const moment = await student.addMoment({ inDays: 1 })
  await student.enroll(moment, 'ALG1')
  await page.emulateMedia({ colorScheme: 'dark' })
  await openAs(page, student.username)
  const show = page.getByRole('button', { name: 'Toon je code' })
  await expect(page.getByRole('button', { name: 'In agenda' })).toBeVisible()
  await expect(show).toBeHidden()

  await student.addMoment({ inDays: 20 })
  await student.change(moment, { date: new Date().toLocaleDateString('sv', { timeZone: 'Europe/Amsterdam' }) })
  const sent = codesSent(page)
  await page.reload()
  await expect(show).toBeVisible()
  await untilListsAreKept(page, student.studentId)
  await expect.poll(() => sent().length).toBeGreaterThan(0)
  const [code = ''] = sent()

  await context.setOffline(true)
  await page.reload()
  await show.click()
  expect(await drawn(page)).toBe(pathOf(code).join(''))
  const box = await picture(page).boundingBox()
  expect(box?.width).toBeGreaterThan(300)
  await expect(picture(page)).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.getByRole('button', { name: 'Nieuwe code' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await expect(show).toBeFocused()

  await context.setOffline(false)
  await show.click()
  await page.getByRole('button', { name: 'Nieuwe code' }).and(page.locator(':not([aria-disabled])')).click()
  await expect(page.getByText('Je vorige code werkt niet meer.')).toBeVisible()
  await expect.poll(() => drawn(page)).not.toBe(pathOf(code).join(''))
  const renewed = await drawn(page)
  await page.reload()
  await show.click()
  expect(await drawn(page)).toBe(renewed)
})

const LUMA = { width: 320, height: 240, module: 6 }

/** A film for a browser without a camera: each text as a code, for so many frames; y4m, ten frames a second. */
function filmOf(texts: readonly string[], frames: number): Buffer {
  const { width, height, module } = LUMA
  const parts = [Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`)]
  const chroma = Buffer.alloc((width * height) / 2, 128)
  for (const text of texts) {
    const { data, size } = encode(text, { ecc: 'M', border: 0 })
    const luma = Buffer.alloc(width * height, 255)
    const [left, top] = [(width - size * module) >> 1, (height - size * module) >> 1]
    for (let y = 0; y < size * module; y++)
      for (let x = 0; x < size * module; x++)
        if (data[Math.floor(y / module)]?.[Math.floor(x / module)]) luma[(top + y) * width + left + x] = 0
    for (let frame = 0; frame < frames; frame++) parts.push(Buffer.from('FRAME\n'), luma, chroma)
  }
  return Buffer.concat(parts)
}

const STUDENTS = 60

test('at the door sixty students show their codes to a tablet: each is ticked, also without a network, and others are sent on', async ({
  playwright,
  launchOptions,
  product,
  situation,
}) => {
  test.slow()
  const { kysely } = product.database
  const folder = await mkdtemp(join(tmpdir(), 'wiskunde-door-'))
  const student = await situation(['ALG1'])
  const moment = await student.addMoment({ inDays: 0 })
  const other = await student.addMoment({ inDays: 0 })
  await student.change(other, { starts_at: '23:15', ends_at: '23:45' })
  await student.addClass(STUDENTS + 1, moment, ['ALG1'])
  await student.enroll(other, 'ALG1')
  const enrolled = await kysely
    .selectFrom('enrollment')
    .select('user_id')
    .where('testmoment_id', '=', moment)
    .orderBy('id')
    .execute()
  const rooms = await Promise.all(
    ['3.14', '3.16'].map(async (name, at) => {
      const room = {
        name: `${name} ${moment}`,
        name_key: `${name} ${moment}`,
        seats: 99,
        position: 900 + at,
        remark: '',
      }
      const { id } = await kysely
        .insertInto('room')
        .values({ ...room, created_at: new Date().toISOString() })
        .returning('id')
        .executeTakeFirstOrThrow()
      await kysely
        .insertInto('testmoment_room')
        .values({ testmoment_id: moment, room_id: id, position: at, seats: 99 })
        .execute()
      return id
    }),
  )
  for (const [at, { user_id }] of enrolled.entries())
    await kysely
      .insertInto('chair')
      .values({ testmoment_id: moment, user_id, room_id: rooms[at < STUDENTS ? 0 : 1] ?? 0, seat_number: at + 1 })
      .execute()
  const divided_at = new Date().toISOString()
  await kysely.updateTable('testmoment').set({ divided_at }).where('id', '=', moment).execute()

  const { doorCodes } = await readKeys(product.environment.DATA_DIR ?? '')
  const codeOf = (user_id: number, testmoment_id: number) =>
    doorCode(doorCodes, { user_id, testmoment_id, generation: 0 })
  const own = enrolled.slice(0, STUDENTS).map(({ user_id }) => codeOf(user_id, moment))
  const [elsewhere] = enrolled.slice(STUDENTS).map(({ user_id }) => codeOf(user_id, moment))
  const strange = ['https://evil.example/?x', 'javascript:alert(1)', 'A'.repeat(22)]
  const film = join(folder, 'codes.y4m')
  await writeFile(film, filmOf([elsewhere ?? '', codeOf(student.studentId, other), ...strange, ...own], 7))
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions.args ?? []),
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  })
  const tablet = await browser.newContext({
    viewport: { width: 768, height: 1024 },
    baseURL: product.url,
    locale: 'nl-NL',
    timezoneId: 'Europe/Amsterdam',
  })
  const page = await tablet.newPage()
  const faults: string[] = []
  page.on('console', (message) => /security policy|trusted/i.test(message.text()) && faults.push(message.text()))
  const { schoolyear_id } = await kysely
    .selectFrom('testmoment')
    .select('schoolyear_id')
    .where('id', '=', moment)
    .executeTakeFirstOrThrow()
  const address = `/schoolyear/${schoolyear_id}/testmoment/${moment}/presence`
  await openDesk(page, address)
  await page.getByLabel('Lokaal').selectOption(`3.14 ${moment}`)
  await expect(page.getByText(`0 van ${STUDENTS} aanwezig ·`)).toBeVisible()
  await page.evaluate(() => {
    const words: string[] = []
    Object.assign(window, { words })
    new MutationObserver(() => {
      const said = document.querySelector('[role=alert] > p')?.textContent ?? ''
      const whole = document.querySelector('[role=alert]')?.textContent ?? ''
      if (said && words.at(-1) !== whole) words.push(whole)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  const spoken = () => page.evaluate(() => (window as unknown as { words: string[] }).words)
  await page.getByRole('button', { name: 'Scannen' }).click()
  await expect(page.getByText('Welkom')).toBeVisible()
  // The rest is read without a network.
  await tablet.setOffline(true)
  await expect(page.getByText(`${STUDENTS} van ${STUDENTS} aanwezig ·`)).toBeVisible({ timeout: underLoad(120_000) })
  await expect(page.getByText(/^Al binnen sinds/)).toBeVisible()
  await expect(page.getByText(/^Lijst van \d\d:\d\d/)).toBeVisible()
  await tablet.setOffline(false)
  await expect(page.getByText('Alles is verstuurd')).toBeVisible()
  await page.getByRole('button', { name: 'Stoppen met scannen' }).click()
  const words = await spoken()
  expect(words.filter((text) => text.startsWith('Welkom'))).toHaveLength(STUDENTS)
  expect(words.some((text) => text.startsWith(`Andere zaal: 3.16 ${moment}`))).toBe(true)
  expect(words).toContain('Ander moment: 23:15')
  expect(words).toContain('Onbekende code: zoek op naam')
  expect(page.url()).toContain(address)
  const ticks = await kysely
    .selectFrom('presence_tick')
    .innerJoin('enrollment', 'enrollment.id', 'presence_tick.enrollment_id')
    .select(['presence_tick.user_id', 'status', 'by_code'])
    .where('enrollment.testmoment_id', '=', moment)
    .execute()
  expect(ticks.map(({ user_id }) => user_id).toSorted((a, b) => a - b)).toEqual(
    enrolled.slice(0, STUDENTS).map(({ user_id }) => user_id),
  )
  expect(ticks.every(({ status, by_code }) => status === 'present' && by_code)).toBe(true)
  expect(faults).toEqual([])
  await browser.close()
  await rm(folder, { recursive: true })
})

test('a camera that is refused or lacks is one sentence, and the list stays', { tag: '@all' }, async ({
  page,
  situation,
  product,
}) => {
  const student = await situation(['ALG1'])
  const moment = await student.addMoment({ inDays: 0 })
  await student.enroll(moment, 'ALG1')
  const { schoolyear_id } = await product.database.kysely
    .selectFrom('testmoment')
    .select('schoolyear_id')
    .where('id', '=', moment)
    .executeTakeFirstOrThrow()
  await openDesk(page, `/schoolyear/${schoolyear_id}/testmoment/${moment}/presence`)
  for (const [name, sentence] of [
    ['NotAllowedError', 'De camera mag hier niet worden gebruikt'],
    ['NotReadableError', 'Een andere app gebruikt de camera'],
    ['NotFoundError', 'Dit apparaat heeft geen camera die werkt'],
  ] as const) {
    await page.evaluate((name) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', name))
    }, name)
    await page.getByRole('button', { name: 'Scannen' }).click()
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(page.getByRole('list', { name: 'Presentielijst' })).toBeVisible()
    await page.getByRole('button', { name: 'Naar de lijst' }).click()
  }
})
