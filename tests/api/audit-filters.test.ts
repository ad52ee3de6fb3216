// @module-tag engine
import { beforeEach, describe, expect, test } from 'vitest'
import { recordChange, recordChanges } from '#api-server/facts/record-change.ts'
import { listAudit } from '#contract/audit.calls.ts'
import { emptyAuditTrail } from '#tests/support/api/audit-trail.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { MORNING } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

type Change = Parameters<typeof recordChange>[1]

describeOnEachDatabase('what is asked of the log', (open) => {
  const { database, school, ask } = openStage(open, { as: 'teacher', loggedIn: ['teacher'] })
  beforeEach(async () => {
    await emptyAuditTrail(database)
  })

  const record = (at: number | string, ...changes: Change[]) =>
    database.transaction(async (trx) => {
      for (const change of changes) await recordChange(trx, change, typeof at === 'string' ? Date.parse(at) : at)
    })
  const page = async (path: string) => {
    const { status, body } = await ask(`GET ${path}`)
    expect(status, path).toBe(200)
    return listAudit.reply.parse(body)
  }
  const all = async (path: string): Promise<string[]> => {
    const { entities, _links } = await page(path)
    const lines = entities.map(({ action, subject }) => `${action} ${subject}`)
    return _links.next ? [...lines, ...(await all(_links.next.href))] : lines
  }
  /** adds lines that match no filter, as an old log has, in one statement */
  const pad = async (count: number) => {
    const line = { at: new Date(MORNING).toISOString(), action: 'edited', resource: 'message', fields: '[]' }
    for (let done = 0; done < count; done += 1_000)
      await database.kysely
        .insertInto('audit')
        .values(Array.from({ length: 1_000 }, () => ({ ...line, resource_id: 1, subject: 'oud' })))
        .execute()
  }

  test('by actor: a user, nobody in the app, and deleted users', async () => {
    const { teacher, noor, sam } = school.users
    await database.kysely.updateTable('user').set({ roles: 'ROLE_ADMIN' }).where('id', 'in', [noor, sam]).execute()
    const module = { action: 'edited', resource: 'module' } as const
    await record(
      MORNING,
      { ...module, actorId: teacher, resourceId: school.modules.ALG },
      { ...module, actorId: noor, resourceId: school.modules.GON },
      { ...module, actorId: sam, resourceId: school.modules.STA },
      { ...module, actorId: null, resourceId: school.modules.OLD },
    )
    await database.kysely.deleteFrom('user').where('id', '=', sam).execute()
    expect(await all(`/audit?actor=${noor}`)).toEqual(['edited GON'])
    expect(await all('/audit?actor=system')).toEqual(['edited OLD'])
    expect(await all('/audit?actor=deleted')).toEqual(['edited STA'])
    expect((await page(`/audit?actor=${noor}`)).asked).toMatchObject({ actor: 'Sam de Vries', subject: null })
    expect((await page('/audit?actor=system')).asked.actor).toBe('Het systeem')
    expect((await page(`/audit?actor=${sam}`)).asked.actor).toBe('verwijderde gebruiker')
  })

  test('by action, alone and together with actor and record', async () => {
    const { teacher, noor } = school.users
    const [ALG, GON] = [school.modules.ALG, school.modules.GON]
    await record(
      MORNING,
      { actorId: teacher, action: 'created', resource: 'module', resourceId: ALG },
      { actorId: teacher, action: 'edited', resource: 'module', resourceId: ALG },
      { actorId: noor, action: 'edited', resource: 'module', resourceId: GON },
      { actorId: teacher, action: 'edited', resource: 'education_department', resourceId: school.departmentId },
    )
    expect(await all('/audit?action=edited')).toEqual(['edited Techniek', 'edited GON', 'edited ALG'])
    expect(await all(`/audit?action=edited&actor=${teacher}`)).toEqual(['edited Techniek', 'edited ALG'])
    expect(await all(`/audit?action=edited&actor=${teacher}&resource=module`)).toEqual(['edited ALG'])
    expect(await all(`/audit?action=created&resource=module&resource_id=${ALG}`)).toEqual(['created ALG'])
    expect((await page(`/audit?resource=module&resource_id=${ALG}`)).asked.subject).toBe('ALG')
    expect(await all('/audit?action=opened')).toEqual([])
  })

  test('logins and logouts are left out of list and file, unless the filter names them', async () => {
    const { teacher, sam } = school.users
    const byPassword = { action: 'logged-in', resource: 'user', about: 'met wachtwoord' } as const
    await emptyAuditTrail(database)
    await record(
      MORNING,
      { ...byPassword, actorId: sam, resourceId: sam },
      { actorId: teacher, action: 'edited', resource: 'user', resourceId: sam },
      { actorId: null, action: 'login-ended', resource: 'user', resourceId: sam },
      { actorId: sam, action: 'logged-out', resource: 'user', resourceId: sam },
      { ...byPassword, actorId: teacher, resourceId: teacher },
    )
    const actions = async (path: string) => (await page(path)).entities.map(({ action }) => action)
    const shown = ['login-ended', 'edited']
    expect(await actions('/audit')).toEqual(shown)
    expect(await actions('/audit?resource=user')).toEqual(shown)
    expect(await actions(`/audit?resource=user&resource_id=${sam}`)).toEqual(shown)
    expect(await actions(`/audit?actor=${sam}`)).toEqual([])
    expect(await actions('/audit?action=logins')).toEqual(['logged-in', 'logged-out', 'login-ended', 'logged-in'])
    expect(await actions(`/audit?action=logins&actor=${sam}`)).toEqual(['logged-out', 'logged-in'])
    expect(await actions(`/audit?action=logged-in&resource=user&resource_id=${teacher}`)).toEqual(['logged-in'])
    const exported = async (query: string) => {
      expect(await ask(`GET /audit/export${query}`)).toMatchObject({ status: 200 })
      return (await page('/audit?action=exported')).entities[0]?.about
    }
    expect(await exported('')).toBe('2 regels')
    expect(await exported('?action=logins')).toBe('4 regels')
  })

  describe('by days', () => {
    beforeEach(async () => {
      const change = { actorId: school.users.teacher, action: 'edited', resource: 'module' } as const
      const [ALG, GON, STA] = [school.modules.ALG, school.modules.GON, school.modules.STA]
      // Midnight in Amsterdam is an hour ahead in winter.
      await record('2026-03-08T22:59:59.999Z', { ...change, resourceId: ALG })
      await record('2026-03-08T23:00:00.000Z', { ...change, resourceId: GON })
      await record('2026-03-10T22:59:59.999Z', { ...change, resourceId: STA })
    })

    test('of Amsterdam, the first and the last included', async () => {
      expect(await all('/audit?from=2026-03-09')).toEqual(['edited STA', 'edited GON'])
      expect(await all('/audit?until=2026-03-08')).toEqual(['edited ALG'])
      expect(await all('/audit?from=2026-03-09&until=2026-03-09')).toEqual(['edited GON'])
      expect(await all('/audit?from=2026-03-10&until=2026-03-10&action=edited')).toEqual(['edited STA'])
      expect(await all('/audit?from=2026-03-11')).toEqual([])
      expect(await all('/audit?until=2026-03-07')).toEqual([])
      expect(await all('/audit?from=2026-03-10&until=2026-03-09')).toEqual([])
    })

    test('also where a clock was an hour behind', async () => {
      const change = { actorId: school.users.teacher, action: 'edited', resource: 'module' } as const
      await record('2026-03-11T08:00:00.000Z', { ...change, resourceId: school.modules.OLD })
      await record('2026-03-10T22:30:00.000Z', { ...change, resourceId: school.modules.ELSEWHERE })
      expect(await all('/audit?from=2026-03-10&until=2026-03-10')).toEqual(['edited ELSEWHERE', 'edited STA'])
      expect(await all('/audit?from=2026-03-11')).toEqual(['edited OLD'])
    })
  })

  describe('of an import', () => {
    let importId: number
    beforeEach(async () => {
      const { teacher, sam, noor } = school.users
      const made = { kind: 'students', actor_id: teacher, at: '2026-03-10T09:00:00.000Z', added: 2 } as const
      importId = (await database.kysely.insertInto('import').values(made).returning('id').executeTakeFirstOrThrow()).id
      await database.transaction(async (trx) => {
        const about = 'Studenten: 2 toegevoegd'
        const line = { actorId: teacher, action: 'imported', resource: 'import', resourceId: importId } as const
        await recordChange(trx, { ...line, about }, MORNING)
        const records = { actorId: teacher, resource: 'user', resourceIds: [sam, noor], importId } as const
        await recordChanges(trx, records, MORNING)
      })
    })

    test('the log shows one line, whatever the filter, and the import’s own log shows the rest', async () => {
      const { sam, teacher } = school.users
      expect((await page('/audit')).entities).toMatchObject([
        { resource: 'import', subject: 'studenten', about: 'Studenten: 2 toegevoegd', import_id: null },
      ])
      for (const filter of [`actor=${teacher}`, 'action=imported', `from=2026-03-10&until=2026-03-10`])
        expect(await all(`/audit?${filter}`)).toEqual(['imported studenten'])
      expect(await all('/audit?resource=user')).toEqual([])
      const { entities, asked } = await page(`/audit?import_id=${importId}`)
      expect(entities.map(({ subject }) => subject)).toEqual(['Sam de Vries', 'Sam de Vries'])
      expect(entities[0]).toMatchObject({ import_id: importId, action: 'imported' })
      expect(asked.import).toBe('studenten')
      expect(await all(`/audit?resource=user&resource_id=${sam}`)).toEqual(['imported Sam de Vries'])
    })

    test('its lines are found among a log that has grown since', async () => {
      await pad(1_000)
      expect(await all(`/audit?import_id=${importId}`)).toHaveLength(2)
    })
  })

  test('finds something rare however long ago it was, and nothing for what never was', async () => {
    const { teacher } = school.users
    const line = { actorId: teacher, resource: 'module', resourceId: school.modules.ALG } as const
    await record(MORNING, { ...line, action: 'archived' })
    await pad(30_000)
    await record(MORNING, { ...line, action: 'edited' })
    const { entities, _links } = await page('/audit?action=archived')
    expect(entities).toMatchObject([{ action: 'archived', subject: 'ALG' }])
    expect(_links.next).toBeUndefined()
    expect(await all(`/audit?actor=${teacher}&action=archived`)).toEqual(['archived ALG'])
    expect(await all(`/audit?actor=${school.users.noor}&action=archived`)).toEqual([])
    expect(await all(`/audit?resource=module&actor=${teacher}`)).toEqual(['edited ALG', 'archived ALG'])
  })

  test('a page that ends where a window of ids does loses nothing', async () => {
    const { teacher } = school.users
    const line = { actorId: teacher, action: 'edited', resource: 'module', resourceId: school.modules.ALG } as const
    for (let ms = 0; ms < 50; ms++) await record(MORNING + ms, line)
    await pad(2_000)
    for (let ms = 0; ms < 50; ms++) await record(MORNING + ms, line)
    const first = await page('/audit?resource=module')
    expect(first.entities).toHaveLength(50)
    expect(await all('/audit?resource=module')).toHaveLength(100)
  })

  test.for([
    '?actor=0',
    '?actor=iemand',
    '?action=gelezen',
    '?from=2026-02-30',
    '?until=gisteren',
    '?from=9999-12-31',
    '?import_id=x',
    '?lines=4',
    '?lines=0-4',
  ])('refuses %s', async (query) => {
    expect(await ask(`GET /audit${query}`)).toMatchObject({ status: 400 })
  })
})
