import type { Page } from '@playwright/test'
import { editModule, listModules } from '#contract/modules.gen.ts'
import type { FileRoutesByFullPath } from '#src/routeTree.gen.ts'
import { emptyLists, fillLists } from './support/crowd.ts'
import { DESK, emptyAt, failAt, goToScreen, openDesk, row } from './support/desk.ts'
import { keepLook } from './support/look.ts'
import type { Product } from './support/product.ts'
import type { Situation } from './support/situation.ts'
import { startTeacher } from './support/teacher.ts'
import { expect, test } from './support/test.ts'

test.use(DESK)

test('a teacher adds a school year, which stands out, and renames it; and adds a department, which says what it is for', {
  tag: '@all',
}, async ({ page, product, situation }) => {
  const name = `Schooljaar ${Date.now()}`
  await openDesk(page, '/admin/schoolyears')
  await page.getByRole('button', { name: 'Schooljaar toevoegen' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Naam')).toBeFocused()
  await dialog.getByRole('button', { name: 'Schooljaar aanmaken' }).click()
  await expect(dialog.getByText('Vul een naam in.')).toBeVisible()
  await expect(dialog.getByLabel('Naam')).toBeFocused()
  await dialog.getByLabel('Naam').fill(name)
  await dialog.getByRole('button', { name: 'Schooljaar aanmaken' }).click()
  await expect(page.getByText(`Schooljaar ${name} is aangemaakt.`)).toBeVisible()
  await expect(row(page, name)).toHaveAttribute('data-new', 'true')
  await expect(row(page, name).getByRole('switch')).not.toBeChecked()

  await page.getByRole('button', { name: 'Schooljaar toevoegen' }).click()
  await dialog.getByLabel('Naam').fill(name.toUpperCase())
  await page.keyboard.press('Enter')
  const taken = 'Er is al een schooljaar met deze naam. Kies een andere.'
  await expect(dialog.getByLabel('Naam')).toHaveAccessibleDescription(new RegExp(taken))
  await dialog.getByLabel('Naam').fill(`${name} C`)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Schooljaar ${name} C is aangemaakt.`)).toBeVisible()
  await page.getByRole('button', { name: `Schooljaar ${name} C wijzigen` }).click()
  await dialog.getByLabel('Naam').fill(name)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(taken)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Weggaan zonder opslaan' }).click()

  await page.getByRole('button', { name: `Schooljaar ${name} wijzigen`, exact: true }).click()
  await dialog.getByLabel('Naam').fill(`${name} B`)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Schooljaar ${name} B is gewijzigd.`)).toBeVisible()

  const student = await situation(['WIS1', 'STAT'])
  const { department } = student
  await goToScreen(page, '/admin/education-departments')
  await expect(page.getByRole('columnheader')).toHaveText([/^Naam/, /^Automatisch/, /^Modules/, 'Wijzigen'])
  const toggle = row(page, department).getByRole('switch')
  await toggle.focus()
  await page.keyboard.press('Space')
  await expect(toggle).not.toBeChecked()
  await page.getByRole('button', { name: 'Studierichting toevoegen' }).click()
  const form = page.getByRole('dialog', { name: 'Nieuwe Studierichting' })
  await expect(form).toContainText('bepaalt welke modules')
  await form.getByLabel('Naam').fill(department)
  await page.keyboard.press('Enter')
  await expect(form.getByText('Er is al een studierichting met deze naam. Kies een andere.')).toBeVisible()
  await form.getByLabel('Naam').fill(`${department} B`)
  await form.getByRole('button', { name: 'Studierichting aanmaken' }).click()
  await expect(page.getByText(`Studierichting ${department} B is aangemaakt.`)).toBeVisible()

  const { today, full } = await fillLists(student, product)
  for (const path of Object.values(listsAt(student, { today, full })).flat()) {
    await goToScreen(page, path)
    await expect(listed(page).first(), path).toBeVisible()
    for (const viewport of [WIDE, DESK.viewport]) {
      await page.setViewportSize(viewport)
      await expect(listed(page).first(), path).toBeVisible()
      const { top, whole } = await rowsInSight(page)
      expect.soft(top, `px above the first row of ${path} at ${viewport.width}`).toBeLessThanOrEqual(220)
      expect.soft(whole, `rows of ${path} in sight at ${viewport.width}`).toBeGreaterThanOrEqual(9)
    }
    await keepLook(page, path)
    const tick = listed(page).getByRole('checkbox', { name: /aanvinken$/ })
    if ((await tick.count()) > 0) await tick.last().check()
    expect.soft(await isCoveredAtEnd(page), `a bar covers the last row of ${path}`).toBe(false)
    expect.soft(await widerThanTools(page), `px by which the table of ${path} is wider than the page`).toBe(0)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.locator('#title-tools > *')).toHaveCount(0)
    expect.soft(await beforeMainAct(page), `what a phone has before the main act of ${path}`).toEqual([])
    await page.setViewportSize(DESK.viewport)
  }
  await emptyLists(student, product)
})

const WIDE = { width: 1600, height: 900 }

type TeachersPath = Extract<
  keyof FileRoutesByFullPath,
  `/${'admin' | 'schoolyear' | 'education-department' | 'user'}/${string}`
>

/** Addresses of the lists on each screen of a teacher, most of which have none. A new screen does not compile without its line. */
const listsAt = ({ mark }: Situation, { today, full }: { today: number; full: number }) =>
  ({
    '/admin/audit': ['/admin/audit'],
    '/admin/connections': ['/admin/connections'],
    '/admin/education-departments/': ['/admin/education-departments'],
    '/admin/education-departments/modules': ['/admin/education-departments/modules'],
    '/admin/gradebook': [`/admin/gradebook?search=${mark}`],
    '/admin/import/': [],
    '/admin/import/history/': ['/admin/import/history'],
    '/admin/import/history/$importId': [],
    '/admin/import/modules': [],
    '/admin/import/rooms': [],
    '/admin/import/students': [],
    '/admin/import/testmoments': [],
    '/admin/messages': [],
    '/admin/messages/': ['/admin/messages'],
    '/admin/messages/$messageId': [],
    '/admin/messages/new': [],
    '/admin/modules': ['/admin/modules'],
    '/admin/overview': [],
    '/admin/rooms': ['/admin/rooms'],
    '/admin/schoolyears': ['/admin/schoolyears'],
    '/admin/testmoments': ['/admin/testmoments'],
    '/admin/users': [],
    '/admin/users/': ['/admin/users'],
    '/education-department/$departmentId/edit': [],
    '/schoolyear/$schoolyearId/copy': [],
    '/schoolyear/$schoolyearId/recesses': [],
    '/schoolyear/$schoolyearId/testmoment': [],
    '/schoolyear/$schoolyearId/testmoment/$testmomentId/edit': [
      `/schoolyear/1/testmoment/${today}/edit?tab=students`,
      `/schoolyear/1/testmoment/${full}/edit?tab=waiting`,
      `/schoolyear/1/testmoment/${today}/edit?tab=rooms`,
    ],
    '/schoolyear/$schoolyearId/testmoment/$testmomentId/presence': [`/schoolyear/1/testmoment/${today}/presence`],
    '/schoolyear/$schoolyearId/testmoment/$testmomentId/results/': [`/schoolyear/1/testmoment/${today}/results`],
    '/schoolyear/$schoolyearId/testmoment/$testmomentId/results/import': [],
    '/user/$userId/edit': [],
  }) satisfies Record<TeachersPath, string[]>

const listed = (page: Page) => page.locator('tbody tr, [aria-label="Presentielijst"] > li').filter({ visible: true })

/** Distance in px of the first row of a list to the top of the window, and the number of rows wholly in sight. */
const rowsInSight = (page: Page) =>
  listed(page).evaluateAll((rows) => {
    const boxes = rows.map((row) => row.getBoundingClientRect())
    // bars at the foot cover rows, and a grid that scrolls in itself hides them
    const foot = [...document.querySelectorAll('[data-foot]')].map((bar) => bar.getBoundingClientRect())
    const grid = rows[0]?.closest('[data-box]')?.getBoundingClientRect().bottom ?? innerHeight
    const end = Math.min(innerHeight, grid, ...foot.flatMap(({ top, height }) => (height > 0 ? top : [])))
    return { top: boxes[0]?.top, whole: boxes.filter(({ bottom }) => bottom <= end).length }
  })

/** Whether a bar at the foot covers the last row, once the page is scrolled to its end. */
const isCoveredAtEnd = (page: Page) =>
  listed(page)
    .last()
    .evaluate((row) => {
      scrollTo(0, document.documentElement.scrollHeight)
      const grid = row.closest('[data-box]')?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY
      const end = Math.min(row.getBoundingClientRect().bottom, grid)
      const bars = [...document.querySelectorAll('[data-foot]')].map((bar) => bar.getBoundingClientRect())
      return bars.some(({ top, height }) => height > 0 && top < end)
    })

/** Buttons beside the one that makes something new, before it or above it. */
const beforeMainAct = (page: Page) =>
  page.locator('main [data-tone="create"]').evaluateAll((acts) =>
    acts.flatMap((act) => {
      const { left, top } = act.getBoundingClientRect()
      return [...(act.parentElement?.querySelectorAll('a, button') ?? [])].flatMap((beside) => {
        const place = beside.getBoundingClientRect()
        return place.bottom <= top || (place.right <= left && place.top <= top) ? (beside.textContent ?? '') : []
      })
    }),
  )

/** px by which a table sticks out of what holds the page’s content. */
const widerThanTools = (page: Page) =>
  listed(page)
    .first()
    .evaluate((row) => {
      const end = row.closest('table')?.getBoundingClientRect().right ?? 0
      const main = document.querySelector('main > :last-child')?.getBoundingClientRect().right ?? 0
      return row.closest('[data-box]') ? 0 : Math.max(0, Math.round(end - main))
    })

test('a list’s toggles, headers and forms: what fails goes back, nothing of a colleague is taken back, nothing typed is lost', async ({
  page,
  situation,
  product,
}) => {
  await test.step('a toggle goes back when the server fails', async () => {
    const { mark } = await situation(['WIS1'])
    await openDesk(page, '/admin/modules')
    await failAt(page, 'PUT', /\/api\/v1\/module\//)
    const toggle = row(page, `WIS1-${mark}`).getByRole('switch')
    await toggle.click()
    await expect(page.getByText('Er is iets misgegaan')).toBeVisible()
    await expect(toggle).toBeChecked()
    await page.unrouteAll()
    await toggle.press('Space')
    await expect(toggle).not.toBeChecked()
  })
  await test.step('a toggle sends the whole module, and takes back nothing of a colleague who was just before', async () => {
    const { mark } = await situation(['WIS1'])
    const name = `WIS1-${mark}`
    const describe = await startDescribing(product, name)
    await goToScreen(page, '/admin/modules')
    const sent: unknown[] = []
    await page.route(/\/api\/v1\/module\/\d+$/, async (route) => {
      if (sent.length === 0) await describe('Die van een collega')
      sent.push(route.request().postDataJSON())
      await route.continue()
    })
    const toggle = row(page, name).getByRole('switch')
    await toggle.click()
    await expect(page.getByText(`Module ${name} is gewijzigd.`)).toBeVisible()
    await expect(toggle).not.toBeChecked()
    await expect(row(page, name)).toContainText('Die van een collega')
    expect(sent).toMatchObject([
      { name, description: 'Beschrijving van WIS1', active: false, version: 1 },
      { name, description: 'Die van een collega', active: false, version: 2 },
    ])
  })
  await test.step('a table is sorted by its headers, up, down and as it came', async () => {
    await situation(['AAA', 'ZZZ'])
    await goToScreen(page, '/admin/modules')
    const header = page.getByRole('columnheader', { name: /Naam/ })
    const names = page.getByRole('row').locator('td:first-child')
    await header.getByRole('button').press('Enter')
    await expect(header).toHaveAttribute('aria-sort', 'ascending')
    await expect(names.first()).toContainText('AAA')
    await header.getByRole('button').press('Enter')
    await expect(header).toHaveAttribute('aria-sort', 'descending')
    await expect(names.first()).toContainText('ZZZ')
  })
  await test.step('a name that is taken is said beside the field, and what was typed stays', async () => {
    const { mark } = await situation(['WIS1'])
    await goToScreen(page, '/admin/modules')
    await page.getByRole('button', { name: 'Module toevoegen' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Naam').fill(`WIS1-${mark}`)
    await dialog.getByLabel('Beschrijving').fill('Nog een keer')
    await dialog.getByRole('button', { name: 'Module aanmaken' }).click()
    await expect(dialog.getByText('Er is al een module met deze naam')).toBeVisible()
    await expect(dialog.getByLabel('Beschrijving')).toHaveValue('Nog een keer')

    await failAt(page, 'POST', /\/api\/v1\/module$/)
    await dialog.getByLabel('Naam').fill(`NEW-${mark}`)
    await dialog.getByRole('button', { name: 'Module aanmaken' }).click()
    await expect(dialog.getByText('Aanmaken van module mislukt')).toBeVisible()
    await page.unrouteAll()
    await dialog.getByRole('button', { name: 'Module aanmaken' }).click()
    await expect(page.getByText(`Module NEW-${mark} is aangemaakt.`)).toBeVisible()
    await expect(row(page, `NEW-${mark}`)).toHaveAttribute('data-new', 'true')
  })
  await test.step('closing a form with something typed asks first', async () => {
    await goToScreen(page, '/admin/education-departments')
    await page.getByRole('button', { name: 'Studierichting toevoegen' }).click()
    const form = page.getByRole('dialog', { name: 'Nieuwe Studierichting' })
    await form.getByLabel('Naam').fill('Half')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Je wijzigingen zijn nog niet opgeslagen' })
    await question.getByRole('button', { name: 'Annuleren' }).click()
    await expect(form.getByLabel('Naam')).toHaveValue('Half')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Weggaan zonder opslaan' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('a teacher who comes second sees what a colleague changed, and chooses', async () => {
    const { mark } = await situation(['WIS1'])
    const describe = await startDescribing(product, `WIS1-${mark}`)
    await goToScreen(page, '/admin/modules')
    await page.getByRole('button', { name: `Module WIS1-${mark} wijzigen` }).click()
    await expect(page.getByLabel('Beschrijving')).toBeFocused()
    await page.getByLabel('Beschrijving').fill('De mijne')
    await describe('Die van een collega')
    await page.getByRole('button', { name: 'Opslaan' }).click()
    const conflict = page.getByRole('dialog', { name: 'Iemand anders heeft dit ook gewijzigd' })
    await expect(conflict.getByRole('row', { name: /De mijne.*Die van een collega/ })).toBeVisible()
    await conflict.getByRole('button', { name: 'De mijne opslaan' }).click()
    await expect(row(page, `WIS1-${mark}`)).toContainText('De mijne')

    await page.getByRole('button', { name: `Module WIS1-${mark} wijzigen` }).click()
    await page.getByLabel('Beschrijving').fill('Weer de mijne')
    await describe('Weer van de collega')
    await page.getByRole('button', { name: 'Opslaan' }).click()
    await conflict.getByRole('button', { name: 'Die van mijn collega houden' }).click()
    await expect(row(page, `WIS1-${mark}`)).toContainText('Weer van de collega')
  })
})

/** A colleague who describes a module again. */
async function startDescribing(product: Product, module: string) {
  const colleague = await startTeacher(product)
  return (description: string) =>
    colleague.call(async (api) => {
      const { entities } = await api.call(listModules)
      const edit = entities.find(({ name }) => name === module)?._links.edit
      if (!edit) throw new Error('the colleague may not edit the module')
      await api.follow(editModule, edit, { body: { description } })
    })
}

const LISTS = [
  {
    path: '/admin/schoolyears',
    list: /v1\/schoolyears\/10/,
    failure: 'Ophalen van schooljaren mislukt',
    empty: 'Er zijn nog geen schooljaren. Maak het eerste aan.',
  },
  {
    path: '/admin/modules',
    list: /v1\/modules$/,
    failure: 'Deze pagina kon niet worden geladen',
    empty: 'Er zijn nog geen modules. Maak de eerste aan.',
  },
  {
    path: '/admin/education-departments',
    list: /v1\/education-departments$/,
    failure: 'Deze pagina kon niet worden geladen',
    empty: 'Er zijn nog geen studierichtingen. Maak de eerste aan.',
  },
  {
    path: '/admin/testmoments',
    list: /v1\/schoolyear\/\d+\/testmoments\//,
    failure: 'Ophalen van toetsmomenten mislukt',
    empty: 'Dit schooljaar heeft nog geen toetsmomenten. Maak het eerste aan.',
  },
]

test('a list says that it could not be loaded, tries again, and says what to do when it is empty', {
  tag: '@all',
}, async ({ page }) => {
  await openDesk(page, '/admin/overview')
  for (const { path, list, failure, empty } of LISTS)
    await test.step(path, async () => {
      await failAt(page, 'GET', list)
      await page.goto(path)
      await expect(page.getByRole('alert')).toContainText(failure)
      await keepLook(page, `${path} failed`)
      await page.unrouteAll()
      await emptyAt(page, list)
      await page.getByRole('button', { name: 'Opnieuw proberen' }).click()
      await expect(page.getByText(empty)).toBeVisible()
      await keepLook(page, `${path} empty`)
      await page.unrouteAll()
    })
})
