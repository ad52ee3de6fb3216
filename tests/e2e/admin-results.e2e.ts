import type { Page } from '@playwright/test'
import writeExcelFile from 'write-excel-file/node'
import { saveResults } from '#contract/results.gen.ts'
import { graded } from '#domain/results/result.rules.ts'
import { underLoad } from '#tests/support/under-load.ts'
import { DESK, goToScreen, openDesk, row } from './support/desk.ts'
import type { Situation } from './support/situation.ts'
import { EASY_TO_READ, expectSound, unstick } from './support/sound.ts'
import { startTeacher } from './support/teacher.ts'
import { expect, test } from './support/test.ts'

const grid = (page: Page) => page.getByRole('grid', { name: 'Uitslagen' })
const cell = (page: Page, name: string, at = 0) => row(page, name).getByRole('gridcell').nth(at)
const field = (page: Page, name: string, module: string) =>
  page.getByRole('textbox', { name: new RegExp(`^${name}.*, ${module}`) })
/** A result and its state stand on one line, under a number the name takes two. */
const MOST_ROW_PX = 52

const isSaved = (page: Page) => expect(page.getByText('Alles is opgeslagen')).toBeVisible()

/** Yesterday's moment, for two modules, with the student of the situation and three others for the first. */
async function yesterday(student: Situation) {
  const id = await student.addMoment({ inDays: -1 })
  const jade = await student.enroll(id, 'ALG')
  await student.enroll(id, 'STAT')
  const others = [await student.addClassmate(), await student.addClassmate(), await student.addClassmate()]
  const enrollments = await Promise.all(others.map((other) => other.enroll(id, 'ALG')))
  return { id, jade, path: `/schoolyear/1/testmoment/${id}/results`, enrollments }
}

test.describe(() => {
  test.use(DESK)

  test('a teacher types, pastes and publishes results, and corrects one', async ({
    page,
    context,
    product,
    situation,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.url })
    const student = await situation(['ALG', 'STAT'])
    const { path, id, jade } = await yesterday(student)
    const later = await student.addMoment({ inDays: 20 })
    await student.enroll(later, 'ALG')
    await openDesk(page, `/schoolyear/1/testmoment/${id}/edit`)
    await page.getByRole('link', { name: 'Uitslagen', exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))

    await test.step('by keyboard down the column, as it is read', async () => {
      await cell(page, 'Berg, Jade van den').click()
      for (const typed of ['7.5', 'o', '11', 'voldoende']) {
        await page.keyboard.type(typed)
        await page.keyboard.press('Enter')
      }
      await expect(cell(page, 'Berg, Jade van den')).toContainText('7,5')
      await expect(cell(page, 'Jansen 1')).toContainText('O')
      await expect(cell(page, 'Jansen 2')).toContainText('11Een cijfer is 1,0 tot en met 10,0.')
      await expect(page.getByText('1 cel klopt niet en wordt niet opgeslagen')).toBeVisible()
      await isSaved(page)
      await expect(page.getByRole('columnheader', { name: /^ALG/ })).toContainText(
        '3 van 4 ingevuld2 geslaagd3 te publiceren',
      )
    })

    await test.step('rows from a spreadsheet by student, in any order and whoever is shown, as one step to undo', async () => {
      const paste = async (copied: string) => {
        await page.evaluate((text) => navigator.clipboard.writeText(text), copied)
        await page.keyboard.press('Control+v')
      }
      const of = (classmate: number) => `classmate-${classmate}-${student.mark}@e2e.example`
      await page.getByRole('searchbox').fill(of(1))
      await expect(page.getByText('1 van 4 studenten')).toBeVisible()
      await cell(page, 'Jansen 1').click()
      await paste('6\n6,5\n8\n')
      await expect(page.getByText(/^Er is niets geplakt\. Kopieer het studentnummer mee/)).toBeVisible()
      await paste(`E-mail\tALG-${student.mark}\n${of(3)}\t8\nniemand@e2e.example\t9\n${of(1)}\t6\n${of(2)}\t6,5\n`)
      await expect(
        page.getByText(/^3 uitslagen geplakt\. 1 regel hoort bij niemand in deze lijst: niemand@e2e\.example\./),
      ).toBeVisible()
      await page.getByRole('searchbox').fill('')
      await expect(page.getByText(/^4 studenten$/)).toBeVisible()
      await expect(cell(page, 'Jansen 3')).toContainText('8,0')
      await cell(page, 'Jansen 3').click()
      await page.keyboard.press('Control+z')
      await expect(cell(page, 'Jansen 2')).toContainText('11')
      await page.keyboard.press('Control+y')
      await expect(cell(page, 'Jansen 2').getByRole('textbox')).toHaveValue('6,5')
      await isSaved(page)
    })

    await test.step('published, with what follows from it', async () => {
      await page.getByRole('button', { name: 'Publiceren', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toContainText('4 uitslagen worden bekend: 4 geslaagd, 0 niet.')
      await expect(dialog).toContainText('4 modules worden afgerond.')
      await expect(dialog).toContainText('1 inschrijving op een later moment vervalt.')
      // A teacher sees what a colleague typed meanwhile before publishing it.
      const colleague = await startTeacher(product)
      await colleague.call(async (api) => {
        const stands = await product.database.kysely
          .selectFrom('result')
          .select('version')
          .where('enrollment_id', '=', jade)
          .executeTakeFirstOrThrow()
        const edit = { enrollment_id: jade, version: stands.version, value: graded(80) }
        await api.call(saveResults, { params: { id }, body: { entities: [edit] } })
      })
      await dialog.getByRole('button', { name: '4 uitslagen publiceren' }).click()
      await expect(dialog.getByRole('alert')).toContainText('De uitslagen zijn intussen gewijzigd')
      await dialog.getByRole('button', { name: '4 uitslagen publiceren' }).click()
      await expect(page.getByRole('dialog', { name: 'Gepubliceerd' })).toContainText('4 uitslagen zijn bekend')
      await page.getByRole('dialog').getByRole('button', { name: 'Sluiten' }).last().click()
      await expect(cell(page, 'Berg, Jade van den')).toContainText('8,0gepubliceerd')
      expect(await student.enrollments()).not.toContainEqual(expect.objectContaining({ testmoment_id: later }))
    })

    await test.step('a correction is named, with what it does not restore', async () => {
      await cell(page, 'Berg, Jade van den').click()
      await page.keyboard.type('4')
      await page.keyboard.press('Enter')
      await expect(cell(page, 'Berg, Jade van den')).toContainText('4,0was 8,0')
      await page.getByRole('button', { name: 'Publiceren', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toContainText('1 module is dan niet meer afgerond.')
      await expect(dialog).toContainText(/Berg, Jade van den, ALG.*: Geslaagd \(8,0\) → Niet geslaagd \(4,0\)/)
      await expect(dialog).toContainText('Eerder vervallen en niet hersteld')
      await dialog.getByRole('button', { name: '1 uitslag publiceren' }).click()
      await expect(page.getByRole('dialog', { name: 'Gepubliceerd' })).toBeVisible()
    })

    await test.step('what is published stands in the gradebook of the year, which leads back and can be taken along', async () => {
      await goToScreen(page, '/admin/gradebook')
      await page.getByLabel('Studierichting', { exact: true }).selectOption(student.department)
      const sheet = page.getByRole('grid', { name: 'Cijferlijst' })
      const module = `ALG-${student.mark}`
      await expect(sheet.getByRole('columnheader')).toHaveText(['Student', module, `STAT-${student.mark}`])
      await expect(cell(page, 'Berg, Jade van den')).toHaveText('4,0, onvoldoende')
      await expect(cell(page, 'Jansen 3')).toHaveText('8,0')
      await page.getByLabel('Nog niet gehaald').selectOption(module)
      await expect(
        page.getByRole('status').filter({ hasText: `1 student heeft ${module} nog niet gehaald.` }),
      ).toBeVisible()
      await expect(sheet.getByRole('rowheader')).toHaveText([/^Berg, Jade/])
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Exporteren' }).click()
      expect((await download).suggestedFilename()).toMatch(/^cijferlijst-.+\.xlsx$/)
      await page.getByRole('button', { name: 'Filters wissen' }).click()
      await page.getByRole('searchbox').fill(student.mark)
      await page.getByRole('searchbox').press('Enter')
      await expect(sheet.getByRole('rowheader')).toHaveText([/^Berg/, /^Jansen 1/, /^Jansen 2/, /^Jansen 3/])

      await sheet.getByRole('link', { name: 'Berg, Jade' }).focus()
      for (const key of ['ArrowRight', 'ArrowDown', 'End', 'ArrowDown']) await page.keyboard.press(key)
      await expect(sheet.getByRole('link', { name: '6,5' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(new RegExp(`${path}$`))
      await page.goBack()
      await sheet.getByRole('link', { name: 'Berg, Jade' }).click()
      await expect(page).toHaveURL(`/user/${student.studentId}/edit`)
    })
  })

  test('two teachers type at once, and nothing is lost when the server or the page goes', async ({
    page,
    browser,
    product,
    situation,
  }) => {
    const { path } = await yesterday(await situation(['ALG', 'STAT']))
    await openDesk(page, path)
    const desk = await browser.newContext({ ...DESK, baseURL: product.url, serviceWorkers: 'block' })
    const other = await desk.newPage()
    await openDesk(other, path)

    await test.step('each sees what the other typed', async () => {
      await cell(other, 'Jansen 1').click()
      await other.keyboard.type('6')
      await other.keyboard.press('Enter')
      await expect(cell(page, 'Jansen 1')).toContainText('6,0')
    })

    await test.step('who types while the other saves overwrites nothing, and is asked', async () => {
      await cell(page, 'Jansen 1').click()
      await page.keyboard.type('8')
      const news = page.waitForResponse((response) => /\/results$/.test(response.url()) && response.ok())
      await cell(other, 'Jansen 1').click()
      await other.keyboard.type('4')
      await other.keyboard.press('Enter')
      await news
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Jouw 8,0' }).click()
      await expect(cell(other, 'Jansen 1')).toContainText('8,0')
    })

    await test.step('what could not be saved is there after a reload, and of one cell that both typed the second is asked', async () => {
      await page.route('**/results', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()))
      await cell(page, 'Jansen 2').click()
      await page.keyboard.type('7,5')
      await page.keyboard.press('Enter')
      await expect(page.getByText(/^1 uitslag nog niet opgeslagen: geen verbinding/)).toBeVisible()
      await page.keyboard.type('9')
      await cell(other, 'Jansen 2').click()
      await other.keyboard.type('5')
      await other.keyboard.press('Enter')
      await isSaved(other)
      await page.reload()
      await expect(cell(page, 'Jansen 3')).toContainText('9,0')
      await page.getByRole('button', { name: 'Jouw 7,5' }).click()
    })

    await test.step('and is saved when the server is back, by itself', async () => {
      await page.unrouteAll({ behavior: 'wait' })
      await isSaved(page)
      await expect(field(other, 'Jansen 3', 'ALG')).toHaveValue('9,0')
      await expect(cell(other, 'Jansen 2')).toContainText('7,5')
    })
    await desk.close()
  })

  test('the heads and the names of many students stay in sight', { tag: '@all' }, async ({ page, situation }) => {
    const modules = ['ALG', 'DIF', 'GON', 'INT', 'LOG', 'STAT']
    const student = await situation(modules)
    const id = await student.addMoment({ inDays: -1 })
    for (let classmates = 0; classmates < 14; classmates++) await (await student.addClassmate()).enroll(id, 'ALG')
    for (const module of modules)
      await student.note(await student.enroll(id, module), { result: { outcome: 'passed', grade: 75 } })
    const newer = JSON.stringify({ server_time: Date.now(), release: 'nieuwer' })
    const body = `id: 1\nevent: hello\ndata: ${newer}\n\n`
    await page.route('**/api/v1/live', (route) => route.fulfill({ contentType: 'text/event-stream', body }), {
      times: 1,
    })
    await openDesk(page, `/schoolyear/1/testmoment/${id}/results`)
    const [first, last] = [cell(page, 'Jansen 1,'), cell(page, 'Jansen 14,')]
    await expect(first).toBeInViewport()
    const published = page.getByRole('row').filter({ hasText: 'Berg, Jade van den' })
    expect((await published.boundingBox())?.height, 'px of a row with results').toBeLessThanOrEqual(MOST_ROW_PX)
    // A notice about the app covers no button of the bar at the foot.
    await expect(page.getByRole('region', { name: 'Over de app' })).toContainText('De app is bijgewerkt')
    await page.getByRole('button', { name: 'Publiceren' }).click({ trial: true })
    await page.getByRole('button', { name: 'Later' }).click()
    await page.setViewportSize({ width: 800, height: 600 })
    await last.click()
    await expect(first).not.toBeInViewport()
    await expect(page.getByRole('columnheader', { name: /^ALG/ })).toBeInViewport({ ratio: 1 })
    await cell(page, 'Berg, Jade van den', 5).click()
    await expect(page.getByRole('columnheader', { name: /^ALG/ })).not.toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('rowheader', { name: /^Berg, Jade/ })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('columnheader', { name: /^STAT/ })).toBeInViewport({ ratio: 1 })
  })

  test('a list from Excel becomes drafts, line by line', { tag: '@all' }, async ({ page, situation }) => {
    const student = await situation(['ALG', 'STAT'])
    const { path } = await yesterday(student)
    const buffer = await writeExcelFile([
      [{ value: 'E-mail' }, { value: 'Cijfer' }],
      [{ value: student.username }, { value: 7.5 }],
      [{ value: `classmate-1-${student.mark}@e2e.example` }, { value: 'onvoldoende' }],
      [{ value: 'niemand@e2e.example' }, { value: 6 }],
    ]).toBuffer()
    await openDesk(page, path)
    await page.getByRole('link', { name: 'Importeren' }).click()
    await page.getByLabel('Module van regels zonder module').selectOption({ label: `ALG-${student.mark}` })
    const file = page.getByLabel('Excel- of CSV-bestand', { exact: true })
    await file.setInputFiles({ name: 'uitslagen.xlsx', mimeType: 'application/octet-stream', buffer })
    const judged = page.getByRole('table', { name: 'Regels van de lijst' }).getByRole('row')
    await expect(judged.filter({ hasText: 'niemand@' })).toContainText('Er is niemand met dit nummer of adres.')
    await page.getByRole('button', { name: 'Lijst aanpassen' }).click()
    const list = page.getByLabel(/^Plak hier de lijst/)
    await list.fill((await list.inputValue()).split('\n').slice(0, 3).join('\n'))
    await page.getByRole('button', { name: 'Controleren' }).click()
    await page.getByRole('button', { name: '2 uitslagen invullen' }).click()
    await expect(page.getByText('2 uitslagen zijn ingevuld, nog niet gepubliceerd.')).toBeVisible()
    await page.getByRole('link', { name: 'Naar de uitslagen' }).click()
    await expect(field(page, 'Berg, Jade van den', 'ALG')).toHaveValue('7,5')
    await expect(cell(page, 'Jansen 1')).toContainText('O')
  })
})

test.describe(() => {
  test.use(EASY_TO_READ)

  test('the results of a moment can be read and typed by everybody', { tag: '@all' }, async ({
    page,
    product,
    situation,
  }) => {
    test.setTimeout(underLoad(120_000))
    const student = await situation(['ALG', 'STAT'])
    const { id, path, enrollments } = await yesterday(student)
    await openDesk(page, path)
    await expect(grid(page)).toBeVisible()
    const foot = page.locator('[data-foot]')
    const expectHigh = async (most: number) =>
      expect((await foot.boundingBox())?.height, 'px of the bar').toBeLessThanOrEqual(most)
    await expectHigh(100)
    await cell(page, 'Berg, Jade van den').click()
    await field(page, 'Berg, Jade van den', 'ALG').fill('11')
    await page.keyboard.press('Enter')
    await page.keyboard.type('7')
    // A colleague types in the same cell before this value is saved.
    const [enrollment_id = 0] = enrollments
    const colleague = await startTeacher(product)
    await colleague.call(async (api) => {
      const edit = { enrollment_id, version: 0, value: graded(60) }
      await api.call(saveResults, { params: { id }, body: { entities: [edit] } })
    })
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Jouw 7,0' })).toBeVisible()
    // The sticky part covers half a row, whose contrast is unknown; and axe takes it to lie over a dialog too.
    await page.setViewportSize(DESK.viewport)
    await unstick(page)
    await expectSound(page, 'results')
    await page.getByRole('button', { name: 'Jouw 7,0' }).click()
    await isSaved(page)
    for (const [typed, said] of [
      ['8', 'niet opgeslagen. Het toetsmoment is nog niet begonnen.'],
      ['5', 'geen verbinding'],
    ] as const) {
      await page.route('**/results', (route) => {
        if (route.request().method() !== 'PUT') return route.fallback()
        return typed === '5' ? route.abort() : route.fulfill({ status: 422, json: { reason: 'results-not-yet' } })
      })
      await cell(page, 'Jansen 1').click()
      await page.keyboard.type(typed)
      await page.keyboard.press('Enter')
      await expect(foot).toContainText(said)
      await expectHigh(160)
      await page.unrouteAll()
      if (typed === '8') await page.getByRole('button', { name: 'Opnieuw opslaan' }).click()
      await isSaved(page)
    }
    await page.getByRole('button', { name: 'Publiceren', exact: true }).click()
    await expect(page.getByRole('dialog')).toContainText('1 uitslag wordt bekend')
    await expectSound(page, 'publishing')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Importeren' }).click()
    await expect(page.getByRole('button', { name: 'Bestand kiezen' })).toBeVisible()
    await expectSound(page, 'results from a list')
    for (const inDays of [-9, -8]) {
      const enrollment = await student.enroll(await student.addMoment({ inDays }), 'STAT')
      await student.note(enrollment, { result: graded(40) })
    }
    await student.complete('ALG')
    await page.goto(`/admin/gradebook?search=${student.mark}`)
    await expect(row(page, 'Berg, Jade')).toContainText(/gehaald.*4,0, onvoldoende \(2 pogingen\) 2×/)
    await unstick(page)
    await expectSound(page, 'gradebook')
  })
})
