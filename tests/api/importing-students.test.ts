import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { assessStudentImport, importStudents } from '#api-server/acts/import/import-students.ts'
import { unknownDepartmentSchema } from '#domain/import/import.schema.ts'
import { auditTrail } from '#tests/support/api/audit-trail.ts'
import { countStatements } from '#tests/support/api/counted-database.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { startTestApi } from '#tests/support/api/test-api.ts'
import { MORNING } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

const LIST = [
  'voornaam;achternaam;e-mail;studierichting;groep',
  'Jade;van den Berg;jade@school.test;techniek;WIS1A',
  'Omar;El Amrani;OMAR@school.test;',
  ';;sam@school.test;',
].join('\n')

const previewSchema = z.looseObject({ confirmation: z.string().nullable(), counts: z.record(z.string(), z.number()) })

describeOnEachDatabase('importing students', (open) => {
  const { database, school, as, set, add } = openStage(open, { loggedIn: ['teacher'] })

  const preview = async (text: string) => {
    const { status, body } = await as.teacher('POST /import/students/preview', { text })
    expect(status).toBe(200)
    return previewSchema.parse(body)
  }
  const confirm = (text: string, confirmation: string | null) =>
    as.teacher('POST /import/students', { text, confirmation })
  const importList = async (text: string) => confirm(text, (await preview(text)).confirmation)

  const userNamed = (username: string) =>
    database.kysely.selectFrom('user').selectAll().where('username', '=', username).executeTakeFirst()
  const everything = async () => ({
    users: await database.kysely.selectFrom('user').selectAll().orderBy('id').execute(),
    resets: await database.kysely.selectFrom('password_reset').selectAll().orderBy('id').execute(),
    // Their other columns are left out: the delivery of letters changes them meanwhile.
    outbox: await database.kysely.selectFrom('outbox').select(['id', 'kind', 'payload']).orderBy('id').execute(),
    audit: await database.kysely.selectFrom('audit').selectAll().orderBy('id').execute(),
  })

  test('asks once what a department means that nobody knows, and does so for all lines that have it', async () => {
    const { id } = await database.kysely
      .selectFrom('education_department')
      .select('id')
      .where('name', '=', 'Techniek')
      .executeTakeFirstOrThrow()
    const text = 'e-mail;naam;opleiding\na@school.test;A de B;Technik\nb@school.test;B de C;TECHNIK'
    const asked = await preview(text)
    expect(asked).toMatchObject({
      counts: { errors: 2 },
      unknown_departments: [{ name: 'Technik', lines: 2 }],
    })
    const [unknown] = z.array(unknownDepartmentSchema).parse(asked.unknown_departments)
    expect(unknown?.nearest[0]).toEqual({ id, name: 'Techniek' })
    const body = { text, departments: [{ name: 'Technik', education_department_id: id }] }
    const { confirmation } = previewSchema.parse((await as.teacher('POST /import/students/preview', body)).body)
    // Without what was said it is another list.
    expect(await confirm(text, confirmation)).toMatchObject({ status: 409 })
    const done = await as.teacher('POST /import/students', { ...body, confirmation })
    expect(done).toMatchObject({ status: 200, body: { added: 2 } })
    expect((await userNamed('b@school.test'))?.education_department_id).toBe(id)
  })

  test('shows what would become of each line, and does none of it', async () => {
    const before = await everything()
    expect(await preview(LIST)).toMatchObject({
      lines: [
        { line: 2, findings: [{ verdict: 'new' }], username: 'jade@school.test', last_name: 'van den Berg' },
        { line: 3, findings: [{ verdict: 'new' }], username: 'omar@school.test' },
        { line: 4, findings: [{ verdict: 'known' }], username: 'sam@school.test' },
      ],
      counts: { added: 2, changed: 0, skipped: 1, remarks: 0, errors: 0 },
      confirmation: expect.any(String),
    })
    expect(await everything()).toEqual(before)
  })

  test('makes accounts that wait for their owners, with all that the list says of them', async () => {
    expect(await importList(LIST)).toMatchObject({ status: 200, body: { added: 2 } })
    expect(await userNamed('jade@school.test')).toMatchObject({
      first_name: 'Jade',
      last_name: 'van den Berg',
      roles: 'ROLE_STUDENT',
      education_department_id: school.departmentId,
      class_group: 'WIS1A',
      password_hash: null,
      activated: false,
      information_checked: false,
      onboarding_step: 3,
      activation_nonce: expect.any(String),
    })
    expect(await userNamed('omar@school.test')).toMatchObject({ education_department_id: null, onboarding_step: 2 })
  })

  test('has each new student invited, and nobody else', async () => {
    await importList(LIST)
    const letters = await database.kysely.selectFrom('outbox').select(['kind', 'payload']).execute()
    expect(letters.map(({ kind }) => kind)).toEqual(['invitation-letter', 'invitation-letter'])
    const resets = await database.kysely
      .selectFrom('password_reset')
      .innerJoin('user', 'user.id', 'password_reset.user_id')
      .select(['password_reset.id', 'user.username'])
      .orderBy('user.username')
      .execute()
    expect(resets.map(({ username }) => username)).toEqual(['jade@school.test', 'omar@school.test'])
    expect(letters.map(({ payload }) => JSON.parse(payload).password_reset_id).toSorted()).toEqual(
      resets.map(({ id }) => id).toSorted(),
    )
  })

  test('notes each account that it made, by id', async () => {
    await importList(LIST)
    const ids = [await userNamed('jade@school.test'), await userNamed('omar@school.test')].map((user) => user?.id)
    const { teacher } = school.users
    const noted = (await auditTrail(database)).filter((entry) => entry.includes('imported user'))
    expect(noted.toSorted()).toEqual(ids.map((id) => `user ${teacher} imported user ${id}: `).toSorted())
  })

  test('leaves letters for later: nobody is invited, until somebody has it done', async () => {
    const { confirmation } = await preview(LIST)
    const body = { text: LIST, confirmation, letters: 'later' }
    expect(await as.teacher('POST /import/students', body)).toMatchObject({ status: 200, body: { added: 2 } })
    expect(await database.kysely.selectFrom('outbox').selectAll().execute()).toEqual([])
    const jade = await userNamed('jade@school.test')
    expect(jade).toMatchObject({ activated: false, activation_nonce: null, activation_expires_at: null })
    expect(await as.teacher(`POST /user/${jade?.id}/validation-mail`)).toMatchObject({ status: 200 })
    expect(await userNamed('jade@school.test')).toMatchObject({ activation_expires_at: expect.any(String) })
    expect(await database.kysely.selectFrom('outbox').select('kind').execute()).toEqual([{ kind: 'invitation-letter' }])
  })

  test('brings accounts that are there up to the list where that is asked, and never an administrator’s', async () => {
    const list =
      'e-mail;voornaam;achternaam;nummer;klas\nsam@school.test;Samir;;S7; WIS1A\nteacher@school.test;Anders;Heet;S8;X'
    const wish = { text: list, update: true }
    const before = await userNamed('teacher@school.test')
    const { status, body } = await as.teacher('POST /import/students/preview', wish)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      lines: [
        {
          findings: [{ verdict: 'updated' }],
          changes: [
            { field: 'first_name', old: 'Sam', new: 'Samir' },
            { field: 'student_number', old: '', new: 'S7' },
            { field: 'class_group', old: '', new: 'WIS1A' },
          ],
        },
        { findings: [{ verdict: 'is-administrator' }], changes: [] },
      ],
      counts: { added: 0, changed: 1, skipped: 1 },
    })
    const { confirmation } = previewSchema.parse(body)
    const done = await as.teacher('POST /import/students', { ...wish, confirmation })
    expect(done).toMatchObject({ status: 200, body: { added: 0, changed: 1, import_id: expect.any(Number) } })
    expect(await userNamed('sam@school.test')).toMatchObject({
      ...{ first_name: 'Samir', last_name: 'de Vries', student_number: 'S7' },
      class_group: 'WIS1A',
      search_text: expect.stringContaining('samir'),
    })
    expect(await userNamed('teacher@school.test')).toEqual(before)
    const { teacher, sam } = school.users
    expect(await auditTrail(database)).toContain(
      `user ${teacher} edited user ${sam}: class_group first_name student_number`,
    )
    expect(await database.kysely.selectFrom('outbox').selectAll().execute()).toEqual([])
  })

  test('asks again when an account that would change is no longer as it was shown', async () => {
    const wish = { text: 'e-mail;voornaam\nsam@school.test;Samir', update: true }
    const { confirmation } = previewSchema.parse((await as.teacher('POST /import/students/preview', wish)).body)
    await database.kysely
      .updateTable('user')
      .set({ first_name: 'Sem' })
      .where('username', '=', 'sam@school.test')
      .execute()
    expect(await as.teacher('POST /import/students', { ...wish, confirmation })).toMatchObject({
      ...{ status: 409, body: { reason: 'plan-changed', preview: { lines: [{ changes: [{ old: 'Sem' }] }] } } },
    })
  })

  test('remembers what was said of columns, once the list is imported', async () => {
    const { kysely } = database
    await kysely.deleteFrom('import_column').execute()
    const columns = [
      { header: 'School-post', meaning: 'username' },
      { header: 'Klas', meaning: null },
    ]
    const wish = { text: 'Schoolpost;Klas\njade@school.test;1A', columns }
    const remembered = async () => (await as.teacher('GET /import/columns/students')).body
    const { body } = await as.teacher('POST /import/students/preview', wish)
    expect(body).toMatchObject({ counts: { added: 1 }, columns: [{ meaning: 'username' }, { meaning: null }] })
    expect(await remembered()).toEqual({ entities: [] })
    const { confirmation } = previewSchema.parse(body)
    await as.teacher('POST /import/students', { ...wish, confirmation })
    const both = [
      { header: 'klas', meaning: null },
      { header: 'schoolpost', meaning: 'username' },
    ]
    expect(await remembered()).toEqual({ entities: both })
    expect((await as.teacher('GET /import/columns/results')).body).toEqual({ entities: [] })
    expect(await as.teacher('GET /import/columns/people')).toMatchObject({ status: 400 })
  })

  test('changes nothing the second time, and sends no letter', async () => {
    await importList(LIST)
    const after = await everything()
    expect(await preview(LIST)).toMatchObject({ confirmation: null, counts: { added: 0, skipped: 3 } })
    expect(await confirm(LIST, 'nogmaals')).toMatchObject({ status: 409, body: { reason: 'plan-changed' } })
    expect(await everything()).toEqual(after)
  })

  test('leaves who has an account as they are', async () => {
    const before = await userNamed('sam@school.test')
    await importList(`${LIST}\nAnders;Genaamd;SAM@SCHOOL.TEST;`)
    expect(await userNamed('sam@school.test')).toEqual(before)
  })

  test('takes over an address that was registered and never activated, but not while it is activated', async () => {
    const registered = { activated: false, registration_ends_at: '2026-04-01T09:00:00.000Z' }
    const names = { first_name: '', last_name: '' }
    const id = await add.user({ username: 'jade@school.test', ...names, ...registered })
    const [created_at, expires_at] = [new Date(MORNING).toISOString(), '2026-05-01T09:00:00.000Z']
    await database.kysely
      .insertInto('registration')
      .values({ user_id: id, nonce: 'n', password_hash: 'chosen-by-somebody', device: '', created_at, expires_at })
      .execute()
    const shown = await preview(LIST)
    expect(shown).toMatchObject({
      lines: [{ findings: [{ verdict: 'registered' }] }, {}, {}],
      counts: { added: 2, remarks: 1 },
    })
    const { version = 0 } = (await userNamed('jade@school.test')) ?? {}

    const activate = (state: { activated: boolean; registration_ends_at: string | null }) => set.user(id, state)
    await activate({ activated: true, registration_ends_at: null })
    expect(await confirm(LIST, shown.confirmation)).toMatchObject({ status: 409, body: { reason: 'plan-changed' } })
    await activate(registered)

    expect(await confirm(LIST, shown.confirmation)).toMatchObject({ status: 200, body: { added: 2 } })
    expect(await userNamed('jade@school.test')).toMatchObject({
      ...{ id, first_name: 'Jade', last_name: 'van den Berg', search_text: expect.stringContaining('van den berg') },
      ...{ education_department_id: school.departmentId, onboarding_step: 3, password_hash: null, activated: false },
      ...{ registration_ends_at: null, activation_nonce: expect.any(String), version: version + 1 },
    })
    expect(await database.kysely.selectFrom('registration').selectAll().execute()).toEqual([])
    const invited = await database.kysely.selectFrom('password_reset').select('user_id').execute()
    expect(invited.map(({ user_id }) => user_id)).toContain(id)
    expect(await auditTrail(database)).toContain(`user ${school.users.teacher} imported user ${id}: `)
  })

  test('never makes a student of a teacher', async () => {
    const list = 'e-mail\nteacher@school.test\nnieuw@school.test'
    expect(await importList(list)).toMatchObject({ status: 200, body: { added: 1 } })
    expect(await userNamed('teacher@school.test')).toMatchObject({ roles: 'ROLE_ADMIN', activated: true })
  })

  test('does all or nothing: one line that is wrong keeps the whole list out', async () => {
    const before = await everything()
    const list = `${LIST}\nLotte;Smit;lotte@school.test;Muziek`
    expect(await preview(list)).toMatchObject({ confirmation: null, counts: { errors: 1, added: 2 } })
    expect(await confirm(list, 'toch maar')).toMatchObject({
      status: 409,
      body: { reason: 'plan-changed', preview: { counts: { errors: 1 } } },
    })
    expect(await everything()).toEqual(before)
  })

  describe('when the school changed since the preview', () => {
    test.each<[string, () => Promise<unknown>]>([
      ['somebody in the list registered', () => add.user({ username: 'jade@school.test' })],
      [
        'a department is now archived',
        () => database.kysely.updateTable('education_department').set({ archived: true }).execute(),
      ],
      ['there is another department of that name', () => add.department(['ALG'])],
    ])('asks again: %s', async (_, happen) => {
      const { confirmation } = await preview(LIST)
      await happen()
      const before = await everything()
      const refused = await confirm(LIST, confirmation)
      expect(refused).toMatchObject({ status: 409, body: { reason: 'plan-changed' } })
      expect(z.object({ preview: previewSchema }).parse(refused.body).preview).toEqual(await preview(LIST))
      expect(await everything()).toEqual(before)
    })

    test.each([
      ['somebody else was given it', 'guest@school.test', 'S02'],
      ['the student was given another', 'sam@school.test', 'S99'],
    ])('asks again about student numbers: %s', async (_, username, student_number) => {
      const list = 'e-mail;studentnummer\njade@school.test;s 01\nsam@school.test;S02\nnoor@school.test;S04'
      const { confirmation } = await preview(list)
      await database.kysely.updateTable('user').set({ student_number }).where('username', '=', username).execute()
      const before = await everything()
      expect(await confirm(list, confirmation)).toMatchObject({ status: 409, body: { reason: 'plan-changed' } })
      expect(await everything()).toEqual(before)
    })

    test('does not ask again after what is of no consequence', async () => {
      const { confirmation } = await preview(LIST)
      await add.user({ username: 'elders@school.test' })
      expect(await confirm(LIST, confirmation)).toMatchObject({ status: 200, body: { added: 2 } })
    })
  })

  test('holds a confirmation for just the list that was shown', async () => {
    const { confirmation } = await preview(LIST)
    const other = LIST.replace('van den Berg', 'van den Burg')
    expect(await confirm(other, confirmation)).toMatchObject({ status: 409, body: { reason: 'plan-changed' } })
  })

  test('is confirmed on another server, or after a restart, just as well', async () => {
    const { confirmation } = await preview(LIST)
    const restarted = await startTestApi(database)
    const { token } = await restarted.logIn('teacher@school.test')
    const body = { text: LIST, confirmation }
    expect(await restarted.ask('POST /import/students', { token, body })).toMatchObject({
      status: 200,
      body: { added: 2 },
    })
  })

  test('leaves nothing behind when it fails halfway', async () => {
    const { preview: shown } = await assessStudentImport(database.kysely, { text: LIST })
    const before = await everything()
    const wished = { text: LIST, confirmation: shown.confirmation ?? '' }
    // An actor that does not exist cannot be noted in the audit, which is written last.
    const failing = importStudents({ database, letters: { wake: () => undefined }, clock: () => MORNING }, wished, 0)
    await expect(failing).rejects.toThrow()
    expect(await everything()).toEqual(before)
  })

  test.each([
    ['', { reason: 'import-empty' }],
    ['voornaam\nJade', { reason: 'import-column-missing' }],
    ['e-mail;naam\n"a;b', { reason: 'import-quote-open', line: 2 }],
    [`e-mail\n${';'.repeat(100)}`, { reason: 'import-line-too-long', line: 2 }],
  ])('says why a list cannot be read: %j', async (text, body) => {
    expect(await as.teacher('POST /import/students/preview', { text })).toMatchObject({
      status: 422,
      body,
    })
  })

  test('takes five thousand students by statements that hardly grow with them', async () => {
    const list = (count: number) =>
      ['e-mail;nummer', ...Array.from({ length: count }, (_, at) => `s${count}-${at}@school.test;${count}X${at}`)].join(
        '\n',
      )
    const statementsFor = async (count: number) => {
      const text = list(count)
      const confirmation = (await assessStudentImport(database.kysely, { text })).preview.confirmation ?? ''
      const { database: counted, answered } = countStatements(database)
      const desk = { database: counted, letters: { wake: () => undefined }, clock: () => MORNING }
      expect(await importStudents(desk, { text, confirmation }, school.users.teacher)).toMatchObject({
        added: count,
        changed: 0,
      })
      return answered.count
    }
    const few = await statementsFor(10)
    // Statements per hundred students: make them, remove registrations, invite. Per some hundreds: keep and log lines.
    // Per thousand: look them up.
    expect(await statementsFor(5_000)).toBeLessThanOrEqual(few + 49 * 4 + 19 * 2 + 4 * 3)
  })

  test('counts the letters that wait, for administrators', async () => {
    const at = new Date(MORNING).toISOString()
    const letter = {
      kind: 'invitation-letter',
      payload: '{}',
      created_at: at,
      available_at: '2027-01-01T00:00:00.000Z',
    }
    const last_error = 'EENVELOPE 550 RCPT TO'
    await database.kysely
      .insertInto('outbox')
      .values([
        { ...letter, done_at: null, last_error: null },
        { ...letter, done_at: null, last_error },
        { ...letter, done_at: at, last_error: null },
        { ...letter, done_at: at, last_error },
        { ...letter, done_at: '2026-03-08T09:00:00.000Z', last_error },
        { ...letter, kind: 'activation-letter', done_at: null, last_error: null },
      ])
      .execute()
    expect(await as.teacher('GET /import/letters')).toMatchObject({ body: { waiting: 2, given_up: 1 } })
  })
})
