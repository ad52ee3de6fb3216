import { beforeEach, describe, expect, test } from 'vitest'
import { listTestmomentModules, replaceTestmomentModules } from '#contract/testmoments.calls.ts'
import { noneMade } from '#domain/enrollments/automatic.rules.ts'
import { auditTrail } from '#tests/support/api/audit-trail.ts'
import { enrollDepartmentAutomatically, storedEnrollments } from '#tests/support/api/automatic-offers.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Module, Moment } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('the modules of a test moment', (open) => {
  const { database, school, api, as, enroll, ask, complete, set } = openStage(open, { as: 'teacher' })

  type User = 'sam' | 'noor'
  /** 'ALG' leaves the toggle out, 'ALG+' switches it on and 'ALG-' off */
  type Named = Module | `${Module}+` | `${Module}-`

  const path = (moment: Moment) => `/testmoment/${school.moments[moment]}/modules`
  const isModule = (name: string): name is Module => name in school.modules
  const entityOf = (named: Named) => {
    const name = named.replace(/[+-]$/, '')
    if (!isModule(name)) throw new Error(`${name} is no module`)
    const toggle = named === name ? {} : { auto_enroll: named.endsWith('+') }
    return { id: school.modules[name], ...toggle }
  }
  const change =
    (method: 'PUT' | 'PATCH') =>
    (moment: Moment, named: Named[], { confirmed, ...more }: { confirmed?: string; version?: number } = {}) =>
      ask(`${method} ${path(moment)}${confirmed ? `?confirmed=${confirmed}` : ''}`, {
        entities: named.map(entityOf),
        ...more,
      })
  const [replace, add] = [change('PUT'), change('PATCH')]
  const changed = async (reply: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await reply
    expect(status).toBe(200)
    const { entity, ...counts } = replaceTestmomentModules.reply.parse(body)
    return { modules: entity.entities.map(nameOf), version: entity.version, ...counts }
  }
  const nameOf = ({ name, auto_enroll }: { name: string; auto_enroll: boolean }) => name + (auto_enroll ? '+' : '')
  const listed = async (moment: Moment) => {
    const { body } = await ask(`GET ${path(moment)}`)
    return listTestmomentModules.reply.parse(body).entities.map(nameOf)
  }
  const row = (user: User, moment: Moment, module: Module) =>
    `${school.users[user]} ${school.moments[moment]} ${school.modules[module]}`
  const stored = async () => (await storedEnrollments(database)).toSorted()
  const rows = (...expected: string[]) => expected.toSorted()
  const none = { ...noneMade, enrollments_deleted: 0, students_messaged: 0 }

  describe('when they change', () => {
    test('are replaced by PUT and added to by PATCH, and come by name', async () => {
      expect(await changed(replace('listed', ['STA', 'ALG']))).toEqual({ modules: ['ALG', 'STA'], version: 2, ...none })
      expect(await changed(add('listed', ['GON', 'ALG+']))).toMatchObject({ modules: ['ALG+', 'GON', 'STA'] })
      expect(await changed(replace('listed', ['ALG', 'GON+']))).toMatchObject({ modules: ['ALG+', 'GON+'], version: 4 })
      expect(await listed('listed')).toEqual(['ALG+', 'GON+'])
      expect(await auditTrail(database)).toEqual(
        Array(3).fill(`user ${school.users.teacher} modules-edited testmoment ${school.moments.listed}: modules`),
      )
    })

    test('to what they are already, write nothing', async () => {
      expect(await changed(replace('listed', ['ALG-']))).toEqual({ modules: ['ALG'], version: 1, ...none })
      expect(await auditTrail(database)).toEqual([])
    })

    test('may hold one that is not in use, which does nothing', async () => {
      await enrollDepartmentAutomatically(database, school.departmentId)
      expect(await changed(add('listed', ['OLD+']))).toMatchObject({ modules: ['ALG', 'OLD+'], ...none })
    })

    test('must exist, and so must the moment', async () => {
      const unknown = { entities: [{ id: school.modules.ALG }, { id: 2_147_483_647 }] }
      expect(await ask(`PUT ${path('listed')}`, unknown)).toMatchObject({
        status: 422,
        body: { reason: 'module-unknown' },
      })
      expect(await listed('listed')).toEqual(['ALG'])
      for (const operation of ['GET', 'PUT', 'PATCH'])
        expect(
          await api.ask(`${operation} /testmoment/2147483647/modules`, {
            token: as.teacher,
            ...(operation !== 'GET' && { body: { entities: [] } }),
          }),
        ).toMatchObject({ status: 404 })
    })

    test('named twice are taken once', async () => {
      expect(await changed(replace('listed', ['GON', 'GON+']))).toMatchObject({ modules: ['GON+'] })
    })

    test('that a colleague changed since are not replaced, and the reply has both lists by name', async () => {
      const { version } = await changed(add('listed', ['GON']))
      expect(await replace('listed', ['STA+'], { version: version - 1 })).toMatchObject({
        status: 409,
        body: {
          reason: 'version-stale',
          entity: { version },
          differences: [{ field: 'modules', label: 'Modules', yours: 'STA (automatisch)', theirs: 'ALG, GON' }],
        },
      })
      expect(await listed('listed')).toEqual(['ALG', 'GON'])
      expect(await changed(replace('listed', ['STA'], { version }))).toMatchObject({ modules: ['STA'] })
    })
  })

  describe('that students are enrolled in', () => {
    const lost = (enrollments_deleted: number, students: number, opens_all_modules = false) => ({
      status: 409,
      body: {
        reason: 'confirmation-needed',
        consequences: { enrollments_deleted, students, opens_all_modules },
        confirmation: `e${enrollments_deleted}-s${students}${opens_all_modules ? '-all' : ''}${students ? `-told${students}` : ''}`,
      },
    })

    test('are removed only once that was confirmed, with their enrollments', async () => {
      await changed(add('listed', ['GON', 'STA']))
      await enroll('sam', 'listed', 'ALG', 'GON', 'STA')
      await enroll('noor', 'listed', 'GON')
      await enroll('noor', 'open')
      const before = await stored()
      expect(await replace('listed', ['ALG'])).toMatchObject(lost(3, 2))
      expect(await stored()).toEqual(before)
      expect(await listed('listed')).toEqual(['ALG', 'GON', 'STA'])
      expect(await changed(replace('listed', ['ALG'], { confirmed: 'e3-s2-told2' }))).toMatchObject({
        modules: ['ALG'],
        enrollments_deleted: 3,
      })
      expect(await stored()).toEqual(rows(row('sam', 'listed', 'ALG'), row('noor', 'open', 'ALG')))
    })

    test('are asked about again when the numbers are others by now', async () => {
      await enroll('sam', 'listed')
      await enroll('noor', 'listed')
      expect(await replace('listed', ['GON'], { confirmed: 'e1-s1-told1' })).toMatchObject(lost(2, 2))
    })

    test('stay when the last is removed, which opens all modules and asks first', async () => {
      await enroll('sam', 'listed')
      expect(await replace('listed', [])).toMatchObject(lost(0, 0, true))
      expect(await changed(replace('listed', [], { confirmed: 'e0-s0-all' }))).toMatchObject({ modules: [], ...none })
      expect(await stored()).toEqual([row('sam', 'listed', 'ALG')])
    })

    test('go when a moment for all modules gets a list without them', async () => {
      await enroll('sam', 'open', 'ALG', 'GON')
      for (const act of [replace, add]) expect(await act('open', ['ALG'])).toMatchObject(lost(1, 1))
      expect(await changed(add('open', ['ALG'], { confirmed: 'e1-s1-told1' }))).toMatchObject({
        enrollments_deleted: 1,
      })
      expect(await stored()).toEqual([row('sam', 'open', 'ALG')])
    })

    test('are history at a past moment, and stay', async () => {
      await enroll('sam', 'past')
      await set.moment('past', { date: '2026-02-20' })
      expect(await changed(replace('past', ['GON']))).toMatchObject(none)
      expect(await stored()).toEqual([row('sam', 'past', 'ALG')])
    })
  })

  describe('that students are enrolled in automatically', () => {
    beforeEach(async () => {
      await enrollDepartmentAutomatically(database, school.departmentId)
      // Leaves Sam and Noor, who have been through onboarding.
      await database.kysely.deleteFrom('user').where('id', '=', school.users.unactivated).execute()
    })

    test('enroll them when the toggle goes on, once, and leave them when it goes off', async () => {
      expect(await changed(add('listed', ['ALG+']))).toMatchObject({ enrollments_made: 2 })
      const all = rows(row('sam', 'listed', 'ALG'), row('noor', 'listed', 'ALG'))
      expect(await stored()).toEqual(all)
      expect(await changed(add('listed', ['ALG+']))).toMatchObject({ enrollments_made: 0 })
      expect(await changed(add('listed', ['ALG-']))).toMatchObject({ enrollments_made: 0 })
      expect(await stored()).toEqual(all)
    })

    test('enroll them when they are added with the toggle on, also where it is closed', async () => {
      expect(await changed(replace('closed', ['GON+', 'ALG']))).toMatchObject({ enrollments_made: 2 })
      expect(await stored()).toEqual(rows(row('sam', 'closed', 'GON'), row('noor', 'closed', 'GON')))
    })

    test('enroll nobody who completed them, is enrolled elsewhere, or is at the limit', async () => {
      await enroll('sam', 'single', 'STA')
      await enroll('noor', 'open', 'GON')
      expect(await changed(add('single', ['GON+', 'STA']))).toMatchObject(none)
      await complete('noor', 'ALG')
      expect(await changed(add('listed', ['ALG+']))).toMatchObject({ enrollments_made: 1 })
      expect(await stored()).toContain(row('sam', 'listed', 'ALG'))
    })

    test('in another module are not made up for: what a student left there stays left', async () => {
      await changed(replace('open', ['GON+']))
      await database.kysely.deleteFrom('enrollment').execute()
      expect(await changed(add('listed', ['ALG+']))).toMatchObject({ enrollments_made: 2 })
      expect(await stored()).toEqual(rows(row('sam', 'listed', 'ALG'), row('noor', 'listed', 'ALG')))
    })

    test('enroll nobody at a moment of another year, nor anywhere else by it', async () => {
      await changed(replace('open', ['ALG+']))
      await database.kysely.deleteFrom('enrollment').execute()
      expect(await changed(replace('lastYear', ['ALG+']))).toMatchObject(none)
      expect(await stored()).toEqual([])
    })

    test('take what was withdrawn and give what was switched on in one go', async () => {
      await enroll('sam', 'listed')
      expect(await changed(replace('listed', ['GON+'], { confirmed: 'e1-s1-auto-made2-of2-told1' }))).toMatchObject({
        enrollments_deleted: 1,
        enrollments_made: 2,
      })
      expect(await stored()).toEqual(rows(row('sam', 'listed', 'GON'), row('noor', 'listed', 'GON')))
    })

    test('enroll nobody while what it takes is not confirmed', async () => {
      await enroll('sam', 'listed')
      expect(await replace('listed', ['GON+'])).toMatchObject({ status: 409 })
      expect(await stored()).toEqual([row('sam', 'listed', 'ALG')])
    })
  })
})
