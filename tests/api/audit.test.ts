import { expect, test } from 'vitest'
import { recordChange } from '#api-server/facts/record-change.ts'
import { listAudit } from '#contract/audit.calls.ts'
import { countStatements } from '#tests/support/api/counted-database.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { startTestApi } from '#tests/support/api/test-api.ts'
import { MORNING } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

type Change = Parameters<typeof recordChange>[1]

describeOnEachDatabase('GET /audit', (open) => {
  const { database, school, as, enroll, set } = openStage(open)

  const record = (...changes: Change[]) =>
    database.transaction(async (trx) => {
      for (const change of changes) await recordChange(trx, change, MORNING)
    })
  /** Each a ms after the one before: no two are one act. */
  const recordApart = (changes: Change[]) =>
    database.transaction(async (trx) => {
      for (const [ms, change] of changes.entries()) await recordChange(trx, change, MORNING + ms)
    })
  const page = async (path = '/audit') => {
    const { status, body } = await as.teacher(`GET ${path}`)
    expect(status).toBe(200)
    return listAudit.reply.parse(body)
  }

  test('shows the latest first: who did what to which record when, and which fields', async () => {
    const { teacher, sam, noor } = school.users
    await set.user(noor, { first_name: '', last_name: '' })
    await record(
      { actorId: teacher, action: 'created', resource: 'module', resourceId: school.modules.ALG },
      { actorId: teacher, action: 'edited', resource: 'user', resourceId: sam, fields: ['first_name', 'roles'] },
      { actorId: noor, action: 'exported', resource: 'testmoment', resourceId: school.moments.past },
      { actorId: null, action: 'opened', resource: 'testmoment', resourceId: school.moments.open },
      { actorId: noor, action: 'edited', resource: 'education_department', resourceId: school.departmentId },
      { actorId: noor, action: 'enrolled', resource: 'user', resourceId: noor },
    )
    const { entities, _links } = await page()
    expect(entities.map(({ actor, action, subject }) => `${actor} ${action} ${subject}`)).toEqual([
      'noor@school.test enrolled noor@school.test',
      'noor@school.test edited Techniek',
      'Het systeem opened vr 20 mrt 2026',
      'noor@school.test exported week van 1 mrt 2026',
      'Sam de Vries edited Sam de Vries',
      'Sam de Vries created ALG',
    ])
    expect(entities[4]).toMatchObject({
      at: '2026-03-10T09:00:00.000Z',
      resource: 'user',
      resource_id: sam,
      fields: ['first_name', 'roles'],
    })
    expect(_links).toEqual({ export: { method: 'GET', href: '/api/v1/audit/export' } })
  })

  test('leaves out what a later release wrote before one went back to this one', async () => {
    const { teacher, sam } = school.users
    const edited = { actorId: teacher, action: 'edited', resource: 'user', resourceId: sam } as const
    await recordApart([edited, edited, edited])
    const [last, before] = await database.kysely.selectFrom('audit').select('id').orderBy('id', 'desc').execute()
    const change = (values: { action?: string; resource?: string }, id = 0) =>
      database.kysely.updateTable('audit').set(values).where('id', '=', id).execute()
    await change({ action: 'folded' }, last?.id)
    await change({ resource: 'paper' }, before?.id)
    expect((await page()).entities).toHaveLength(1)
  })

  test('shows an act on many as one line, and its lines when they are asked for', async () => {
    const { teacher, sam, noor } = school.users
    const invited = (resourceId: number): Change => ({
      actorId: teacher,
      action: 'invited',
      resource: 'user',
      resourceId,
    })
    const single = { actorId: teacher, resource: 'module', resourceId: school.modules.ALG } as const
    await record(...Array.from({ length: 3 }, () => invited(sam)), { ...single, action: 'created' })
    await record(...Array.from({ length: 620 }, (_, nth) => invited(nth % 2 ? sam : noor)))
    await record({ ...single, action: 'edited' })
    const { entities, _links } = await page()
    expect(_links.next).toBeUndefined()
    expect(entities.map(({ action, parts }) => `${action} ${parts}`)).toEqual([
      'edited 1',
      'invited 620',
      'created 1',
      ...Array(3).fill('invited 1'),
    ])

    const [, act] = entities
    const found: number[] = []
    let path: string | undefined = `/audit?lines=${act?.first_id}-${act?.id}`
    while (path) {
      const some = await page(path)
      found.push(...some.entities.map(({ id }) => id))
      expect(some.entities.every(({ parts }) => parts === 1)).toBe(true)
      path = some._links.next?.href.replace('/api/v1', '')
    }
    expect(new Set(found).size).toBe(620)
    expect((await page('/audit?lines=2600000000-1')).entities).toEqual([])
    expect((await page('/audit?lines=1-999999999999999')).entities).not.toEqual([])
    expect(found).toHaveLength(620)
  })

  test('a page ends before an act that may go on, and the next begins with all of it', async () => {
    const { teacher, sam } = school.users
    const by = { actorId: teacher, resource: 'user', resourceId: sam } as const
    await record(...Array.from({ length: 30 }, (): Change => ({ ...by, action: 'invited' })))
    for (let nth = 0; nth < 49; nth++)
      await record({ ...by, action: nth % 2 ? 'edited' : 'activation-resent', fields: [] })
    const first = await page()
    const rest = first._links.next ? await page(first._links.next.href.replace('/api/v1', '')) : undefined
    const parts = [...first.entities, ...(rest?.entities ?? [])].map((entry) => entry.parts)
    expect(parts).toEqual([...Array(49).fill(1), 30])
  })

  test('names school years and enrollments too, and says what is gone', async () => {
    const enrollment = await enroll('sam', 'open', 'GON')
    const by = { actorId: school.users.teacher, action: 'edited' } as const
    await record(
      { ...by, resource: 'schoolyear', resourceId: school.years.active },
      { ...by, resource: 'enrollment', resourceId: enrollment },
      { ...by, resource: 'module', resourceId: 2_147_483_647 },
    )
    const subjects = (await page()).entities.map(({ subject }) => subject)
    expect(subjects).toEqual(['verwijderd', 'Sam de Vries, GON', '2025-2026'])
  })

  test('keeps what a deleted user did and what was done to them, without their name', async () => {
    const { noor } = school.users
    await set.user(noor, { roles: 'ROLE_ADMIN' })
    await record({ actorId: noor, action: 'edited', resource: 'module', resourceId: school.modules.ALG })
    await as.teacher(`DELETE /user/${noor}`)
    await record({ actorId: null, action: 'closed', resource: 'testmoment', resourceId: school.moments.open })
    expect((await page()).entities).toMatchObject([
      { actor: 'Het systeem', action: 'closed' },
      { actor: 'Sam de Vries', action: 'deleted', resource: 'user', resource_id: noor, subject: 'verwijderd' },
      { actor: 'verwijderde gebruiker', action: 'edited', subject: 'ALG' },
    ])
  })

  test('keeps what the school’s records were called then, and what was changed from what to what', async () => {
    const { kysely } = database
    const { teacher } = school.users
    const { id: department } = await kysely
      .insertInto('education_department')
      .values({ name: 'Bouw', created_at: '2026-02-01T09:00:00.000Z' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const by = { actorId: teacher, resource: 'education_department', resourceId: department } as const
    const changes = { name: ['Bouw', 'Bouwkunde'], archived: [false, true] } as const
    await record({ ...by, action: 'edited', changes })
    await kysely.updateTable('education_department').set({ name: 'Bouwkunde' }).where('id', '=', department).execute()
    await record({ ...by, action: 'modules-edited', changes: { modules: [['ALG'], ['GON', 'MEE']] } })
    await kysely.deleteFrom('education_department').where('id', '=', department).execute()
    await record(
      { ...by, action: 'deleted', subject: 'Bouwkunde' },
      { actorId: teacher, action: 'enrolled', resource: 'user', resourceId: school.users.sam, about: 'ALG, vr 20 mrt' },
    )
    expect((await page()).entities).toMatchObject([
      { subject: 'Sam de Vries', about: 'ALG, vr 20 mrt', changes: {} },
      { subject: 'Bouwkunde', action: 'deleted', about: null, fields: [] },
      { subject: 'Bouwkunde', fields: ['modules'], changes: { modules: [['ALG'], ['GON', 'MEE']] } },
      { subject: 'Bouw', fields: ['archived', 'name'], changes, actor_id: teacher },
    ])
  })

  test('calls an old line’s record what it is called now', async () => {
    await record({ actorId: null, action: 'edited', resource: 'module', resourceId: school.modules.ALG })
    await database.kysely.updateTable('audit').set({ subject: null }).execute()
    await set.module('ALG', { name: 'ALG1' })
    expect((await page()).entities).toMatchObject([{ subject: 'ALG1' }])
  })

  test('records an act without a name if the actor was deleted meanwhile', async () => {
    await record({ actorId: 2_147_483_647, action: 'edited', resource: 'module', resourceId: school.modules.ALG })
    expect((await page()).entities).toMatchObject([{ actor: 'verwijderde gebruiker', subject: 'ALG' }])
  })

  test('comes in pages of 50, none twice and none lost while more is done', async () => {
    const line: Change = { actorId: school.users.teacher, action: 'edited', resource: 'module', resourceId: 1 }
    await recordApart(Array.from({ length: 101 }, (_, n) => ({ ...line, resourceId: n + 1 })))
    const first = await page()
    await record({ ...line, resourceId: 500 })
    const second = await page(first._links.next?.href)
    const third = await page(second._links.next?.href)
    const ids = [first, second, third].map(({ entities }) => entities.map(({ resource_id }) => resource_id))
    expect(ids.map(({ length }) => length)).toEqual([50, 50, 1])
    expect(ids.flat()).toEqual(Array.from({ length: 101 }, (_, n) => 101 - n))
    expect(third._links.next).toBeUndefined()
  })

  test('is narrowed to one kind of record, or one record, on every page', async () => {
    const by = { actorId: school.users.teacher, action: 'edited' } as const
    const three: Change[] = [
      { ...by, resource: 'module', resourceId: school.modules.ALG },
      { ...by, resource: 'user', resourceId: 2_147_483_647 },
      { ...by, resource: 'module', resourceId: school.modules.GON },
    ]
    await recordApart(Array.from({ length: 60 }, () => three).flat())
    const all = async (path: string): Promise<string[]> => {
      const { entities, _links } = await page(path)
      const lines = entities.map(({ resource, subject }) => `${resource} ${subject}`)
      return _links.next ? [...lines, ...(await all(_links.next.href))] : lines
    }
    const { GON } = school.modules
    expect(await all(`/audit?resource=module&resource_id=${GON}`)).toEqual(Array(60).fill('module GON'))
    expect(await all('/audit?resource=user')).toEqual(Array(60).fill('user verwijderd'))
    expect(await all('/audit')).toHaveLength(180)
    expect((await page('/audit?resource=schoolyear')).entities).toEqual([])
  })

  test('asks as often for a full page as for a single line of each kind', async () => {
    const by = { actorId: school.users.teacher, action: 'edited' } as const
    const oneOfEach: Change[] = [
      { ...by, resource: 'module', resourceId: school.modules.ALG },
      { ...by, resource: 'user', resourceId: school.users.sam },
      { ...by, resource: 'testmoment', resourceId: school.moments.open },
    ]
    const counted = countStatements(database)
    const other = await startTestApi(counted.database)
    const ask = async () => {
      // Old lines have no names.
      await database.kysely.updateTable('audit').set({ subject: null }).execute()
      const { token } = await other.logIn('teacher@school.test')
      counted.statements.length = 0
      expect((await other.ask('GET /audit', { token })).status).toBe(200)
      return counted.statements.filter((statement) => /audit|module|testmoment/.test(statement)).toSorted()
    }
    await record(...oneOfEach)
    const few = await ask()
    for (let n = 0; n < 16; n++) await record(...oneOfEach)
    expect(await ask()).toEqual(few)
    expect(few).toEqual([...Array(5).fill('select audit'), 'select module', 'select testmoment'])
  })

  test.for(['?resource=password', '?resource_id=0', '?resource_id=x', '?cursor=x', '?cursor=W10'])(
    'refuses %s',
    async (query) => {
      expect(await as.teacher(`GET /audit${query}`)).toMatchObject({
        status: 400,
        body: { reason: 'request-malformed' },
      })
    },
  )

  test('is for administrators', async () => {
    expect(await as.sam('GET /audit')).toMatchObject({ status: 403, body: { reason: 'not-yours' } })
  })
})
