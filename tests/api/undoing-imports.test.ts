import { beforeEach, describe, expect, test } from 'vitest'
import { inviteUsers } from '#api-server/accounts/invitations.ts'
import { getImport } from '#contract/import.calls.ts'
import { findable } from '#domain/users/search.rules.ts'
import { auditTrail, emptyAuditTrail } from '#tests/support/api/audit-trail.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { MORNING } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

const LIST = [
  'voornaam;achternaam;e-mail;studentnummer;studierichting;klas',
  'Jade;van den Berg;jade@school.test;S1;techniek;',
  'Omar;El Amrani;omar@school.test;S2;techniek;',
  'Noortje;Bosch;noor@school.test;S3;;WIS1A',
].join('\n')

const ACTIVATED = { activated: true, activation_nonce: null, activation_expires_at: null }

describeOnEachDatabase('an import that is turned back', (open) => {
  const { database, school, ask, complete, set, add } = openStage(open, { as: 'teacher' })
  beforeEach(async () => {
    for (const table of ['outbox', 'import', 'import_column'] as const)
      await database.kysely.deleteFrom(table).execute()
    await set.user('noor', findable({ username: 'noor@school.test', first_name: 'Noor', last_name: 'Bos' }))
  })

  const importStudents = async (text: string, more: object = { update: true }) => {
    const { body } = await ask('POST /import/students/preview', { text, ...more })
    const { confirmation } = body as { confirmation: string }
    const reply = await ask('POST /import/students', { text, confirmation, ...more })
    expect(reply).toMatchObject({ status: 200 })
    return (reply.body as { import_id: number }).import_id
  }
  const look = async (id: number) => {
    const { status, body } = await ask(`GET /import/${id}`)
    expect(status).toBe(200)
    return getImport.reply.parse(body)
  }
  const undo = (id: number, confirmation: string | null) => ask(`POST /import/${id}/undo`, { confirmation })
  const undoNow = async (id: number) => undo(id, (await look(id)).confirmation)
  const userNamed = (username: string) =>
    database.kysely.selectFrom('user').selectAll().where('username', '=', username).executeTakeFirst()
  const idOf = async (username: string) => (await userNamed(username))?.id ?? 0
  const edit = async (username: string, values: object) =>
    database.kysely.updateTable('user').set(values).where('username', '=', username).execute()
  const fatesOf = async (id: number) =>
    (await look(id)).lines.map(({ line, would, hindrance }) => [line, would, hindrance ?? ''].join(' ').trim())

  test('shows beforehand what goes, what comes back and what stays, and does none of it', async () => {
    const id = await importStudents(LIST)
    await edit('omar@school.test', ACTIVATED)
    const before = await database.kysely.selectFrom('user').selectAll().orderBy('id').execute()
    expect(await look(id)).toEqual({
      import: {
        ...{ id, kind: 'students', at: new Date(MORNING).toISOString(), place: null, added: 2, changed: 1 },
        ...{ actor: 'Sam de Vries', undone_at: null, undoer: null },
        _links: { self: { method: 'GET', href: `/api/v1/import/${id}` } },
      },
      lines: [
        {
          ...{ id: expect.any(Number), line: 2, outcome: 'added', label: 'Jade van den Berg', changes: [] },
          ...{ would: 'undone', hindrance: null },
        },
        {
          ...{ id: expect.any(Number), line: 3, outcome: 'added', label: 'Omar El Amrani', changes: [] },
          ...{ would: 'stays', hindrance: 'activated' },
        },
        {
          ...{ id: expect.any(Number), line: 4, outcome: 'changed', label: 'Noortje Bosch' },
          changes: [
            { field: 'first_name', old: 'Noor', new: 'Noortje' },
            { field: 'last_name', old: 'Bos', new: 'Bosch' },
            { field: 'student_number', old: '', new: 'S3' },
            { field: 'class_group', old: '', new: 'WIS1A' },
          ],
          ...{ would: 'undone', hindrance: null },
        },
      ],
      counts: { undone: 2, stays: 1, was_undone: 0 },
      students_concerned: 0,
      confirmation: expect.any(String),
    })
    expect(await database.kysely.selectFrom('user').selectAll().orderBy('id').execute()).toEqual(before)
  })

  test('deletes the accounts that it made with their letters, gives back the old values, and notes all of it', async () => {
    const before = await userNamed('noor@school.test')
    const id = await importStudents(LIST)
    const [jade, omar] = [await idOf('jade@school.test'), await idOf('omar@school.test')]
    await emptyAuditTrail(database)
    expect(await undoNow(id)).toMatchObject({ status: 200, body: { undone: 3, stayed: 0 } })
    expect(await userNamed('jade@school.test')).toBeUndefined()
    expect(await database.kysely.selectFrom('password_reset').selectAll().execute()).toEqual([])
    expect(await userNamed('noor@school.test')).toEqual({ ...before, version: (before?.version ?? 0) + 2 })
    const { teacher, noor } = school.users
    expect(await auditTrail(database)).toEqual([
      `user ${teacher} edited user ${noor}: class_group first_name last_name student_number`,
      `user ${teacher} deleted user ${jade}: `,
      `user ${teacher} deleted user ${omar}: `,
      `user ${teacher} import-undone import ${id}: `,
    ])
    const shown = await look(id)
    expect(shown).toMatchObject({ counts: { undone: 0, stays: 0, was_undone: 1 }, confirmation: null })
    expect(shown.import).toMatchObject({ undone_at: new Date(MORNING).toISOString(), undoer: 'Sam de Vries' })
    expect(await undo(id, 'nogmaals')).toMatchObject({ status: 409, body: { reason: 'plan-changed' } })
  })

  describe('leaves an account that it made', () => {
    const at = new Date(MORNING).toISOString()
    test.each<[string, string, (id: number) => Promise<unknown>]>([
      ['logged-in', 'somebody logged in', () => edit('jade@school.test', { last_login_at: at })],
      ['activated', 'it was activated', () => edit('jade@school.test', ACTIVATED)],
      [
        'edited',
        'a teacher edited it',
        async (id) => {
          const body = { ...(await userNamed('jade@school.test')), first_name: 'Jadé', roles: ['ROLE_STUDENT'] }
          expect(await ask(`PUT /user/${id}`, body)).toMatchObject({ status: 200 })
        },
      ],
      ['edited', 'a module was completed', (user_id) => complete(user_id, 'ALG')],
      [
        'enrolled',
        'a teacher enrolled them',
        async (user_id) => {
          const { ALG: module_id } = school.modules
          const enrolled = { user_id, testmoment_id: school.moments.open, module_id, created_at: at }
          await database.kysely.insertInto('enrollment').values(enrolled).execute()
        },
      ],
    ])('%s: when %s', async (hindrance, _, happen) => {
      const id = await importStudents(LIST)
      const { confirmation } = await look(id)
      const jade = await idOf('jade@school.test')
      await happen(jade)
      const refused = await undo(id, confirmation)
      expect(refused).toMatchObject({ status: 409, body: { reason: 'plan-changed' } })
      expect((refused.body as { preview: unknown }).preview).toEqual(await look(id))
      expect(await userNamed('omar@school.test')).toBeDefined()

      expect(await undoNow(id)).toMatchObject({ status: 200, body: { undone: 2, stayed: 1 } })
      expect(await idOf('jade@school.test')).toBe(jade)
      expect(await userNamed('omar@school.test')).toBeUndefined()
      expect(await fatesOf(id)).toEqual([`2 stays ${hindrance}`, '4 was-undone'])
      const [stayed] = await database.kysely.selectFrom('import_line').select('stayed').orderBy('line').execute()
      expect(stayed).toEqual({ stayed: hindrance })
    })
  })

  describe('leaves an account that it changed', () => {
    test.each<[string, string, () => Promise<unknown>]>([
      ['edited', 'the student wrote the name otherwise', () => edit('noor@school.test', { last_name: 'Berg' })],
      ['edited', 'it is an administrator by now', () => edit('noor@school.test', { roles: 'ROLE_ADMIN' })],
      ['edited', 'a teacher gave another class group', () => edit('noor@school.test', { class_group: 'WIS1B' })],
      ['number-taken', 'somebody has the number', () => edit('sam@school.test', { student_number: 'S0' })],
    ])('%s: when %s', async (hindrance, _, happen) => {
      await edit('noor@school.test', { student_number: 'S0' })
      const id = await importStudents(LIST)
      await happen()
      const changed = await userNamed('noor@school.test')
      expect(await fatesOf(id)).toEqual(['2 undone', '3 undone', `4 stays ${hindrance}`])
      expect(await undoNow(id)).toMatchObject({ status: 200, body: { undone: 2, stayed: 1 } })
      expect(await userNamed('noor@school.test')).toEqual(changed)
    })

    test('but for what the list did not touch', async () => {
      const id = await importStudents(LIST)
      await edit('noor@school.test', { extra_time: true })
      await undoNow(id)
      expect(await userNamed('noor@school.test')).toMatchObject({ first_name: 'Noor', extra_time: true })
    })
  })

  test('gives a department back, and where onboarding was, until its owner has confirmed it', async () => {
    const text = 'voornaam;achternaam;e-mail;studierichting\nUna;Smit;unactivated@school.test;techniek'
    const unnamed = { education_department_id: null, information_checked: false, onboarding_step: 1 } as const
    await edit('unactivated@school.test', unnamed)
    const id = await importStudents(text)
    expect(await userNamed('unactivated@school.test')).toMatchObject({
      ...{ first_name: 'Una', education_department_id: school.departmentId, onboarding_step: 3 },
    })
    await edit('unactivated@school.test', { information_checked: true })
    expect(await fatesOf(id)).toEqual(['2 stays edited'])
    await edit('unactivated@school.test', { information_checked: false })
    expect(await undoNow(id)).toMatchObject({ status: 200 })
    expect(await userNamed('unactivated@school.test')).toMatchObject(unnamed)
  })

  test('again turns back what no longer has to stay', async () => {
    const id = await importStudents(LIST)
    await edit('jade@school.test', ACTIVATED)
    await undoNow(id)
    await edit('jade@school.test', { activated: false })
    expect(await undoNow(id)).toMatchObject({ status: 200, body: { undone: 1, stayed: 0 } })
    expect(await userNamed('jade@school.test')).toBeUndefined()
  })

  test('after an update of what it made was turned back goes as well', async () => {
    const first = await importStudents(LIST)
    const second = await importStudents('e-mail;voornaam\njade@school.test;Jadé')
    expect(await fatesOf(first)).toContain('2 stays edited')
    await undoNow(second)
    expect(await undoNow(first)).toMatchObject({ status: 200, body: { undone: 3, stayed: 0 } })
  })

  test('has no letter of it go out any more', async () => {
    const id = await importStudents(LIST, { update: true, letters: 'later' })
    const jade = await idOf('jade@school.test')
    await database.transaction((trx) => inviteUsers(trx, [jade], MORNING + 3_600_000))
    await undoNow(id)
    expect(await database.kysely.selectFrom('password_reset').selectAll().execute()).toEqual([])
  })

  test('is not offered once what stood there is no longer kept', async () => {
    const id = await importStudents(LIST)
    await database.kysely.updateTable('import_line').set({ before: null, after: '{}' }).execute()
    expect(await look(id)).toMatchObject({ counts: { undone: 0, stays: 3 }, confirmation: null })
    expect(await fatesOf(id)).toContain('4 stays too-old')
  })

  test('is found among all of them, the latest first, page by page, under the names of who did it', async () => {
    const first = await importStudents(LIST)
    const second = await importStudents('e-mail\nlater@school.test')
    const { body } = await ask('GET /imports')
    expect(body).toMatchObject({
      entities: [
        { id: second, added: 1 },
        { id: first, added: 2, changed: 1 },
      ],
      _links: {},
    })
    const row = { kind: 'students', at: new Date(MORNING).toISOString(), added: 1 } as const
    await database.kysely
      .insertInto('import')
      .values(Array.from({ length: 60 }, () => row))
      .execute()
    const page = (await ask('GET /imports')).body as {
      entities: { id: number; actor: string | null }[]
      _links: { next: { href: string } }
    }
    expect(page.entities).toHaveLength(50)
    expect(page.entities[0]).toMatchObject({ actor: null })
    const next = await ask(`GET ${page._links.next.href.replace('/api/v1', '')}`)
    expect(next.body).toMatchObject({ entities: { length: 12, 11: { id: first } } })
  })

  test('that nobody knows is not found', async () => {
    expect(await ask('GET /import/999')).toMatchObject({ status: 404 })
    expect(await undo(999, 'x')).toMatchObject({ status: 404 })
  })

  test('stays, without a name, when its actor is deleted; and lines go with the users that they are about', async () => {
    const other = await add.user({ username: 'weg@school.test', roles: 'ROLE_ADMIN' })
    const id = await importStudents(LIST)
    await database.kysely.updateTable('import').set({ actor_id: other, undoer_id: other }).execute()
    await database.kysely.deleteFrom('user').where('id', '=', other).execute()
    await database.kysely.deleteFrom('user').where('username', '=', 'omar@school.test').execute()
    const shown = await look(id)
    expect(shown.import).toMatchObject({ actor: null, undoer: null })
    expect(shown.lines.map(({ line }) => line)).toEqual([2, 4])
  })
})
