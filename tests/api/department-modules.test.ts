import { beforeEach, describe, expect, test } from 'vitest'
import { replaceDepartmentModules } from '#contract/departments.calls.ts'
import { auditTrail } from '#tests/support/api/audit-trail.ts'
import {
  enrollDepartmentAutomatically,
  offerAutomatically,
  storedEnrollments,
} from '#tests/support/api/automatic-offers.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { addDepartment, addUser, type Module, type Moment, type User } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('the modules of a department', (open) => {
  const { database, school, ask, enroll } = openStage(open, { as: 'teacher' })
  let id: number
  beforeEach(async () => {
    id = school.departmentId
  })

  const ids = (modules: readonly Module[]) => modules.map((module) => ({ id: school.modules[module] }))
  const replace = (modules: readonly Module[], { version, confirmed }: { version?: number; confirmed?: string } = {}) =>
    ask(`PUT /education-department/${id}/modules${confirmed ? `?confirmed=${confirmed}` : ''}`, {
      entities: ids(modules),
      version,
    })
  const add = (...modules: Module[]) => ask(`PATCH /education-department/${id}/modules`, { entities: ids(modules) })
  const held = async () => {
    const { body } = await ask(`GET /education-department/${id}/modules`)
    return replaceDepartmentModules.reply.shape.entity.parse(body).entities.map(({ name }) => name)
  }
  const row = (user: User, moment: Moment, module: Module) =>
    `${school.users[user]} ${school.moments[moment]} ${school.modules[module]}`

  test('are replaced, counted in the version and recorded', async () => {
    const { status, body } = await replace(['ALG', 'ELSEWHERE', 'ELSEWHERE'], { version: 1 })
    expect(status).toBe(200)
    expect(replaceDepartmentModules.reply.parse(body)).toMatchObject({
      entity: { entities: [{ name: 'ALG' }, { name: 'ELSEWHERE' }] },
      version: 2,
      enrollments_made: 0,
      enrollments_deleted: 0,
    })
    expect(await held()).toEqual(['ALG', 'ELSEWHERE'])
    expect(await auditTrail(database)).toEqual([
      `user ${school.users.teacher} modules-edited education_department ${id}: modules`,
    ])
  })

  test('are added to, and lose nothing by it', async () => {
    await enroll('sam', 'open')
    expect(await add('ELSEWHERE', 'ALG')).toMatchObject({ status: 200, body: { version: 2, enrollments_deleted: 0 } })
    expect(await held()).toEqual(['ALG', 'ELSEWHERE', 'GON', 'OLD', 'STA'])
    expect(await storedEnrollments(database)).toHaveLength(1)
  })

  test('that stay as they are leave no trace', async () => {
    expect(await add('ALG')).toMatchObject({ status: 200, body: { version: 1 } })
    expect(await add()).toMatchObject({ status: 200, body: { version: 1 } })
    expect(await replace(['OLD', 'ALG', 'GON', 'STA'])).toMatchObject({ status: 200, body: { version: 1 } })
    expect(await auditTrail(database)).toEqual([])
  })

  describe('when students would lose by it', () => {
    beforeEach(async () => {
      await enroll('sam', 'open')
      await enroll('sam', 'closed', 'GON')
      await enroll('noor', 'listed')
      await enroll('noor', 'past')
      await enroll('noor', 'lastYear', 'GON')
      const other = await addDepartment(database, [school.modules.ALG])
      const elsewhere = await addUser(database, { username: 'else@school.test', education_department_id: other })
      await enroll(elsewhere, 'open')
    })

    const stays = async () => {
      expect(await storedEnrollments(database)).toHaveLength(6)
      expect(await held()).toEqual(['ALG', 'GON', 'OLD', 'STA'])
      expect(await auditTrail(database)).toEqual([])
    }

    test('ask first, with the numbers', async () => {
      expect(await replace(['STA', 'OLD'])).toMatchObject({
        status: 409,
        body: {
          reason: 'confirmation-needed',
          consequences: {
            enrollments_deleted: 3,
            students: 2,
            students_concerned: 2,
            offers_nothing: false,
            opens_all_modules: false,
          },
          confirmation: 'e3-s2-told2',
        },
      })
      await stays()
    })

    test('end the current enrollments once that was confirmed; past ones and other departments’ stay', async () => {
      expect(await replace(['STA', 'OLD'], { confirmed: 'e3-s2-told2' })).toMatchObject({
        status: 200,
        body: { enrollments_deleted: 3, enrollments_made: 0 },
      })
      expect(await held()).toEqual(['OLD', 'STA'])
      const stored = await storedEnrollments(database)
      expect(stored).toHaveLength(3)
      expect(stored).toEqual(expect.arrayContaining([row('noor', 'past', 'ALG'), row('noor', 'lastYear', 'GON')]))
    })

    test('ask again when the numbers have changed meanwhile', async () => {
      await enroll('noor', 'other', 'GON')
      expect(await replace(['STA', 'OLD'], { confirmed: 'e3-s2-told2' })).toMatchObject({
        status: 409,
        body: { confirmation: 'e4-s2-told2' },
      })
      expect(await storedEnrollments(database)).toHaveLength(7)
    })

    test('ask when none would be left', async () => {
      expect(await replace([])).toMatchObject({
        status: 409,
        body: { consequences: { enrollments_deleted: 3, offers_nothing: true }, confirmation: 'e3-s2-none-told2' },
      })
      await stays()
      expect(await replace([], { confirmed: 'e3-s2-none-told2' })).toMatchObject({ status: 200 })
      expect(await held()).toEqual([])
    })
  })

  test('may all go without asking where there are no students', async () => {
    id = await addDepartment(database, [school.modules.ALG])
    expect(await replace([])).toMatchObject({ status: 200, body: { entity: { entities: [] } } })
  })

  test('that a colleague changed meanwhile are left as they did, and the reply names them', async () => {
    await add('ELSEWHERE')
    expect(await replace(['ALG', 'GON', 'OLD'], { version: 1 })).toMatchObject({
      status: 409,
      body: {
        reason: 'version-stale',
        entity: { id, version: 2 },
        differences: [
          { field: 'modules', label: 'Modules', yours: 'ALG, GON, OLD', theirs: 'ALG, ELSEWHERE, GON, OLD, STA' },
        ],
      },
    })
    expect(await held()).toEqual(['ALG', 'ELSEWHERE', 'GON', 'OLD', 'STA'])
  })

  test('are modules that exist', async () => {
    const body = { entities: [...ids(['ELSEWHERE']), { id: 2_147_483_647 }] }
    for (const method of ['PUT', 'PATCH'])
      expect(await ask(`${method} /education-department/${id}/modules`, body)).toMatchObject({
        status: 422,
        body: { reason: 'module-unknown' },
      })
    expect(await held()).toEqual(['ALG', 'GON', 'OLD', 'STA'])
  })

  test('of a department that does not exist are not found', async () => {
    id = 2_147_483_647
    const none = { status: 404, body: { reason: 'not-found' } }
    expect(await replace([])).toMatchObject(none)
    expect(await add('ALG')).toMatchObject(none)
    expect(await ask(`GET /education-department/${id}/modules`)).toMatchObject(none)
  })

  describe('where enrollment is automatic', () => {
    beforeEach(async () => {
      await enrollDepartmentAutomatically(database, id)
      await offerAutomatically(database, school.moments.closed, school.modules.ELSEWHERE, school.modules.ALG)
    })

    test('enroll the students in what is added, and in nothing that they left before', async () => {
      expect(await add('ELSEWHERE')).toMatchObject({ status: 200, body: { enrollments_made: 3 } })
      expect((await storedEnrollments(database)).toSorted()).toEqual(
        [
          row('sam', 'closed', 'ELSEWHERE'),
          row('noor', 'closed', 'ELSEWHERE'),
          row('unactivated', 'closed', 'ELSEWHERE'),
        ].toSorted(),
      )
    })

    test('swap one for another in one go', async () => {
      await enroll('sam', 'closed')
      const lists: Module[] = ['ELSEWHERE', 'GON', 'OLD', 'STA']
      expect(await replace(lists, { confirmed: 'e1-s1-made3-of3-told1' })).toMatchObject({
        status: 200,
        body: { enrollments_deleted: 1, enrollments_made: 3 },
      })
      expect(await storedEnrollments(database)).not.toContain(row('sam', 'closed', 'ALG'))
    })
  })
})
