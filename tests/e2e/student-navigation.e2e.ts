import { goTo } from './support/menu.ts'
import { expect, moduleCard, openAs, test } from './support/test.ts'

const SCREENS = [
  { item: 'Toetsmomenten', path: '/student/testmoments', heading: 'Toetsmomenten' },
  {
    item: 'Afgerond',
    path: '/student/completed-modules',
    title: 'Afgeronde modules',
    heading: 'Afgeronde modules',
  },
  { item: 'Berichten', path: '/student/messages', heading: 'Berichten' },
  { item: 'Mijn toetsen', path: '/student/history', heading: 'Mijn toetsen' },
  { item: 'Instellingen', path: '/settings/user', heading: 'Gebruikers Instellingen' },
  { item: 'Modules', path: '/student/modules', heading: 'Modules' },
]

test('by the phone’s bar and menu: each screen has its title, and the focus on its heading', { tag: '@all' }, async ({
  page,
  situation,
}) => {
  const student = await situation(['WIS1'])
  await openAs(page, student.username)
  await expect(moduleCard(page, 'WIS1')).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect(menu.getByRole('link')).toHaveText(['Modules', 'Toetsmomenten', 'Afgerond'])
  for (const { item, path, title = item, heading } of SCREENS) {
    await goTo(page, item)
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(page).toHaveTitle(`${title} – Wiskunde inschrijven`)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused()
    await expect(menu.getByRole('button', { name: 'Uitloggen' })).toBeHidden()
  }
  await expect(menu.getByRole('link', { name: 'Modules', exact: true })).toHaveAttribute('aria-current', 'page')

  await test.step('the bar covers nothing, and makes room for the keyboard', async () => {
    await goTo(page, 'Instellingen')
    const last = page.getByRole('main').getByRole('button').last()
    // Parts of the settings come one by one, and the page grows by each.
    await expect(async () => {
      await page.mouse.wheel(0, 100_000)
      await expect(last).toBeInViewport({ ratio: 1, timeout: 500 })
      const [foot, bar] = await Promise.all([last.boundingBox(), menu.boundingBox()])
      expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
    }).toPass()
    await page.getByLabel('Voornaam').focus()
    await expect(menu).toBeVisible()
    // Headless Chromium has no keyboard to show: what is left of the screen is what it would leave.
    await page.setViewportSize({ width: 390, height: 500 })
    await expect(menu).toBeHidden()
    await page.getByLabel('Voornaam').blur()
    await expect(menu).toBeVisible()
  })
})

test('what a screen reader says of a moment, its dialog and the checklist', { tag: '@all' }, async ({
  page,
  situation,
}) => {
  const student = await situation(['WIS1', 'STAT'])
  const { mark } = student
  const moment = await student.addMoment({ inDays: 5, max: 1 })
  await student.enroll(moment, 'WIS1')
  await openAs(page, student.username, '/student/testmoments')
  const card = page.getByRole('article').filter({ hasText: `WIS1-${mark}` })
  await expect(card).toMatchAriaSnapshot(`
    - article:
      - heading [level=2]
      - paragraph: Ingeschreven voor WIS1-${mark}
      - term: Modules
      - definition: STAT-${mark}, WIS1-${mark}
      - term: Limiet
      - definition: Maximaal 1 modules toegestaan. Je hebt voor dit toetsmoment geen sloten meer over.
      - link /Wijzigen.+/
  `)
  await page.goto(`/student/testmoments?moment=${moment}`)
  await expect(page.getByRole('dialog')).toMatchAriaSnapshot(`
    - dialog /Modules voor toetsmoment .+/:
      - heading /Modules voor toetsmoment .+/ [level=2]
      - button "Sluiten"
      - paragraph: Je hebt voor dit toetsmoment geen sloten meer over.
      - list:
        - listitem "STAT-${mark}":
          - heading "STAT-${mark}" [level=3]
          - paragraph: Beschrijving van STAT
        - listitem "WIS1-${mark}":
          - heading "WIS1-${mark}" [level=3]
          - paragraph: Beschrijving van WIS1
          - paragraph: Ingeschreven
          - button /Uitschrijven voor WIS1-${mark}, .+/
  `)
  await page.goto('/student/completed-modules')
  await expect(page.getByRole('group', { name: 'Afgeronde modules' })).toMatchAriaSnapshot(`
    - group "Afgeronde modules":
      - list "Afgeronde modules":
        - listitem:
          - checkbox "STAT-${mark} - Beschrijving van STAT" [disabled]
        - listitem:
          - checkbox "WIS1-${mark} - Beschrijving van WIS1" [disabled]
  `)
})
