import { z } from 'zod'
import { goToScreen, openDesk, row } from './support/desk.ts'
import { EASY_TO_READ, expectSound } from './support/sound.ts'
import { expect, test } from './support/test.ts'

test.use(EASY_TO_READ)

test('a teacher makes a connection for another system, hands its secret over once, gets a result of it as a draft, and revokes it', async ({
  page,
  product,
  situation,
}) => {
  const student = await situation(['ALG'])
  const moment = await student.addMoment({ inDays: -1 })
  await student.enroll(moment, 'ALG')
  const name = `Toetssysteem ${Date.now().toString(36)}`
  const dialog = page.getByRole('dialog')
  const button = (label: string) => dialog.getByRole('button', { name: label, exact: true })
  await openDesk(page, '/admin/connections')
  await page.getByRole('button', { name: 'Koppeling toevoegen' }).click()
  await dialog.getByLabel('Naam van het systeem').fill(name)
  await button('Koppeling maken').click()
  await expect(dialog.getByRole('alert')).toContainText('Kies wat dit systeem mag doen.')
  for (const scope of ['Toetsen lezen', 'Inschrijvingen lezen', 'Uitslagen sturen'])
    await dialog.getByRole('checkbox', { name: scope }).check()
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
  const authorization = `Bearer ${access_token}`
  const read = (path: string) => fetch(`${product.url}/oeapi/v6${path}`, { headers: { authorization } })
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

  await test.step('a result that it sends is a draft in the grid, with its name', async () => {
    const ids = z.object({ items: z.array(z.record(z.string(), z.unknown())) })
    const list = async (path: string) => ids.parse(await (await read(path)).json()).items
    const [component] = await list(`/test-components?primaryCode=ALG-${student.mark}`)
    const [offering] = await list(
      `/test-components/${component?.componentId}/test-component-offerings?since=2019-01-01`,
    )
    const [association] = await list(
      `/test-component-offerings/${offering?.testComponentOfferingId}/test-component-offering-associations`,
    )
    const sent = await fetch(
      `${product.url}/oeapi/v6/test-component-offering-associations/${association?.associationId}`,
      {
        method: 'PATCH',
        headers: { authorization, 'content-type': 'application/merge-patch+json' },
        body: JSON.stringify({ result: { state: 'completed', score: '7.5' } }),
      },
    )
    expect(sent.status).toBe(200)
    await goToScreen(page, `/schoolyear/1/testmoment/${moment}/results`)
    const cell = row(page, 'Berg, Jade van den').getByRole('gridcell')
    await expect(cell.getByRole('textbox')).toHaveValue('7,5')
    await expect(cell).toContainText(`van ${name}`)
    await expectSound(page, 'result of another system')
    await goToScreen(page, '/admin/connections')
  })

  await test.step('the teacher reads what it was refused, gives it that too, and renews its secret', async () => {
    await page.getByRole('button', { name: `Koppeling met ${name} beheren` }).click()
    await button('Verbinding proberen').click()
    await expect(dialog.getByText('Studenten (/persons): Dit systeem mag dat niet.')).toBeVisible()
    await expect(dialog.getByText('GET /persons')).toBeVisible()
    await expect(dialog.getByText('Heeft het dit nodig?')).toBeVisible()
    await expectSound(page, 'connection that is tried')
    await dialog.getByRole('checkbox', { name: 'Studenten lezen' }).check()
    await button('Rechten opslaan').click()
    await expect(dialog).toHaveCount(0)
    await expect(row(page, name)).toContainText('Studenten lezen')
    await page.getByRole('button', { name: `Koppeling met ${name} beheren` }).click()
    await button('Geheim vernieuwen').click()
    await expect(dialog.getByText('Het oude werkt nog een dag.')).toBeVisible()
    await expect(field('Geheim')).toHaveValue(/^[\w-]{43}$/)
    await button('Klaar').click()
    await button('Ja, sluiten').click()
    await expect(dialog).toHaveCount(0)
  })

  await page.getByRole('button', { name: `Koppeling met ${name} intrekken` }).click()
  await button('Intrekken').click()
  await expect(row(page, name)).toContainText('Ingetrokken')
  await expect(dialog).toHaveCount(0)
  expect((await read('/test-components')).status).toBe(401)
})
