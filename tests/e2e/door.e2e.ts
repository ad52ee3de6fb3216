import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { encode } from 'uqr'
import { makeInvigilatorLink, readInvigilatorLink } from '#contract/presence.gen.ts'
import { underLoad } from '#tests/support/under-load.ts'
import { openDesk } from './support/desk.ts'
import { codesOf, type HeldBefore, replaceCamera, rowsOf } from './support/held-code.ts'
import { untilListsAreKept } from './support/kept-lists.ts'
import { startOutline } from './support/outline.ts'
import type { Product } from './support/product.ts'
import { expectSound } from './support/sound.ts'
import { startTeacher } from './support/teacher.ts'
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

  const elsewhere = await context.newPage()
  await elsewhere.goto(page.url())
  await elsewhere.getByRole('button', { name: 'Toon je code' }).click()
  expect(await drawn(elsewhere)).toBe(renewed)
  await elsewhere.getByRole('button', { name: 'Nieuwe code' }).and(elsewhere.locator(':not([aria-disabled])')).click()
  await expect.poll(() => drawn(elsewhere)).not.toBe(renewed)
  const newest = await drawn(elsewhere)
  await expect.poll(() => drawn(page)).toBe(newest)
  await page.reload()
  await show.click()
  expect(await drawn(page)).toBe(newest)
})

test('a student’s code is read aloud, reached by keyboard, and drawn as large as the screen allows', {
  tag: '@all',
}, async ({ page, situation }) => {
  const student = await situation(['ALG1'])
  await student.enroll(await student.addMoment({ inDays: 0 }), 'ALG1')
  await openAs(page, student.username)
  await page.getByRole('button', { name: 'Toon je code' }).click()
  await expect(picture(page)).toBeVisible()
  await expectSound(page, 'code for the door')
  const outline = startOutline(page, [student.mark])
  await outline.add('Je code voor de deur')
  expect(outline.text()).toMatchSnapshot('door-student.txt')
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

/** Divides a moment over rooms, each with its students, and publishes it. Resolves with the rooms' ids. */
async function seatIn(
  { database: { kysely } }: Product,
  testmoment_id: number,
  rooms: Record<string, readonly number[]>,
): Promise<number[]> {
  const now = new Date().toISOString()
  const ids: number[] = []
  for (const [position, [number, user_ids]] of Object.entries(rooms).entries()) {
    const name = `${number} ${testmoment_id}`
    const room = { name, name_key: name, seats: 99, position: 900 + position, remark: '', created_at: now }
    const { id } = await kysely.insertInto('room').values(room).returning('id').executeTakeFirstOrThrow()
    const here = { testmoment_id, room_id: id }
    await kysely
      .insertInto('testmoment_room')
      .values({ ...here, position, seats: 99 })
      .execute()
    const chairs = user_ids.map((user_id, at) => ({ ...here, user_id, seat_number: at + 1 }))
    await kysely.insertInto('chair').values(chairs).execute()
    ids.push(id)
  }
  const divided = { divided_at: now, rooms_published_at: now }
  await kysely.updateTable('testmoment').set(divided).where('id', '=', testmoment_id).execute()
  return ids
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
  await seatIn(product, moment, {
    '3.14': enrolled.slice(0, STUDENTS).map(({ user_id }) => user_id),
    '3.16': enrolled.slice(STUDENTS).map(({ user_id }) => user_id),
  })
  const codeOf = await codesOf(product)
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
  const above = await page.getByRole('main').evaluate((main) => {
    const camera = main.querySelector('video')?.getBoundingClientRect().top ?? 0
    const pressed = [...main.querySelectorAll('a, button')]
    return pressed.filter((each) => each.getBoundingClientRect().bottom <= camera).map(({ textContent }) => textContent)
  })
  expect(above, 'what stands above the camera').toEqual([])
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

test('an invigilator of one room reads codes by the browser’s own reader and without, takes one back, and ticks by hand once the camera is turned off', {
  tag: '@all',
}, async ({ page, product, situation }) => {
  const { kysely } = product.database
  const student = await situation(['ALG1'])
  const moment = await student.addMoment({ inDays: 0 })
  await student.addClass(4, moment, ['ALG1'])
  const enrolled = await kysely
    .selectFrom('enrollment')
    .select('user_id')
    .where('testmoment_id', '=', moment)
    .orderBy('id')
    .execute()
  const [first = 0, second = 0, elsewhere = 0, nowhere = 0] = enrolled.map(({ user_id }) => user_id)
  const [room_id = 0] = await seatIn(product, moment, { '3.14': [first, second], '3.16': [elsewhere] })
  const codeOf = await codesOf(product)
  const teacher = await startTeacher(product)
  await teacher.call(async (api) => {
    const { entity } = await api.call(makeInvigilatorLink, { params: { id: moment }, body: { room_id } })
    const { url, code } = await api.call(readInvigilatorLink, { params: { id: entity.id } })
    await page.goto(url.slice(new URL(url).origin.length))
    await page.getByLabel('Code van zes cijfers').fill(code)
  })
  await page.getByLabel('Je naam').fill('Joost')
  await page.getByRole('button', { name: 'Naar de lijst' }).click()
  await expect(page.getByText('0 van 2 aanwezig ·')).toBeVisible()

  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  const hold = (user_id: number) => {
    const code = codeOf(user_id, moment)
    return page.evaluate(
      ([rows, code]) => (window as unknown as { heldBefore: HeldBefore }).heldBefore.hold(rows, code),
      [rowsOf(code), code] as const,
    )
  }
  const verdict = page.getByRole('alert')
  const scan = page.getByRole('button', { name: 'Scannen' })
  await page.evaluate(replaceCamera, true)
  await scan.click()
  await hold(first)
  await expect(verdict).toHaveText(/^Welkom.*Jansen 1.*plaats 1/)
  await expect(page.getByText('1 van 2 aanwezig ·')).toBeVisible()
  expect(scripts).toEqual([])

  await test.step('what was read last is taken back, and can be read again', async () => {
    await page.getByRole('button', { name: 'Ongedaan', exact: true }).click()
    await expect(verdict).toHaveText('Ongedaan gemaakt')
    await expect(page.getByText('0 van 2 aanwezig ·')).toBeVisible()
    await expect(page.getByText('Alles is verstuurd')).toBeVisible()
    const ticks = kysely.selectFrom('presence_tick').select('status').where('user_id', '=', first).orderBy('at')
    expect(await ticks.execute()).toEqual([{ status: 'present' }, { status: null }])
  })
  await test.step('who sits in another room or in none is not let in, nor named', async () => {
    await hold(elsewhere)
    await expect(verdict).toHaveText(`Andere zaal: 3.16 ${moment}Stuur door naar Zaal 3.16 ${moment}.`)
    await hold(nowhere)
    await expect(verdict).toHaveText(/^Zonder plaats.*De docent wijst een plaats toe\.$/)
    await expect(page.getByText(/Jansen [34]/)).toHaveCount(0)
  })
  await hold(first)
  await expect(verdict).toContainText('Welkom')
  await expectSound(page, 'reading codes', { widths: [768], but: 'video' })
  const outline = startOutline(page, [student.mark, `3.14 ${moment}`])
  await outline.add('Scannen')
  expect(outline.text().replaceAll(/\b\d\d:\d\d\b/g, 'TIME')).toMatchSnapshot('door-reader.txt')

  await test.step('a camera that is turned off is one sentence, and the list stays', async () => {
    await page.evaluate(() => (window as unknown as { heldBefore: HeldBefore }).heldBefore.turnOff())
    await expect(page.getByText('De camera is uitgezet')).toBeVisible()
    const row = page.getByRole('list', { name: 'Presentielijst' }).getByRole('listitem').filter({ hasText: 'Jansen 2' })
    await row.getByRole('button', { name: 'Te laat' }).click()
    await expect(page.getByText('2 van 2 aanwezig ·')).toBeVisible()
    await page.getByRole('button', { name: 'Naar de lijst' }).click()
  })
  await test.step('without a reader of its own the browser loads one', async () => {
    scripts.length = 0
    await page.evaluate(replaceCamera, false)
    await scan.click()
    await hold(second)
    await expect(verdict).toHaveText(/^Al binnen sinds.*Jansen 2/)
    expect(scripts).toHaveLength(1)
  })
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
