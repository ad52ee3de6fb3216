import { beforeEach, expect, test } from 'vitest'
import { importedSchema, previewStudentImport } from '#contract/import.calls.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

const LIST = 'voornaam;achternaam;e-mail;studentnummer\nNoor;van den Bosch;nieuw@school.test;0012345'

describeOnEachDatabase('a student whom a list has at another address', (open) => {
  const { database, school, api, ask, as, set, add } = openStage(open, { as: 'teacher', loggedIn: ['sam'] })
  let id: number
  beforeEach(async () => {
    id = await add.user({ username: 'oud@school.test', first_name: 'Noor', last_name: 'Bos' })
    await set.user(id, { student_number: '0012345' })
  })

  const preview = async (more: { update?: boolean; addresses?: string[]; text?: string } = {}) => {
    const body = { text: LIST, update: true, ...more }
    const { status, body: reply } = await ask('POST /import/students/preview', body)
    expect(status).toBe(200)
    return previewStudentImport.reply.parse(reply)
  }
  const confirm = (confirmation: string | null, addresses: string[] = ['nieuw@school.test']) =>
    ask('POST /import/students', { text: LIST, update: true, addresses, confirmation })
  const stored = () =>
    database.kysely.selectFrom('user').select(['username', 'last_name']).where('id', '=', id).executeTakeFirstOrThrow()
  const findings = ({ lines }: Awaited<ReturnType<typeof preview>>) =>
    lines.map((line) => line.findings.map(({ verdict, about }) => `${verdict} ${about}`.trim()).join(', '))

  test('is offered the address, with all that would change, and nothing happens before a teacher chose it', async () => {
    expect(findings(await preview({ update: false }))).toEqual(['number-taken oud@school.test'])
    const seen = await preview()
    expect(findings(seen)).toEqual(['address-offered oud@school.test'])
    expect(seen).toMatchObject({
      confirmation: null,
      confirmation_without: null,
      lines: [
        {
          changes: [
            { field: 'username', old: 'oud@school.test', new: 'nieuw@school.test' },
            { field: 'last_name', old: 'Bos', new: 'van den Bosch' },
          ],
        },
      ],
    })
    // Of another list, or of a line that says it of nobody, a choice means nothing.
    expect(findings(await preview({ addresses: ['ander@school.test'] }))).toEqual(['address-offered oud@school.test'])
  })

  test('gets it as the source would give it: the former address is told, links are void and logins end', async () => {
    const sam = school.users.sam
    await set.user(id, { student_number: null })
    await set.user(sam, { student_number: '0012345' })
    await api.ask('POST /password-reset', { body: { username: 'sam@school.test' } })
    const { confirmation } = await preview({ addresses: ['nieuw@school.test'] })
    // Without the address it is another plan.
    expect(await confirm(confirmation, [])).toMatchObject({ status: 409, body: { reason: 'plan-changed' } })
    const done = await confirm(confirmation)
    expect(done).toMatchObject({ status: 200, body: { added: 0, changed: 1 } })
    const account = database.kysely.selectFrom('user').selectAll().where('id', '=', sam)
    expect(await account.executeTakeFirstOrThrow()).toMatchObject({
      ...{ username: 'nieuw@school.test', last_name: 'van den Bosch', student_number: '0012345' },
      search_text: expect.stringContaining('nieuw@school.test'),
    })
    expect(await as.sam(`GET /user/${sam}`)).toMatchObject({ status: 401 })
    const resets = database.kysely.selectFrom('password_reset').select('id').where('user_id', '=', sam)
    expect(await resets.execute()).toEqual([])
    const told = await database.kysely.selectFrom('address_change').select(['user_id', 'username']).execute()
    expect(told).toEqual([{ user_id: sam, username: 'sam@school.test' }])
    const letters = await database.kysely
      .selectFrom('outbox')
      .select('kind')
      .where('kind', 'like', 'address%')
      .execute()
    expect(letters).toEqual([{ kind: 'address-changed-letter' }])

    const { import_id } = importedSchema.parse(done.body)
    expect(await ask(`GET /import/${import_id}`)).toMatchObject({
      body: { lines: [{ would: 'stays', hindrance: 'address-changed' }] },
    })
  })

  test('is refused where it is not clear whose it is', async () => {
    const head = 'e-mail;studentnummer\n'
    const two = `${head}nieuw@school.test;0012345\nnog@school.test;0012345`
    expect(findings(await preview({ text: two }))).toEqual(['number-repeated 3', 'number-repeated 2'])
    const both = `${head}oud@school.test;0012345\nnieuw@school.test;0012345`
    expect(findings(await preview({ text: both }))).toEqual(['number-repeated 3', 'number-repeated 2'])
    expect(findings(await preview({ text: `${head}nieuw@school.test;s0012345` }))).toEqual([
      'number-taken oud@school.test',
    ])
    await set.user(id, { roles: 'ROLE_ADMIN' })
    expect(findings(await preview())).toEqual(['number-taken oud@school.test'])
    expect(await stored()).toEqual({ username: 'oud@school.test', last_name: 'Bos' })
  })
})
