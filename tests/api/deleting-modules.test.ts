import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { lockSchool } from '#api-server/platform/locks.ts'
import { getModuleUse, listModules } from '#contract/modules.calls.ts'
import { auditTrail } from '#tests/support/api/audit-trail.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Module } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { halfway, holdUser, meanwhile } from '#tests/support/halfway.ts'

const reasonIn = (body: unknown) => z.object({ reason: z.string() }).parse(body).reason

describeOnEachDatabase('a module that is no longer wanted', (open) => {
  const { database, school, ask, as, set, add } = openStage(open, { as: 'teacher', loggedIn: ['teacher', 'sam'] })

  const remove = (module: Module, confirmed = '') =>
    ask(`DELETE /module/${school.modules[module]}${confirmed && `?confirmed=${confirmed}`}`)
  const edit = (module: Module, body: unknown) => ask(`PUT /module/${school.modules[module]}`, body)
  const list = async (query = '') => listModules.reply.parse((await ask(`GET /modules${query}`)).body).entities
  const linksOf = async (module: Module) =>
    Object.keys((await list('?archived=1')).find(({ name }) => name === module)?._links ?? {})
  const at = (module: Module) => ({
    user_id: school.users.sam,
    module_id: school.modules[module],
    testmoment_id: school.moments.past,
    created_at: '2026-03-01T09:00:00.000Z',
  })

  test('is deleted while nothing hangs on it, and its name is free again', async () => {
    expect(await linksOf('ELSEWHERE')).toContain('delete')
    expect(await remove('ELSEWHERE')).toMatchObject({ status: 200, body: { entity: { name: 'ELSEWHERE' } } })
    expect((await list()).map(({ name }) => name)).not.toContain('ELSEWHERE')
    expect(await auditTrail(database)).toEqual([
      `user ${school.users.teacher} deleted module ${school.modules.ELSEWHERE}: `,
    ])
    expect(await ask('POST /module', { name: 'elsewhere', description: '' })).toMatchObject({ status: 201 })
    expect(await remove('ELSEWHERE')).toMatchObject({ status: 404 })
  })

  test('goes from its departments too, which a screen asks about first', async () => {
    const alone = await add.department(['STA'])
    await set.user('noor', { education_department_id: alone })
    expect(await remove('STA', 'ask')).toMatchObject({
      status: 409,
      body: {
        reason: 'confirmation-needed',
        consequences: { deletes_module: true, departments_losing: ['Techniek', 'Techniek'], offers_nothing: true },
        confirmation: 'e0-s0-none-module-from2',
      },
    })
    expect((await list()).map(({ name }) => name)).toContain('STA')
    expect(await remove('STA', 'e0-s0-none-module-from2')).toMatchObject({ status: 200 })
    const held = await database.kysely.selectFrom('education_department_module').select('module_id').execute()
    expect(held.map(({ module_id }) => module_id)).not.toContain(school.modules.STA)
    const trail = await auditTrail(database)
    expect(trail).toHaveLength(3)
    expect(trail.filter((line) => line.includes('modules-edited'))).toHaveLength(2)
  })

  test('goes from a department that gains it meanwhile too', { tags: 'race' }, async () => {
    const asked = await meanwhile(
      database,
      async (trx) => {
        await lockSchool(trx)
        const held = { education_department_id: school.departmentId, module_id: school.modules.ELSEWHERE }
        await trx.insertInto('education_department_module').values(held).execute()
      },
      () => remove('ELSEWHERE', 'ask'),
    )
    expect(asked).toMatchObject({ status: 409, body: { consequences: { departments_losing: ['Techniek'] } } })
  })

  describe('on which something hangs', () => {
    const hang: Record<string, () => Promise<unknown>> = {
      enrollments: () => database.kysely.insertInto('enrollment').values(at('STA')).execute(),
      completions: () => {
        const { testmoment_id, ...completion } = at('STA')
        return database.kysely.insertInto('completed_module').values(completion).execute()
      },
      testmoments: () => {
        const { testmoment_id, module_id } = at('STA')
        return database.kysely.insertInto('testmoment_module').values({ testmoment_id, module_id }).execute()
      },
      waits: () => database.kysely.insertInto('waiting_entry').values(at('STA')).execute(),
    }

    test.for(Object.keys(hang))('stays, where these are %s', async (what) => {
      await hang[what]?.()
      expect(await linksOf('STA')).toEqual(['edit', 'use', 'archive'])
      expect(await remove('STA')).toMatchObject({ status: 409, body: { reason: 'module-in-use', use: { [what]: 1 } } })
      const { body } = await ask(`GET /module/${school.modules.STA}/use`)
      expect(getModuleUse.reply.parse(body)).toEqual({
        enrollments: 0,
        completions: 0,
        waits: 0,
        testmoments: 0,
        [what]: 1,
      })
      expect(await auditTrail(database)).toEqual([])
    })
  })

  test('is put away, out of use, and comes back so', async () => {
    expect(await edit('ALG', { archived: true })).toMatchObject({
      status: 200,
      body: { entity: { archived: true, active: false, version: 2 } },
    })
    expect((await list()).map(({ name }) => name)).not.toContain('ALG')
    expect(await linksOf('ALG')).toContain('unarchive')
    expect(await linksOf('ALG')).not.toContain('archive')
    expect(await edit('ALG', { active: true })).toMatchObject({ status: 409, body: { reason: 'module-archived' } })
    expect(await edit('ALG', { archived: false })).toMatchObject({
      status: 200,
      body: { entity: { archived: false, active: false } },
    })
    expect(await edit('ALG', { active: true })).toMatchObject({ status: 200, body: { entity: { active: true } } })
    const trail = await auditTrail(database)
    expect(trail.map((line) => line.split(' ')[2])).toEqual(['archived', 'unarchived', 'edited'])
  })

  test('students can neither read about it nor delete it', async () => {
    const { ELSEWHERE } = school.modules
    expect(await as.sam(`DELETE /module/${ELSEWHERE}`)).toMatchObject({ status: 403 })
    expect(await as.sam(`GET /module/${ELSEWHERE}/use`)).toMatchObject({ status: 403 })
  })

  test('stays when somebody enrolls in it just before, and is gone for who comes after', { tags: 'race' }, async () => {
    const enroll = (module: Module) => () =>
      as.sam('POST /enrollment', { ...at(module), testmoment_id: school.moments.open })
    const reasons = (replies: readonly { status: number; body: unknown }[]) =>
      replies.map(({ status, body }) => (status < 300 ? status : reasonIn(body)))
    // SQLite has one writer: whichever of both that is.
    const either = [
      [201, 'module-in-use'],
      ['module-unavailable', 200],
    ]
    const before = await halfway(database, {
      hold: holdUser(school.users.sam),
      first: enroll('STA'),
      second: () => remove('STA'),
    })
    expect(database.isRemote ? either.slice(0, 1) : either).toContainEqual(reasons(before))
    const after = await halfway(database, {
      hold: holdUser(school.users.teacher),
      first: () => remove('GON'),
      second: enroll('GON'),
    })
    expect(database.isRemote ? either.slice(1) : either).toContainEqual(reasons(after).toReversed())
  })

  test('stays when somebody is marked as having completed it just before', { tags: 'race' }, async () => {
    const { testmoment_id, ...completion } = at('ELSEWHERE')
    const deleted = await meanwhile(
      database,
      (trx) => trx.insertInto('completed_module').values(completion).execute(),
      () => remove('ELSEWHERE'),
    )
    expect(deleted).toMatchObject({ status: 409, body: { reason: 'module-in-use', use: { completions: 1 } } })
  })

  test('is not marked as completed by a student who comes after its deletion', { tags: 'race' }, async () => {
    const complete = () =>
      as.sam(`PATCH /user/${school.users.sam}/modules-completed`, { entities: [{ id: school.modules.ELSEWHERE }] })
    const [deleted, completed] = await halfway(database, {
      hold: holdUser(school.users.teacher),
      first: () => remove('ELSEWHERE'),
      second: complete,
    })
    expect([deleted, completed]).toMatchObject([{ status: 200 }, { status: 422, body: { reason: 'module-unknown' } }])
  })
})
