import { addDays, dayOf } from '#domain/calendar/amsterdam.ts'
import { underLoad } from '#tests/support/under-load.ts'
import { DESK, goToScreen, openDesk, row } from './support/desk.ts'
import { expectSound } from './support/sound.ts'
import { expect, labelOfDay, test } from './support/test.ts'

test.use(DESK)

test('several moments at once: planned, closed with a message, and deleted but for one with a presence', async ({
  page,
  situation,
}) => {
  test.setTimeout(underLoad(120_000))
  const student = await situation(['WIS1'])
  const [one, two, three] = [
    await student.addMoment({ inDays: 2 }),
    await student.addMoment({ inDays: 3 }),
    await student.addMoment({ inDays: 4, open: false }),
  ]
  for (const [index, id] of [one, two, three].entries())
    await student.change(id, { location: `Zaal ${index + 1} ${student.mark}` })
  await student.enroll(one, 'WIS1')
  await openDesk(page, '/admin/testmoments')
  const place = (index: number) => row(page, `Zaal ${index} ${student.mark}`)
  const tick = (index: number) => place(index).getByRole('checkbox')

  await test.step('a range is ticked, and planned relative to each day', async () => {
    await tick(1).click()
    await tick(3).click({ modifiers: ['Shift'] })
    await expect(tick(2)).toBeChecked()
    await expect(page.getByText('3 toetsmomenten aangevinkt')).toBeVisible()
    await page.getByRole('button', { name: 'Plannen', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Opening en sluiting plannen' })
    await dialog.getByRole('button', { name: 'Bekijk wat er verandert' }).click()
    await expect(dialog.getByText('Kies wat je wilt wijzigen.')).toBeVisible()
    await dialog.getByLabel('Sluiting plannen').selectOption('before')
    await dialog.getByLabel('Dagen ervoor').fill('1')
    await dialog.getByLabel('Om', { exact: true }).fill('17u')
    await dialog.getByRole('button', { name: 'Bekijk wat er verandert' }).click()
    await expect(dialog.getByText('3 toetsmomenten worden gepland.')).toBeVisible()
    await expect(dialog.getByRole('row', { name: new RegExp(`Zaal 2 ${student.mark}`) })).toContainText(
      `Sluit op: niet gepland → ${labelOfDay(2)} om 17:00`,
    )
    await dialog.getByRole('checkbox', { name: 'Bericht aan 1 student' }).uncheck()
    await dialog.getByRole('button', { name: 'Voor 3 toetsmomenten plannen' }).click()
    await expect(dialog.getByText('3 toetsmomenten zijn gepland.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Klaar' }).click()
    await expect(page.getByText('3 toetsmomenten aangevinkt')).toHaveCount(0)
    await expect(place(1)).toContainText(`Sluit ${labelOfDay(1)} om 17:00`)
  })

  await test.step('those that are open are closed, and who is enrolled there is written to', async () => {
    for (const index of [1, 2, 3]) await tick(index).click()
    await page.getByRole('button', { name: 'Sluiten', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Inschrijvingen sluiten' })
    await expect(dialog.getByText('2 toetsmomenten worden gesloten. 1 is al zo.')).toBeVisible()
    await expect(dialog.getByLabel('Onderwerp')).toHaveValue(/^Inschrijven voor het toetsmoment .* is gesloten$/)
    const size = page.viewportSize()
    await page.setViewportSize({ width: 1280, height: 600 })
    await expect(dialog.getByLabel('Tekst')).not.toBeInViewport({ ratio: 1 })
    await expect(dialog.getByRole('button', { name: '2 toetsmomenten sluiten' })).toBeInViewport({ ratio: 1 })
    if (size) await page.setViewportSize(size)
    await dialog.getByRole('button', { name: '2 toetsmomenten sluiten' }).click()
    await expect(dialog.getByText('2 toetsmomenten zijn gesloten. 1 student krijgt je bericht.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Klaar' }).click()
    await expect(place(1).getByRole('switch')).not.toBeChecked()
  })

  await test.step('one with a presence stays, also where that was noted meanwhile, and stays ticked', async () => {
    for (const index of [1, 2, 3]) await tick(index).click()
    await page.getByRole('button', { name: 'Verwijderen', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Toetsmomenten verwijderen' })
    await expect(dialog.getByText('3 toetsmomenten worden verwijderd.')).toBeVisible()
    await expect(dialog.getByText('1 inschrijving vervalt.')).toBeVisible()
    const classmate = await student.addClassmate()
    await student.note(await classmate.enroll(two, 'WIS1'), { presence: 'present' })
    await dialog.getByRole('button', { name: '3 toetsmomenten verwijderen' }).click()
    await expect(dialog.getByText('Er is intussen iets veranderd')).toBeVisible()
    await expect(dialog.getByText('2 toetsmomenten worden verwijderd. Bij 1 kan het niet.')).toBeVisible()
    await expect(dialog.getByText(/Kan niet: Bij dit toetsmoment horen aanwezigheid of uitslagen/)).toBeVisible()
    await dialog.getByRole('button', { name: '2 toetsmomenten verwijderen' }).click()
    await expect(dialog.getByText('Bij 1 kon het niet: die blijft aangevinkt.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Klaar' }).click()
    await expect(place(1)).toHaveCount(0)
    await expect(tick(2)).toBeChecked()
    await expect(page.getByText('1 toetsmoment aangevinkt')).toBeVisible()
  })
})

test('a year as a calendar, by the keyboard and on one page; and what has been is folded away', {
  tag: '@all',
}, async ({ page, situation }) => {
  const student = await situation(['WIS1'])
  const today = dayOf(Date.now())
  const [week, past] = [
    await student.addMoment({ inDays: 1, duration: 'week' }),
    await student.addMoment({ inDays: -9 }),
  ]
  await student.change(past, { location: `Vroeger ${student.mark}` })
  await student.change(week, { location: `Straks ${student.mark}` })
  await openDesk(page, '/admin/testmoments')
  const old = row(page, `Vroeger ${student.mark}`)

  await test.step('unfolded by its button, as the address says', async () => {
    const fold = page.getByRole('button', { name: /^Geweest \(\d+\)$/ })
    await expect(fold).toHaveAttribute('aria-expanded', 'false')
    await expect(old).toHaveCount(0)
    await fold.click()
    await expect(old).toBeVisible()
    await page.reload()
    await expect(old).toBeVisible()
    await fold.press('Enter')
    await expect(old).toHaveCount(0)
  })

  await test.step('found by place, day and module, also what has been; the address keeps it', async () => {
    await page.goto(`/admin/testmoments?search=straks+${student.mark}`)
    await expect(row(page, `Straks ${student.mark}`)).toBeVisible()
    await expect(page.getByRole('status', { name: 'Gevonden' })).toHaveText(/^1 toetsmoment gevonden/)
    const search = page.getByRole('searchbox', { name: 'Zoek op dag, locatie of module' })
    await search.fill(`${labelOfDay(-9)} WIS1-${student.mark}`)
    await search.press('Enter')
    await expect(old).toBeVisible()
    await expect(row(page, `Straks ${student.mark}`)).toHaveCount(0)
    await page.reload()
    await expect(old).toBeVisible()
    // A server that takes its time: the screen stays, and what is typed meanwhile too.
    const slow = Promise.withResolvers<void>()
    await page.route(/\/api\/v1\/.*testmoments/, async (route) => {
      await slow.promise
      await route.continue()
    })
    await search.fill('nergens')
    await search.press('Enter')
    await expect(page.locator('[aria-busy="true"]')).toBeVisible()
    await expect(page.getByText('Bezig met laden…'), 'a skeleton').toHaveCount(0)
    await page.keyboard.type(' meer')
    slow.resolve()
    await expect(page.getByRole('status', { name: 'Gevonden' })).toContainText(
      "Geen toetsmoment gevonden voor 'nergens'.",
    )
    await expect(search).toBeFocused()
    await expect(search).toHaveValue('nergens meer')
    await page.getByRole('button', { name: 'Alle toetsmomenten tonen' }).click()
    await expect(row(page, `Straks ${student.mark}`)).toBeVisible()
    await expect(old).toHaveCount(0)
  })

  await test.step('the arrows lead from day to day, Enter opens', async () => {
    await page.getByRole('link', { name: 'Kalender' }).click()
    await expect(page).toHaveURL(/view=calendar/)
    await expect(page.getByRole('grid')).toHaveCount(12)
    await page.getByRole('button', { name: 'Naar vandaag' }).click()
    const day = (date: string) => page.locator(`[data-day="${date}"]`)
    await expect(day(today)).toBeFocused()
    await expect(day(today)).toHaveAttribute('aria-current', 'date')
    await page.keyboard.press('ArrowDown')
    await expect(day(addDays(today, 7))).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowRight')
    const tomorrow = day(addDays(today, 1))
    await expect(tomorrow).toBeFocused()
    await expect(tomorrow).toHaveAccessibleName(new RegExp(`Straks ${student.mark}: 0 studenten, open`))
    expect(await page.locator('[data-day][tabindex="0"]').count()).toBe(1)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/testmoment/${week}/edit`))
    await page.goBack()
    await expect(page.getByRole('grid')).toHaveCount(12)
  })

  await test.step('it is sound, and printed on one page', async () => {
    // Twelve months are drawn alike: axe, which takes seconds for all of them, reads those in which something stands.
    const but = 'section:has(> [role="grid"]):not(:has([data-moment], [aria-current]))'
    expect(await page.locator(but).count()).toBeGreaterThan(8)
    await expectSound(page, 'calendar', { widths: [1920], but })
    await page.setViewportSize(DESK.viewport)
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    const [, width = 0, height = 0] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? []
    expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([842, 595])
  })

  await test.step('the table is where it was', async () => {
    await goToScreen(page, '/admin/testmoments?view=calendar')
    await page.getByRole('link', { name: 'Tabel' }).click()
    await expect(page.getByRole('grid')).toHaveCount(0)
    await expect(row(page, `Straks ${student.mark}`)).toBeVisible()
    await expect(page).not.toHaveURL(/view=/)
  })
})
