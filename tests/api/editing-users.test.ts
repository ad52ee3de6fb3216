import { describe, expect, test } from 'vitest'
import { editUser } from '#contract/users.calls.ts'
import { auditTrail } from '#tests/support/api/audit-trail.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { type Token, tokensIn } from '#tests/support/api/test-api.ts'
import type { User } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('an administrator’s edit of a user', (open) => {
  const { database, school, api, as } = openStage(open)

  type Person = User
  const edit = (person: Person, body: object, by: Token = as.teacher) =>
    api.ask(`PUT /user/${school.users[person]}`, {
      token: by,
      body: { first_name: 'Sam', last_name: 'de Vries', ...body },
    })
  const stored = (person: Person) =>
    database.kysely.selectFrom('user').selectAll().where('id', '=', school.users[person]).executeTakeFirstOrThrow()
  const set = (person: Person, values: object) =>
    database.kysely.updateTable('user').set(values).where('id', '=', school.users[person]).execute()

  test('sets names, role and activation, answers the user and is recorded', async () => {
    const { status, body } = await edit('sam', {
      first_name: ' Sémmie ',
      roles: ['ROLE_ADMIN'],
      activated: true,
      version: 1,
    })
    expect(status).toBe(200)
    const { entity } = editUser.reply.parse(body)
    expect(entity).toMatchObject({ first_name: 'Sémmie', roles: ['ROLE_ADMIN'], activated: true, version: 2 })
    expect(await stored('sam')).toMatchObject({
      first_name: 'Sémmie',
      search_text: 'semmie de vries sam@school.test',
      roles: 'ROLE_ADMIN',
    })
    expect(await auditTrail(database)).toEqual([
      `user ${school.users.teacher} edited user ${school.users.sam}: first_name roles`,
    ])
  })

  test('sets extra time, which the log shows without its value, and only readers of this one user see', async () => {
    const { body } = await edit('sam', { extra_time: true, version: 1 })
    expect(editUser.reply.parse(body).entity).toMatchObject({ extra_time: true, version: 2 })
    const { kysely } = database
    const trail = await kysely
      .selectFrom('audit')
      .select(['action', 'fields'])
      .where('action', '!=', 'logged-in')
      .where('resource', '=', 'user')
      .execute()
    expect(trail).toEqual([{ action: 'edited', fields: '["extra_time"]' }])

    const sam = (await api.logIn('sam@school.test')).token
    const id = school.users.sam
    const shown = async (path: string, by: Token = as.teacher) =>
      JSON.stringify((await api.ask(`GET ${path}`, { token: by })).body)
    expect(await shown(`/user/${id}`)).toContain('"extra_time":true')
    for (const path of ['/user', `/user/${id}`]) expect(await shown(path, sam)).not.toContain('extra_time')
    expect(await shown('/users/20')).not.toContain('extra_time')
    const own = await edit('sam', { first_name: 'Sam', extra_time: false }, sam)
    expect(own.status).toBe(200)
    expect(JSON.stringify(own.body)).not.toContain('extra_time')
    expect(Boolean((await stored('sam')).extra_time)).toBe(true)
  })

  test('sets a class group, which the trail tells without its value, and its student reads but cannot change', async () => {
    const { body } = await edit('sam', { class_group: ' WIS\u00A01A ', version: 1 })
    expect(editUser.reply.parse(body).entity).toMatchObject({ class_group: 'WIS 1A', version: 2 })
    const changed = `user ${school.users.teacher} edited user ${school.users.sam}: class_group`
    expect(await auditTrail(database)).toEqual([changed])
    const trail = await database.kysely.selectFrom('audit').select('changes').where('action', '=', 'edited').execute()
    expect(trail).toEqual([{ changes: null }])

    const sam = (await api.logIn('sam@school.test')).token
    expect((await api.ask('GET /user', { token: sam })).body).toMatchObject({ class_group: 'WIS 1A' })
    expect((await edit('sam', { first_name: 'Sam', class_group: 'WIS1B' }, sam)).status).toBe(200)
    expect(await stored('sam')).toMatchObject({ first_name: 'Sam', class_group: 'WIS 1A' })

    const reasons = { 'class-group-too-long': 'x'.repeat(41), 'class-group-unreadable': 'WIS\u202E1A' }
    for (const [reason, class_group] of Object.entries(reasons))
      expect(await edit('sam', { class_group }), reason).toMatchObject({ status: 422, body: { reason } })
    expect((await edit('sam', { class_group: '-' })).status).toBe(200)
    expect(await stored('sam')).toMatchObject({ class_group: null })
  })

  test('that changes nothing is no edit', async () => {
    const { body } = await edit('sam', { roles: ['ROLE_STUDENT'], activated: true })
    expect(editUser.reply.parse(body).entity.version).toBe(1)
    expect(await auditTrail(database)).toEqual([])
  })

  test('leaves what it does not name', async () => {
    await edit('unactivated', { first_name: 'Una' })
    expect(await stored('unactivated')).toMatchObject({ first_name: 'Una', roles: 'ROLE_STUDENT', activated: false })
  })

  test('changes nothing else, whatever is sent along', async () => {
    const before = await stored('sam')
    const body = {
      first_name: 'Bo',
      username: 'other@school.test',
      activation_key: 'x',
      activation_nonce: 'x',
      information_checked: false,
      onboarding_step: 1,
      education_department_id: null,
      password_hash: 'x',
      token_version: 9,
      search_text: 'x',
      id: school.users.noor,
    }
    expect((await edit('sam', body)).status).toBe(200)
    const search_text = 'bo de vries sam@school.test'
    const keys = { first_name_key: 'bo  vries', last_name_key: 'vries  bo' }
    expect(await stored('sam')).toEqual({ ...before, ...keys, first_name: 'Bo', search_text, version: 2 })
  })

  describe('with a stale version', () => {
    test('is refused with the user as it is, and what differs in Dutch', async () => {
      await edit('sam', { first_name: 'Bo', roles: ['ROLE_ADMIN'], activated: false })
      const { status, body } = await edit('sam', { roles: ['ROLE_STUDENT'], activated: true, version: 1 })
      expect(status).toBe(409)
      expect(body).toMatchObject({
        reason: 'version-stale',
        entity: { id: school.users.sam, first_name: 'Bo', version: 2 },
        differences: [
          { field: 'first_name', label: 'Voornaam', yours: 'Sam', theirs: 'Bo' },
          { field: 'roles', label: 'Type', yours: 'Student', theirs: 'Admin' },
          { field: 'activated', label: 'Account', yours: 'geactiveerd', theirs: 'niet geactiveerd' },
        ],
      })
      expect(await stored('sam')).toMatchObject({ first_name: 'Bo', version: 2 })
    })

    test('also of one’s own names shows what differs', async () => {
      const sam = (await api.logIn('sam@school.test')).token
      await edit('sam', { first_name: 'Bo' })
      expect(await edit('sam', { last_name: 'Bos', version: 1 }, sam)).toMatchObject({
        status: 409,
        body: {
          entity: { first_name: 'Bo', version: 2 },
          differences: [{ field: 'first_name' }, { label: 'Achternaam', yours: 'Bos', theirs: 'de Vries' }],
        },
      })
    })
  })

  describe('names', () => {
    test.for([
      ['name-missing', { first_name: ' ', last_name: '.' }],
      ['name-too-long', { last_name: 'x'.repeat(101) }],
      ['name-unreadable', { first_name: 'S\u202eam' }],
    ] as const)('%s', async ([reason, body]) => {
      expect(await edit('sam', body)).toMatchObject({ status: 422, body: { reason } })
    })

    test('that were never filled in may stay so: an account can be activated before', async () => {
      await set('unactivated', { first_name: '', last_name: '' })
      const body = { first_name: '', last_name: '', activated: true }
      expect(await edit('unactivated', body)).toMatchObject({ status: 200 })
      expect(await edit('unactivated', { ...body, first_name: 'Una' })).toMatchObject({ status: 200 })
      expect(await edit('unactivated', { ...body, first_name: '' })).toMatchObject({ status: 422 })
      expect(await edit('unactivated', { ...body, first_name: '', last_name: 'Una' })).toMatchObject({ status: 200 })
      expect(await edit('unactivated', body)).toMatchObject({ status: 422, body: { reason: 'name-missing' } })
    })
  })

  describe('roles', () => {
    test('the first is set', async () => {
      await edit('sam', { roles: ['ROLE_ADMIN', 'ROLE_STUDENT'] })
      expect((await stored('sam')).roles).toBe('ROLE_ADMIN')
    })

    test('none leaves them, and so do those that the user has, sent along with a name', async () => {
      await edit('guest', { first_name: 'Gast', roles: [] })
      expect(await stored('guest')).toMatchObject({ first_name: 'Gast', roles: '' })
      await set('noor', { roles: 'ROLE_STUDENT ROLE_ADMIN' })
      await edit('noor', { first_name: 'Noor', roles: ['ROLE_STUDENT', 'ROLE_ADMIN'] })
      expect(await stored('noor')).toMatchObject({ first_name: 'Noor', roles: 'ROLE_STUDENT ROLE_ADMIN' })
      await edit('noor', { first_name: 'Noor', roles: ['ROLE_STUDENT'] })
      expect((await stored('noor')).roles).toBe('ROLE_STUDENT')
    })

    test.for([[['ROLE_GOD']], ['ROLE_ADMIN'], [[7]], [null]])('%j is no list of roles', async ([roles]) => {
      expect(await edit('sam', { roles })).toMatchObject({ status: 400 })
    })
  })

  describe('ends what the user could do until now', () => {
    const logIn = async (name: string) => api.logIn(`${name}@school.test`)
    const use = (access: string) => api.ask('GET /user', { token: access })
    const refresh = (refresh_token: string) => api.ask('POST /token/refresh', { body: { refresh_token } })

    test.for([
      ['promotion', 'sam', { roles: ['ROLE_ADMIN'] }],
      ['demotion', 'noor', { roles: ['ROLE_STUDENT'] }],
      ['deactivation', 'sam', { activated: false }],
    ] as const)('by %s: the token stops at once and the session is revoked', async ([, person, body]) => {
      await set('noor', { roles: 'ROLE_ADMIN' })
      const login = await logIn(person)
      expect((await use(login.token)).status).toBe(200)
      expect((await edit(person, body)).status).toBe(200)
      expect(await use(login.token)).toMatchObject({ status: 401, body: { reason: 'token-revoked' } })
      expect(await refresh(login.refresh_token)).toMatchObject({ status: 401, body: { reason: 'token-revoked' } })
    })

    test('but a corrected name ends nothing', async () => {
      const login = await logIn('sam')
      await edit('sam', { first_name: 'Bo' })
      expect((await use(login.token)).status).toBe(200)
      const { body } = await refresh(login.refresh_token)
      expect((await use(tokensIn(body).token)).status).toBe(200)
    })

    test('a deactivated user cannot log in, and after activation can, but not through earlier logins', async () => {
      const { token: old, refresh_token } = await logIn('sam')
      await edit('sam', { activated: false })
      await expect(logIn('sam')).rejects.toThrow('401')
      expect(await stored('sam')).toMatchObject({ activated: false, activation_nonce: null })
      await edit('sam', { activated: true })
      await expect(logIn('sam')).resolves.toBeDefined()
      expect(await use(old)).toMatchObject({ status: 401, body: { reason: 'token-revoked' } })
      expect(await refresh(refresh_token)).toMatchObject({ status: 401, body: { reason: 'token-revoked' } })
    })
  })

  test('activating makes the link of the letter worthless', async () => {
    await set('unactivated', { activation_nonce: 'n'.repeat(22), activation_expires_at: '2026-03-12T09:00:00.000Z' })
    const { body } = await edit('unactivated', { activated: true })
    const { entity } = editUser.reply.parse(body)
    expect(entity).toMatchObject({ activated: true })
    expect([entity.activation_key, entity._links.validation_mail]).toEqual([undefined, undefined])
    expect(await stored('unactivated')).toMatchObject({ activation_nonce: null, activation_expires_at: null })
  })

  test.for([
    ['activated', { activated: true }, ['invitation-letter']],
    ['given another role', { roles: ['ROLE_ADMIN'] }, []],
  ] as const)('what strangers registered counts no more once the account is %s', async ([, change, letters]) => {
    const id = school.users.unactivated
    const { kysely } = database
    await set('unactivated', { password_hash: null, registration_ends_at: '2026-04-09T09:00:00.000Z' })
    const at = '2026-03-10T09:00:00.000Z'
    const registration = { user_id: id, nonce: 'n', password_hash: 'h', device: '', created_at: at, expires_at: at }
    await kysely.insertInto('registration').values(registration).execute()
    await edit('unactivated', { first_name: 'Una' })
    expect(await stored('unactivated')).toMatchObject({ registration_ends_at: '2026-04-09T09:00:00.000Z' })
    await edit('unactivated', change)
    expect(await stored('unactivated')).toMatchObject({ registration_ends_at: null, password_hash: null })
    expect(await kysely.selectFrom('registration').select('id').execute()).toEqual([])
    const queued = await kysely.selectFrom('outbox').select('kind').execute()
    expect(queued.map(({ kind }) => kind)).toEqual(letters)
    await kysely.deleteFrom('outbox').execute()
  })

  test('a resent activation mail is recorded', async () => {
    const id = school.users.unactivated
    expect(await as.teacher(`POST /user/${id}/validation-mail`)).toMatchObject({ status: 200 })
    expect(await as.teacher(`POST /user/${school.users.sam}/validation-mail`)).toMatchObject({ status: 409 })
    expect(await auditTrail(database)).toEqual([`user ${school.users.teacher} activation-resent user ${id}: `])
  })

  describe('an administrator', () => {
    test.for([{ roles: ['ROLE_STUDENT'] }, { activated: false }])(
      'stays one by their own hand, also beside a colleague: %j',
      async (body) => {
        await set('noor', { roles: 'ROLE_ADMIN' })
        expect(await edit('teacher', body)).toMatchObject({ status: 422, body: { reason: 'own-account' } })
        expect(await stored('teacher')).toMatchObject({ roles: 'ROLE_ADMIN', activated: true, version: 1 })
        expect(await edit('teacher', { first_name: 'Tea' })).toMatchObject({ status: 200 })
      },
    )

    test('is demoted by a colleague', async () => {
      await set('noor', { roles: 'ROLE_ADMIN' })
      expect(await edit('noor', { roles: ['ROLE_STUDENT'] })).toMatchObject({ status: 200 })
      expect(await stored('noor')).toMatchObject({ roles: 'ROLE_STUDENT' })
    })
  })

  test('of nobody is not found; a student’s of somebody else is not theirs, whether they exist or not', async () => {
    const none = 2_147_483_647
    const body = { first_name: 'A', last_name: 'B' }
    expect(await as.teacher(`PUT /user/${none}`, body)).toMatchObject({ status: 404 })
    const sam = (await api.logIn('sam@school.test')).token
    for (const id of [none, school.users.noor])
      expect(await api.ask(`PUT /user/${id}`, { token: sam, body })).toMatchObject({
        status: 403,
        body: { reason: 'not-yours' },
      })
  })
})
