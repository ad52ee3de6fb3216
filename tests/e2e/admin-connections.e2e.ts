import { z } from 'zod'
import { openDesk, row } from './support/desk.ts'
import { EASY_TO_READ, expectSound } from './support/sound.ts'
import { expect, test } from './support/test.ts'

test.use(EASY_TO_READ)

test('a teacher makes a connection for another system, hands its secret over once, and revokes it', async ({
  page,
  product,
}) => {
  // Axe takes its time.
  test.setTimeout(120_000)
  const name = `Toetssysteem ${Date.now().toString(36)}`
  const dialog = page.getByRole('dialog')
  const button = (label: string) => dialog.getByRole('button', { name: label, exact: true })
  await openDesk(page, '/admin/connections')
  await page.getByRole('button', { name: 'Koppeling toevoegen' }).click()
  await dialog.getByLabel('Naam van het systeem').fill(name)
  await button('Koppeling maken').click()
  await expect(dialog.getByRole('alert')).toContainText('Kies wat dit systeem mag doen.')
  await dialog.getByRole('checkbox', { name: 'Toetsen lezen' }).check()
  await dialog.getByRole('radio', { name: 'Met een eigen sleutel' }).check()
  await dialog.getByLabel('Openbare sleutel').fill('niets')
  await button('Koppeling maken').click()
  await expect(dialog.getByRole('alert')).toContainText('Dit is geen openbare sleutel')
  await expectSound(page, 'new connection')
  await dialog.getByRole('radio', { name: 'Met een geheim' }).check()
  await button('Koppeling maken').click()

  const field = (label: string) => dialog.getByLabel(label, { exact: true })
  await expect(field('Geheim')).toHaveValue(/^[\w-]{43}$/)
  await expectSound(page, 'secret of a connection')
  const [id, secret] = [await field('Client-id').inputValue(), await field('Geheim').inputValue()]
  expect(new URL(await field('Adres van de gegevens').inputValue()).pathname).toBe('/oeapi/v6')
  const answer = await fetch(`${product.url}/oeapi/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const { access_token } = z.object({ access_token: z.string() }).parse(await answer.json())
  const read = (path: string) =>
    fetch(`${product.url}/oeapi/v6${path}`, { headers: { authorization: `Bearer ${access_token}` } })
  const modules = z.object({ items: z.array(z.object({ abbreviation: z.string() })) })
  expect(modules.parse(await (await read('/test-components')).json()).items.length).toBeGreaterThan(0)
  expect((await read('/persons')).status).toBe(403)

  await button('Klaar').click()
  await expect(dialog.last()).toContainText('Na het sluiten zie je het niet meer terug.')
  await button('Ja, sluiten').click()
  await expect(dialog).toHaveCount(0)
  await expect(row(page, name)).toContainText('Toetsen lezen')
  await expect(page.getByText(secret)).toHaveCount(0)
  await expectSound(page, 'connections')

  await page.getByRole('button', { name: `Koppeling met ${name} intrekken` }).click()
  await button('Intrekken').click()
  await expect(row(page, name)).toContainText('Ingetrokken')
  await expect(dialog).toHaveCount(0)
  expect((await read('/test-components')).status).toBe(401)
})
