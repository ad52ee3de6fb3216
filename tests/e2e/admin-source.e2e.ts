import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { makeConnection } from '#api-server/oeapi/connections.ts'
import { previewPublication, publishResults, readResults, saveResults } from '#contract/results.gen.ts'
import { findable } from '#domain/users/search.rules.ts'
import {
  associationIdOf,
  openSourceServer,
  problem,
  type SourceServer,
  served,
} from '#tests/support/api/source-server.ts'
import { underLoad } from '#tests/support/under-load.ts'
import { openDesk, row, TEACHER } from './support/desk.ts'
import { type Product, startProduct } from './support/product.ts'
import { EASY_TO_READ, expectSound } from './support/sound.ts'
import { startTeacher } from './support/teacher.ts'
import { test as base, expect } from './support/test.ts'

/** Where students come from a system of the school, which has them as these tests say. */
const test = base.extend<object, { source: SourceServer; product: Product }>({
  source: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures it needs from the pattern
    async ({}, use) => {
      const source = await openSourceServer({ session: 'STUDIEJAAR-7' })
      await use(source)
      source.close()
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ source }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'wiskunde-source-'))
      const secret = join(folder, 'secret')
      await writeFile(secret, source.config.clientSecret)
      const settings = {
        OEAPI_SOURCE_URL: source.config.url,
        OEAPI_SOURCE_TOKEN_URL: source.config.tokenUrl,
        OEAPI_SOURCE_CLIENT_ID: source.config.clientId,
        OEAPI_SOURCE_CLIENT_SECRET_FILE: secret,
        OEAPI_SOURCE_PRIVATE_RANGES: '127.0.0.0/8',
        OEAPI_SOURCE_RESULTS: 'send',
      }
      const product = await startProduct({ settings })
      await use(product)
      await product.dispose()
      await rm(folder, { recursive: true })
    },
    { scope: 'worker', timeout: underLoad(60_000) },
  ],
})
test.use(EASY_TO_READ)

/** Every member of a result in the standard that is not kept here. */
const NOT_KEPT = {
  ...{ assessorId: '11111111-2222-4333-8444-555555555555', comment: [{ language: 'nl-NL', value: 'Netjes gewerkt' }] },
  ...{ documents: [{ documentId: 'd1', documentType: 'assessment_form' }], rawScore: 30.5, maxRawScore: 40 },
  ...{ consumer: { consumerKey: 'toets' }, ext: { afdeling: 'wiskunde' } },
}

/** A test system sends the student's only result, and gets an answer. */
async function sendResult({ url, database }: Product, userId: number, result: object) {
  const teacher = await database.kysely
    .selectFrom('user')
    .select('id')
    .where('username', '=', TEACHER)
    .executeTakeFirstOrThrow()
  const { connection, secret } = await makeConnection(
    { database, actorId: teacher.id, now: Date.now() },
    { name: `Toetssysteem ${userId}`, scopes: ['persons.read', 'associations.read', 'results.write'] },
  )
  const granted = await fetch(`${url}/oeapi/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${connection.client_id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const authorization = `Bearer ${z.object({ access_token: z.string() }).parse(await granted.json()).access_token}`
  const ids = z.object({ items: z.array(z.record(z.string(), z.unknown())) })
  const list = async (path: string) =>
    ids.parse(await (await fetch(`${url}/oeapi/v6${path}`, { headers: { authorization } })).json()).items
  const { username } = await database.kysely
    .selectFrom('user')
    .select('username')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const [person] = await list(`/persons?q=${username}`)
  const [association] = await list(`/persons/${person?.personId}/test-component-offering-associations`)
  const answer = await fetch(`${url}/oeapi/v6/test-component-offering-associations/${association?.associationId}`, {
    method: 'PATCH',
    headers: { authorization, 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify({ result }),
  })
  return [answer.status, Object(await answer.json()).ext?.leftOut?.toSorted()]
}

test('the first day: a teacher tries the school’s own system, chooses what is read, looks, and carries it out; then each change, and which results did not arrive there', async ({
  page,
  product,
  situation,
  source,
}) => {
  // Axe takes its time.
  test.setTimeout(underLoad(120_000))
  const { database } = product
  const { kysely } = database
  const { name } = await kysely.selectFrom('education_department').select('name').executeTakeFirstOrThrow()
  source.school.programmes = [{ code: 'OPL', name }]
  source.school.people = [
    served('7001', { givenName: 'Noor', surnamePrefix: 'van den', surname: 'Berg' }),
    served('7002', { email: null }),
    served('', { personId: '00000000-0000-4000-a000-000000007003', email: 'zonder@school.example' }),
    served('7004', { email: 'wie.is.dit@school.example', surname: 'Wachter' }),
    ...Array.from({ length: 296 }, (_, index) => served(String(8_000 + index))),
  ]
  const known = { username: 'wie.is.dit@school.example', first_name: 'Wie', last_name: 'Wachter', student_number: null }
  await kysely
    .insertInto('user')
    .values({ ...findable(known), roles: 'ROLE_STUDENT', created_at: new Date().toISOString() })
    .execute()
  source.school.studies = new Map(source.school.people.map(({ personId }) => [personId, 'OPL']))

  const student = await situation(['WIS1', 'WIS2'])
  const moment = await student.addMoment({ inDays: -7 })
  const { date } = await kysely
    .selectFrom('testmoment')
    .select('date')
    .where('id', '=', moment)
    .executeTakeFirstOrThrow()
  const sent = await student.enroll(moment, 'WIS1')
  await test.step('a result with every member of the standard comes in, and a teacher publishes it beside another', async () => {
    const result = { state: 'completed', score: '7.5', ...NOT_KEPT }
    const leftOut = Object.keys(NOT_KEPT)
      .map((name) => `result.${name}`)
      .toSorted()
    expect(await sendResult(product, student.studentId, result)).toEqual([200, leftOut])
    const typed = await student.enroll(moment, 'WIS2')
    const teacher = await startTeacher(product)
    await teacher.call(async (api) => {
      const params = { id: moment }
      const cells = (await api.call(readResults, { params })).entities.flatMap((entity) => entity.cells)
      const draftOf = (enrollment: number) => cells.find(({ enrollment_id }) => enrollment_id === enrollment)?.draft
      expect([draftOf(sent), draftOf(typed)]).toEqual([{ outcome: 'passed', grade: 75 }, null])
      const entities = [{ enrollment_id: typed, version: 0, value: { outcome: 'failed', grade: null } as const }]
      await api.call(saveResults, { params, body: { entities } })
      const { confirmation } = await api.call(previewPublication, { params, body: {} })
      await api.call(publishResults, { params, body: { confirmation } })
    })
  })

  await openDesk(page, '/admin/overview')
  await expect(page.getByText('Kies wat we ophalen: tot dan gebeurt er niets.')).toBeVisible()
  await expect(page.getByText('2 uitslagen wachten tot de eerste keer ophalen')).toBeVisible()
  await page.goto('/admin/connections')
  const sending = page.getByRole('region', { name: 'Uitslagen versturen' })
  await expect(sending.getByText('Er gaat niets naar 127.0.0.1')).toBeVisible()
  const section = page.getByRole('region', { name: 'Studentensysteem' })
  const button = (label: string) => section.getByRole('button', { name: label, exact: true })
  await test.step('nothing is read before it was chosen; a trial says that it knows another year, and which code to fill in', async () => {
    await expect(section.getByText('Kies eerst wat we ophalen')).toBeVisible()
    await expect(button('Ophalen')).toHaveCount(0)
    expect(source.asked).toEqual([])
    await button('Verbinding proberen').click()
    await expect(section.getByText('Vul hieronder de code in die het daar heeft.')).toBeVisible()
    await expectSound(page, 'source that is tried')
    await section.getByLabel('Code van het studiejaar').fill('STUDIEJAAR-7')
    await button('Opslaan').click()
    await expect(page.getByText('Bij de volgende keer ophalen telt het mee.')).toBeVisible()
    await expect(section.getByText('Kies eerst wat we ophalen')).toBeHidden()
    await button('Verbinding proberen').click()
    await expect(section.getByText('De verbinding werkt.')).toBeVisible()
  })

  await test.step('a slow one is waited for, and nothing changes before the teacher says so', async () => {
    let answer: (() => void) | undefined
    source.instead = (_, response, path) => {
      if (path !== '/persons' || answer) return false
      answer = () => response.writeHead(503, { 'retry-after': '0' }).end()
      return true
    }
    await button('Ophalen').click()
    await expect(section.getByText('Bezig met ophalen')).toBeVisible()
    await expect.poll(() => answer !== undefined).toBe(true)
    answer?.()
    await expect(section.getByText('Wacht op jouw keuze')).toBeVisible()
    await expect(
      section.getByText('0 studenten gevolgd · 297 nieuw · 1 wacht op een docent · 2 overgeslagen'),
    ).toBeVisible()
    await expect(row(page, 'Wachter')).toContainText('Er is een gebruiker met dit e-mailadres')
    await section.getByLabel('Bekijk').selectOption('Wijzigingen')
    for (const shown of [50, 100, 150, 200, 250]) {
      await expect(section.getByRole('row')).toHaveCount(shown + 1)
      await button('Meer laden').click()
    }
    await expect(section.getByRole('row')).toHaveCount(298)
    await expect(row(page, 'Noor van den Berg')).toContainText('Nieuw account')
    await section.getByLabel('Bekijk').selectOption('Overgeslagen')
    await expect(row(page, '7002')).toContainText('geen e-mailadres')
    await expect(row(page, 'zonder studentnummer')).toContainText('geen studentnummer')
    await expectSound(page, 'what a run of the source found')
    expect(await kysely.selectFrom('user').select('id').where('student_number', '=', '7001').execute()).toEqual([])
  })

  await test.step('carried out, the student has an account, and the log says where it came from', async () => {
    await button('Doorvoeren').click()
    await expect(section.getByText('Klaar', { exact: true })).toBeVisible()
    await expect(section.getByText(/^297 studenten gevolgd\s· 297 nieuw/)).toBeVisible()
    const made = kysely.selectFrom('user').select(['last_name', 'student_number']).where('student_number', '=', '7001')
    expect(await made.execute()).toEqual([{ last_name: 'van den Berg', student_number: '7001' }])
  })

  await test.step('another address of an account in use is shown, and is theirs once the teacher confirms it', async () => {
    const noor = kysely.updateTable('user').where('student_number', '=', '7001')
    await noor.set({ activated: true, activation_nonce: null, activation_expires_at: null }).execute()
    const [person] = source.school.people
    if (person) person.email = 'noor.vandenberg@school.example'
    await button('Ophalen').click()
    await expect(section.getByText('Wacht op jouw keuze')).toBeVisible()
    await expect(row(page, 'Noor van den Berg')).toContainText('s7001@school.test → noor.vandenberg@school.example')
    await section.getByLabel('Noor van den Berg aanvinken').check()
    await button('Bevestigen').click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Van een nieuw e-mailadres krijgt het oude adres bericht.')).toBeVisible()
    await expectSound(page, 'what confirming a change of the source does')
    await dialog.getByRole('button', { name: 'Bevestigen voor 1 student' }).click()
    await expect(page.getByText('Bevestigd voor 1 student.')).toBeVisible()
    await expect(row(page, 'Noor van den Berg')).toHaveCount(0)
    await expect(row(page, 'Wachter')).toBeVisible()
    const { username } = await kysely
      .selectFrom('user')
      .select('username')
      .where('student_number', '=', '7001')
      .executeTakeFirstOrThrow()
    expect(username).toBe('noor.vandenberg@school.example')
    await button('Niet doorvoeren').click()
    await expect(section.getByText('Niet doorgevoerd')).toBeVisible()
  })

  await test.step('what follows is read-only here, and says where it is changed', async () => {
    const { id } = await kysely
      .selectFrom('user')
      .select('id')
      .where('student_number', '=', '7001')
      .executeTakeFirstOrThrow()
    await page.goto(`/user/${id}/edit`)
    for (const label of ['Voornaam', 'Achternaam', 'Studentnummer']) {
      const field = page.getByRole('textbox', { name: label })
      await expect(field).toHaveAttribute('readonly')
      await expect(field).toHaveAccessibleDescription('Komt uit het studentensysteem. Laat het daar wijzigen.')
    }
    await expect(page.getByRole('textbox', { name: 'Klas' })).toBeEditable()
  })

  await test.step('what waited went; results that did not arrive are listed: one goes once the student is known there, one is refused and settled by hand', async () => {
    await page.goto('/admin/overview')
    await expect(page.getByText('2 uitslagen zijn niet aangekomen in het studentensysteem.')).toBeVisible()
    await page.goto('/admin/connections')
    const line = (module: string) => sending.getByRole('row').filter({ hasText: `${module}-${student.mark}` })
    for (const module of ['WIS1', 'WIS2'])
      await expect(line(module)).toContainText('Het account heeft geen studentnummer.')
    await expect(sending.getByText('Er gaat niets naar')).toHaveCount(0)
    expect(source.patched).toEqual([])
    await expectSound(page, 'results that did not arrive')

    await kysely.updateTable('user').set({ student_number: '7009' }).where('id', '=', student.studentId).execute()
    source.school.people.push(served('7009'))
    const testOf = (module: string) => ({
      ...{ student: '7009', component: `${module}-${student.mark}`, startDateTime: `${date}T08:00:00Z` },
    })
    source.school.tests = [testOf('WIS1'), testOf('WIS2')]
    source.instead = ({ method }, response, path) => {
      if (method !== 'PATCH' || !path.endsWith(associationIdOf(testOf('WIS2')))) return false
      problem(response, 422)
      return true
    }
    for (const module of ['WIS1', 'WIS2']) await line(module).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Opnieuw versturen' }).click()
    await expect(page.getByText('We versturen opnieuw wat je aanvinkte.')).toBeVisible()
    await expect(line('WIS2')).toContainText('Het systeem neemt deze uitslag niet aan.')
    await expect(line('WIS1')).toHaveCount(0)
    const ofWis1 = source.patched.filter(({ path }) => path.endsWith(associationIdOf(testOf('WIS1'))))
    expect(ofWis1.map(({ body }) => body)).toMatchObject([{ result: { pass: 'passed', score: '7.5' } }])
    await line('WIS2').getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Zelf verwerkt' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Ja, van de lijst halen' }).click()
    await expect(sending.getByText('Alles wat is verstuurd, is aangekomen.')).toBeVisible()
  })

  await test.step('a run that found nothing but who is gone shows them, and on the overview that a teacher must choose', async () => {
    source.school.people = source.school.people.slice(1)
    await button('Ophalen').click()
    await expect(section.getByText('Wacht op jouw keuze')).toBeVisible()
    await section.getByLabel('Bekijk').selectOption('Daar weg')
    await expect(section.getByText('Deze studenten staan daar niet meer.')).toBeVisible()
    await expect(row(page, 'Noor van den Berg')).toBeVisible()
    await kysely.updateTable('source').set({ phase: 'braked' }).execute()
    await page.goto('/admin/overview')
    await expect(page.getByText('er zou ineens veel veranderen')).toBeVisible()
    await page.getByRole('link', { name: 'Koppelingen bekijken' }).click()
    await expect(section.getByText('Gestopt: wacht op jouw keuze')).toBeVisible()
  })
})
