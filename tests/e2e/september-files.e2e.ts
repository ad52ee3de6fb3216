import { fileURLToPath } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import { getModuleMatrix } from '#contract/departments.gen.ts'
import { listSchoolyears } from '#contract/schoolyears.gen.ts'
import { loginCheck } from '#contract/sessions.gen.ts'
import { getAccountStatistics, getFirstSteps } from '#contract/statistics.gen.ts'
import { listTestmoments } from '#contract/testmoments.gen.ts'
import { listUsers } from '#contract/users.gen.ts'
import { createApi, createPublicApi } from '#src/api/api.ts'
import { underLoad } from '#tests/support/under-load.ts'
import { GOOD_PASSWORD, pressActivate } from './support/account.ts'
import { DESK } from './support/desk.ts'
import { makeFirstTeacher } from './support/first-teacher.ts'
import { type Product, startProduct } from './support/product.ts'
import { test as base, expect, logIn } from './support/test.ts'

const TEACHER = 'docent@school.example'
const YEAR = '2027-2028'
const file = (name: string) => fileURLToPath(new URL(`../fixtures/september/${name}`, import.meta.url))

/** Presses and fields filled in that a teacher can do in ten minutes. */
const MOST_ACTS = 60

/** Links that the list of modules lacks. */
const adjusted = [
  ['GON1', 'Technische Informatica'],
  ['INT1', 'Bouwkunde'],
  ['LIN2', 'Werktuigbouwkunde'],
] as const

/** A teacher's hand: carries out its orders, and counts. */
function handOf(page: Page) {
  let acts = 0
  const counted = async (act: Promise<unknown>) => {
    acts += 1
    await act
  }
  return {
    press: (what: Locator) => counted(what.click()),
    type: (field: Locator, text: string) => counted(field.fill(text)),
    choose: (select: Locator, label: string) => counted(select.selectOption({ label })),
    /** gives a file to the screen, like dropping it there */
    give: (name: string) =>
      counted(page.getByLabel('Excel- of CSV-bestand', { exact: true }).setInputFiles(file(name))),
    get acts() {
      return acts
    },
  }
}

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

test(
  'a school year from three files, in sixty presses and fields',
  { tag: '@all' },
  async ({ page, product, mailbox }, testInfo) => {
    test.setTimeout(underLoad(180_000))
    page.setDefaultTimeout(15_000)
    const main = page.getByRole('main')
    const dialog = page.getByRole('dialog')
    const menu = page.getByRole('navigation', { name: 'Hoofdmenu' })
    const hand = handOf(page)
    const steps = page.getByRole('region', { name: 'Eerste stappen' })
    const picture = async (name: string, width = 1280) => {
      await page.setViewportSize({ width, height: width === 1280 ? 800 : 1080 })
      await page.screenshot({ path: testInfo.outputPath(`${name}-${width}.png`) })
    }
    const toOverview = () => hand.press(menu.getByRole('link', { name: 'Overzicht' }))

    await page.goto(await makeFirstTeacher(product, TEACHER))
    await pressActivate(page)
    await page.getByLabel('Wachtwoord', { exact: true }).fill(GOOD_PASSWORD)
    await pressActivate(page)
    await expect(page.getByText('Je account is succesvol geactiveerd.')).toBeVisible()
    await logIn(page, TEACHER, { password: GOOD_PASSWORD })
    await expect(steps).toContainText('In zes stappen kunnen je studenten zich inschrijven.')
    await expect(steps.getByRole('listitem').last()).toContainText(/^6Inschrijving openen/)
    await picture('1-empty')
    await picture('1-empty', 1920)

    await test.step('the school year', async () => {
      await hand.press(steps.getByRole('link', { name: 'Schooljaar maken' }))
      await hand.type(dialog.getByLabel('Naam'), YEAR)
      await hand.press(dialog.getByRole('button', { name: 'Schooljaar aanmaken' }))
      await hand.press(page.getByRole('switch', { name: `Schooljaar ${YEAR} actief` }))
      await expect(page.getByRole('switch', { name: `Schooljaar ${YEAR} actief` })).toBeChecked()
      await toOverview()
      await expect(steps).toContainText('1 van de 6 stappen is klaar.')
    })

    await test.step('twelve modules for six departments, from a workbook', async () => {
      await hand.press(steps.getByRole('link', { name: 'Modules importeren' }))
      await hand.give('modules.xlsx')
      await picture('2-modules')
      await hand.press(page.getByRole('button', { name: '12 modules importeren' }))
      await expect(main).toContainText('12 modules zijn geïmporteerd.')
    })

    await test.step('what the list had wrong about departments, in the grid', async () => {
      await hand.press(menu.getByRole('link', { name: 'Studierichtingen' }))
      await hand.press(page.getByRole('link', { name: 'Modules per studierichting' }))
      const grid = page.getByRole('grid')
      for (const [module, department] of adjusted)
        await hand.press(grid.getByRole('checkbox', { name: `${module} bij ${department}`, exact: true }))
      await picture('3-matrix')
      await picture('3-matrix', 1920)
      await hand.press(page.getByRole('button', { name: 'Opslaan' }))
      await hand.press(dialog.getByRole('button', { name: 'Wijzigingen opslaan' }))
      await expect(dialog).toBeHidden()
    })

    await test.step('twenty moments, from a workbook', async () => {
      await toOverview()
      await expect(steps).toContainText('3 van de 6 stappen zijn klaar.')
      await hand.press(steps.getByRole('link', { name: 'Toetsmomenten importeren' }))
      await hand.give('toetsmomenten.xlsx')
      await picture('4-moments')
      await hand.press(page.getByRole('button', { name: '20 toetsmomenten importeren' }))
      await expect(main).toContainText('20 toetsmomenten zijn geïmporteerd.')
    })

    await test.step('three hundred students, by headers that only this school has, letters later', async () => {
      await toOverview()
      await hand.press(steps.getByRole('link', { name: 'Studenten importeren' }))
      await hand.give('studenten.csv')
      await hand.choose(page.getByLabel(/Relatienr\./), 'Studentnummer')
      await hand.choose(page.getByLabel(/Opl\./), 'Studierichting')
      await picture('5-students')
      await picture('5-students', 1920)
      await hand.press(page.getByRole('radio', { name: /^Later/ }))
      await hand.press(page.getByRole('button', { name: '300 studenten importeren' }))
      await expect(main).toContainText('300 studenten zijn geïmporteerd.')
      const written = mailbox.letters.filter(({ to }) => to !== TEACHER)
      expect(written, 'nobody is written to yet').toHaveLength(0)
    })

    await test.step('all moments opened at once', async () => {
      await hand.press(menu.getByRole('link', { name: 'Toetsmomenten' }))
      await hand.press(page.getByRole('checkbox', { name: /alle/i }).first())
      await hand.press(page.getByRole('button', { name: 'Openen', exact: true }))
      await picture('6-opening')
      await hand.press(dialog.getByRole('button', { name: '20 toetsmomenten openen' }))
      await hand.press(dialog.getByRole('button', { name: 'Klaar' }))
      await expect(dialog).toBeHidden()
      await picture('7-open')
      await picture('7-open', 1920)
    })

    testInfo.annotations.push({ type: 'presses and fields', description: String(hand.acts) })
    expect(hand.acts).toBeLessThanOrEqual(MOST_ACTS)

    await test.step('all of it is there', async () => {
      const body = { username: TEACHER, password: GOOD_PASSWORD }
      const { token } = await createPublicApi(product.url).call(loginCheck, { body })
      const api = createApi({ origin: product.url, bearer: async () => token, unauthorized: () => {} })
      expect(await api.call(getFirstSteps)).toEqual({
        ...{ schoolyear: true, modules: true, departments: true, testmoments: true, students: true },
        ...{ rooms: false, opened: true },
      })
      const { modules, departments } = await api.call(getModuleMatrix)
      expect([modules.length, departments.length]).toEqual([12, 6])
      expect(
        departments.reduce((sum, { students }) => sum + students, 0),
        'each has a department',
      ).toBe(300)
      const ids = new Map(modules.map(({ id, name }) => [name, id]))
      for (const [module, department] of adjusted) {
        const held = departments.find(({ name }) => name === department)?.module_ids
        expect(held, `${module} at ${department}`).toContain(ids.get(module))
      }
      const [year] = (await api.call(listSchoolyears, { params: { paging: 10 } })).entities
      expect(year).toMatchObject({ name: YEAR, active: true })
      const moments = await api.call(listTestmoments, { params: { schoolyear_id: year?.id ?? 0, paging: 50 } })
      expect(moments.entities).toHaveLength(20)
      expect(moments.entities.every(({ enrollments_enabled }) => enrollments_enabled)).toBe(true)
      expect(moments.entities.some(({ seats }) => seats > 0)).toBe(true)
      const [student] = (await api.call(listUsers, { params: { paging: 20 }, query: { search: '3100001' } })).entities
      expect(student).toMatchObject({
        student_number: '3100001',
        username: 's3100001@student.example',
        activated: false,
      })
      expect(await api.call(getAccountStatistics)).toMatchObject({ student_accounts: 300 })
    })
  },
)
