import type { Page } from '@playwright/test'
import { DESK, failAt, goToScreen, openDesk, row } from './support/desk.ts'
import { expectSound } from './support/sound.ts'
import { expect, test } from './support/test.ts'

test.use(DESK)

const WIDE = { width: 1920, height: 1080 }
const LIST = /\/api\/v1\/users\//
const rows = /@/
const outcome = (page: Page) => page.getByRole('status', { name: 'Gevonden' })

test('a teacher finds somebody by any part of a name or address, and opens them by keyboard', { tag: '@all' }, async ({
  page,
  situation,
}) => {
  const { username } = await situation(['WIS1'])
  await openDesk(page, '/admin/users')
  await expect(row(page, rows)).toHaveCount(20)
  const search = page.getByRole('searchbox', { name: 'Zoek op naam, e-mailadres of studentnummer' })
  await search.fill(`berg ${username.split('@')[0]}`)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Zoeken' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row(page, rows)).toHaveCount(1)
  await expect(page.getByRole('row', { name: `${username} Jade van den Berg` })).toBeVisible()
  await expect(search).toHaveValue(`berg ${username.split('@')[0]}`)
  await expect(page.getByRole('button', { name: 'Zoeken' })).toBeFocused()

  await page.getByRole('link', { name: `Gebruiker ${username} wijzigen` }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Gebruiker Wijzigen' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Gebruikers' }).click()
  await expect(row(page, rows)).toHaveCount(1)
  await expect(search).toHaveValue(`berg ${username.split('@')[0]}`)
})

test('where there is room, a user is changed beside the list, which stays as it was from one to the next', {
  tag: '@all',
}, async ({ page, situation }) => {
  const student = await situation(['WIS1'])
  await student.addClassmate()
  await page.setViewportSize(WIDE)
  await openDesk(page, `/admin/users?search=${student.mark}`)
  await page.getByRole('link', { name: `Gebruiker ${student.username} wijzigen` }).click()
  const list = page.getByRole('navigation', { name: 'Gebruikers', exact: true })
  await expect(list.getByRole('link')).toHaveText([/^Daan Jansen/, /^Jade van den Berg/])
  const [classmate, chosen] = [list.getByRole('link').first(), list.getByRole('link').last()]
  await expect(chosen).toHaveAttribute('aria-current', 'page')
  await expectSound(page, 'a user beside the list', { widths: [WIDE.width] })
  await page.setViewportSize(WIDE)

  await chosen.focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Voornaam')).toHaveValue('Daan')
  await expect(classmate).toHaveAttribute('aria-current', 'page')
  await expect(classmate).toBeFocused()

  await page.getByLabel('Voornaam').fill('Daniël')
  const search = list.getByRole('searchbox')
  await search.fill(`berg ${student.mark}`)
  await search.press('Enter')
  await expect(list.getByRole('link')).toHaveText([/^Jade van den Berg/])
  await expect(search).toBeFocused()
  await expect(page.getByLabel('Voornaam')).toHaveValue('Daniël')
  await list.getByRole('link').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Weggaan zonder opslaan' }).click()
  await expect(page.getByLabel('Voornaam')).toHaveValue('Jade')
  await page.reload()
  await expect(list.getByRole('link')).toHaveAttribute('aria-current', 'page')
})

test('the list of users: more of them, nobody found, a slow server and one that fails', { tag: '@all' }, async ({
  page,
}) => {
  await test.step('more users come below those that are there, and one failing page can be asked for again', async () => {
    await openDesk(page, '/admin/users')
    const more = page.getByRole('button', { name: 'Meer gebruikers laden' })
    await expect(row(page, rows)).toHaveCount(20)
    await failAt(page, 'GET', LIST)
    await more.click()
    await expect(page.getByText('Ophalen van gebruikers mislukt')).toBeVisible()
    await expect(row(page, rows)).toHaveCount(20)
    await page.unrouteAll()
    await more.click()
    await expect(row(page, rows)).toHaveCount(40)
  })
  await test.step('a search without results says so, with what was searched for', async () => {
    await goToScreen(page, '/admin/users?search=zzqq')
    await expect(outcome(page)).toContainText('Niemand gevonden voor ‘zzqq’')
    await expect(page.getByRole('searchbox')).toHaveValue('zzqq')
  })
  await test.step('the focus stays in the search, also while the server is slow, and the outcome is announced', async () => {
    await goToScreen(page, '/admin/users?search=zzqq')
    const search = page.getByRole('searchbox')
    await expect(search).toHaveValue('zzqq')
    await search.fill('')
    const answer = Promise.withResolvers<void>()
    await page.route(LIST, async (route) => {
      await answer.promise
      await route.continue()
    })
    await search.press('Enter')
    await page.keyboard.type('be')
    await expect(page.locator('main [aria-busy="true"]').first()).toBeVisible()
    await expect(outcome(page)).toBeEmpty()
    await expect(search).toBeFocused()
    answer.resolve()
    await expect(outcome(page)).toHaveText(/^\d+ gebruikers\.$/)
    await expect(row(page, rows)).toHaveCount(20)
    await expect(search).toBeFocused()
    await expect(search).toHaveValue('be')

    await page.goBack()
    await expect(search).toHaveValue('zzqq')
    await expect(outcome(page)).toContainText('Niemand gevonden voor ‘zzqq’')
  })
  await test.step('a list that cannot be fetched says so, and is tried again', async () => {
    await goToScreen(page, '/admin/overview')
    await failAt(page, 'GET', LIST)
    await page.getByRole('link', { name: 'Gebruikers' }).click()
    await expect(page.getByRole('alert')).toContainText('Ophalen van gebruikers mislukt')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Opnieuw proberen' }).click()
    await expect(row(page, rows)).toHaveCount(20)
  })
})

test('what logins by the school met is looked at and put away, and who was kept out is let in again by their code', {
  tag: '@all',
}, async ({ page, product, situation }) => {
  const [noor, daan] = [await situation(['WIS1']), await situation(['STAT'])]
  const { kysely } = product.database
  const created_at = new Date().toISOString()
  const notice = { kind: 'number-taken', user_id: noor.studentId, other_user_id: daan.studentId, created_at } as const
  await kysely.insertInto('login_notice').values(notice).execute()
  const hashes = ['K7MQ2X9D', 'ABCDEFGH', 'PQRSTUVW', 'JKLMNPQR', 'ZYXWVUTS', 'H2J3K4L5'].map((code) =>
    code.padEnd(51, 'A'),
  )
  const bars = hashes.map((identity_hash) => ({ identity_hash, account_id: 1, barred_at: created_at }))
  await kysely.insertInto('barred_identity').values(bars).execute()
  await openDesk(page, '/admin/users')

  const notices = page.getByRole('region', { name: 'Meldingen over schoolaccounts' })
  await expect(notices.getByRole('listitem')).toContainText('geeft een studentnummer dat')
  await expect(notices.getByRole('link').first()).toHaveAttribute('href', `/user/${noor.studentId}/edit`)
  await expect(notices.getByRole('link').last()).toHaveAttribute('href', `/user/${daan.studentId}/edit`)
  await page.getByText('Schoolaccounts zonder toegang (6)').click()
  await expectSound(page, 'users, with what logins by the school met')
  await notices.getByRole('button', { name: /^Afgehandeld/ }).click()
  await expect(notices).toHaveCount(0)

  const codes = page.getByRole('group').getByRole('listitem')
  await expect(codes).toHaveCount(6)
  await page.getByLabel('Code van de persoon').fill('zzzz')
  await expect(page.getByText('Geen schoolaccount gevonden met code ‘zzzz’.')).toBeVisible()
  await page.getByLabel('Code van de persoon').fill('k7mq 2x')
  await expect(codes).toHaveText(/^K7MQ-2X9D/)
  await codes.getByRole('button', { name: 'Weer toelaten' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Weer toelaten' }).click()
  await expect(page.getByText('Schoolaccounts zonder toegang (5)')).toBeVisible()
  await expect(page.getByText('Geen schoolaccount gevonden')).toHaveCount(0)
})
