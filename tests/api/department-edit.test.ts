import { beforeEach, describe, expect, test } from 'vitest'
import {
  createEducationDepartment,
  editEducationDepartment,
  getEducationDepartment,
} from '#contract/departments.calls.ts'
import { getActiveSchoolyear } from '#contract/schoolyears.calls.ts'
import { auditTrail, emptyAuditTrail } from '#tests/support/api/audit-trail.ts'
import {
  enrollDepartmentAutomatically,
  offerAutomatically,
  storedEnrollments,
} from '#tests/support/api/automatic-offers.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { addDepartment, type Module, type Moment } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { halfway, holdUser } from '#tests/support/halfway.ts'

describeOnEachDatabase('a department', (open) => {
  const { database, school, as, ask, complete, set, add } = openStage(open, {
    as: 'teacher',
    loggedIn: ['teacher', 'sam'],
  })
  let id: number
  beforeEach(async () => {
    id = school.departmentId
  })

  const edit = (body: unknown) => ask(`PUT /education-department/${id}`, body)
  const read = async () => getEducationDepartment.reply.parse((await ask(`GET /education-department/${id}`)).body)
  const edited = (fields: string) => `user ${school.users.teacher} edited education_department ${id}: ${fields}`

  test('shows an administrator all its modules, and where to change it', async () => {
    const department = await read()
    expect(department).toMatchObject({ name: 'Techniek', auto_enroll: false, archived: false, version: 1 })
    expect(department.modules.map(({ name }) => name)).toEqual(['ALG', 'GON', 'OLD', 'STA'])
    const path = `/api/v1/education-department/${id}`
    expect(department._links).toEqual({
      edit: { method: 'PUT', href: path },
      modules: { method: 'GET', href: `${path}/modules` },
      edit_modules: { method: 'PUT', href: `${path}/modules` },
    })
    expect(await ask(`GET ${path}/modules`)).toMatchObject({ body: { entities: department.modules, _links: {} } })
    expect(await ask('GET /education-departments')).toMatchObject({ body: { entities: [department] } })
  })

  test('shows a student no links', async () => {
    expect(await as.sam('GET /education-departments')).toMatchObject({
      body: { entities: [{ id, _links: {} }] },
    })
  })

  test('is new without modules, whatever the body says', async () => {
    const { status, body } = await ask('POST /education-department', {
      name: ' Economie ',
      auto_enroll: true,
      archived: true,
      modules: [{ id: school.modules.ALG }],
    })
    expect(status).toBe(201)
    const { entity } = createEducationDepartment.reply.parse(body)
    expect(entity).toMatchObject({ name: 'Economie', auto_enroll: false, archived: false, modules: [], version: 1 })
    expect(await ask(`GET /education-department/${entity.id}`)).toMatchObject({ status: 200, body: entity })
    expect(await auditTrail(database)).toEqual([
      `user ${school.users.teacher} created education_department ${entity.id}: name`,
    ])
  })

  test.for([
    ['  ', 'school-name-missing'],
    ['x'.repeat(101), 'school-name-too-long'],
    ['a\u0007b', 'school-name-unreadable'],
  ])('is not called %j', async ([name, reason]) => {
    expect(await ask('POST /education-department', { name })).toMatchObject({ status: 422, body: { reason } })
    expect(await edit({ name })).toMatchObject({ status: 422, body: { reason } })
    expect(await auditTrail(database)).toEqual([])
  })

  describe('called like another', () => {
    const taken = { status: 422, body: { reason: 'education-department-name-taken' } }
    const add = (name: string) => ask('POST /education-department', { name })
    const rename = (department: number, name: string) => ask(`PUT /education-department/${department}`, { name })

    test.for(['Techniek', ' TECHNIEK '])('as %j, is not made, and none becomes so, archived or not', async (name) => {
      const other = createEducationDepartment.reply.parse((await add('Economie')).body).entity.id
      await edit({ archived: true })
      await emptyAuditTrail(database)
      expect(await add(name)).toMatchObject(taken)
      expect(await rename(other, name)).toMatchObject(taken)
      expect(await auditTrail(database)).toEqual([])
    })

    test('from long ago, keeps its name and changes otherwise', async () => {
      const other = await addDepartment(database, [school.modules.ALG])
      const named = { name: 'Techniek', archived: true }
      expect(await ask(`PUT /education-department/${other}`, named)).toMatchObject({ status: 200 })
      expect(await rename(other, 'techniek')).toMatchObject(taken)
      expect(await rename(other, 'Bèta')).toMatchObject({ status: 200 })
      expect(await rename(other, 'BÈTA')).toMatchObject({ status: 200 })
    })

    test.for(['added', 'renamed'])('is one of two, though the other is %s at once', { tags: 'race' }, async (how) => {
      const other = await addDepartment(database, [school.modules.ALG])
      const replies = await halfway(database, {
        hold: holdUser(school.users.teacher),
        first: () => rename(id, 'STER'),
        second: () => (how === 'added' ? add('Ster') : rename(other, 'Ster')),
      })
      expect(replies.filter(({ status }) => status !== 422)).toHaveLength(1)
    })
  })

  test('is edited by one of two who had the same version at once', { tags: 'race' }, async () => {
    const replies = await halfway(database, {
      hold: holdUser(school.users.teacher),
      first: () => edit({ name: 'Bèta', version: 1 }),
      second: () => edit({ name: 'Gamma', version: 1 }),
    })
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('is renamed, archived and brought back, and each is recorded', async () => {
    expect(await edit({ name: ' Bèta ', version: 1 })).toMatchObject({
      status: 200,
      body: { entity: { name: 'Bèta', version: 2 }, enrollments_made: 0 },
    })
    expect(await edit({ archived: true })).toMatchObject({ body: { entity: { archived: true, version: 3 } } })
    expect(await as.sam('GET /education-departments')).toMatchObject({
      body: { entities: [{ id, archived: true }] },
    })
    expect(await edit({ archived: false, name: 'Techniek' })).toMatchObject({ body: { entity: { version: 4 } } })
    expect(await auditTrail(database)).toEqual([edited('name'), edited('archived'), edited('archived name')])
  })

  test('keeps its modules, whatever an edit says of them', async () => {
    await edit({ name: 'Bèta', modules: [] })
    expect((await read()).modules).toHaveLength(4)
  })

  test('that is edited into what it is leaves no trace', async () => {
    expect(await edit({ name: 'Techniek', auto_enroll: false, archived: false })).toMatchObject({
      status: 200,
      body: { entity: { version: 1 } },
    })
    expect(await auditTrail(database)).toEqual([])
  })

  test('that a colleague changed meanwhile is left as they did, and the reply says so in Dutch', async () => {
    await edit({ name: 'Van mij', auto_enroll: true, archived: true })
    const reply = await edit({ name: 'Van jou', auto_enroll: false, archived: false, version: 1 })
    expect(reply).toMatchObject({
      status: 409,
      body: {
        reason: 'version-stale',
        entity: { id, name: 'Van mij', version: 2 },
        differences: [
          { field: 'name', label: 'Naam', yours: 'Van jou', theirs: 'Van mij' },
          { field: 'auto_enroll', label: 'Automatisch inschrijven', yours: 'uit', theirs: 'aan' },
          { field: 'archived', label: 'Gearchiveerd', yours: 'nee', theirs: 'ja' },
        ],
      },
    })
    expect(await read()).toMatchObject({ name: 'Van mij', auto_enroll: true, archived: true, version: 2 })
    expect(await auditTrail(database)).toHaveLength(1)
  })

  describe('switched to automatic enrollment', () => {
    const row = (user: number, moment: Moment, module: Module) =>
      `${user} ${school.moments[moment]} ${school.modules[module]}`
    const switchTo = async (auto_enroll: boolean) => {
      const { status, body } = await edit({ auto_enroll })
      expect(status).toBe(200)
      return editEducationDepartment.reply.parse(body).enrollments_made
    }
    beforeEach(() => offerAutomatically(database, school.moments.closed, school.modules.ALG, school.modules.GON))

    test('enrolls its students who were onboarded, and no others', async () => {
      const { sam, noor, newcomer } = school.users
      const elsewhere = await add.department(['ALG'])
      await enrollDepartmentAutomatically(database, elsewhere)
      await add.user({ username: 'left-it@school.test', education_department_id: elsewhere })
      await set.user(newcomer, { education_department_id: id })
      await complete(noor, 'GON')
      expect(await switchTo(true)).toBe(5)
      const { unactivated } = school.users
      expect((await storedEnrollments(database)).toSorted()).toEqual(
        [
          row(sam, 'closed', 'ALG'),
          row(sam, 'closed', 'GON'),
          row(noor, 'closed', 'ALG'),
          row(unactivated, 'closed', 'ALG'),
          row(unactivated, 'closed', 'GON'),
        ].toSorted(),
      )
    })

    test('again, or off, makes none and takes none away', async () => {
      const made = await switchTo(true)
      expect(made).toBe(6)
      expect(await switchTo(true)).toBe(0)
      expect(await switchTo(false)).toBe(0)
      expect(await storedEnrollments(database)).toHaveLength(made)
    })

    test('while no year is active makes none; the year makes them when it becomes active', async () => {
      const year = getActiveSchoolyear.reply.parse((await ask('GET /schoolyear')).body).id
      await ask(`PUT /schoolyear/${year}`, { active: false })
      expect(await switchTo(true)).toBe(0)
      expect(await ask(`PUT /schoolyear/${year}`, { active: true })).toMatchObject({
        status: 200,
        body: { enrollments_made: 6, deactivated: null },
      })
      expect(await storedEnrollments(database)).toHaveLength(6)
    })
  })

  test('that does not exist is not found', async () => {
    for (const operation of ['GET', 'PUT'])
      expect(
        await ask(`${operation} /education-department/2147483647`, operation === 'GET' ? undefined : { name: 'x' }),
      ).toMatchObject({ status: 404, body: { reason: 'not-found' } })
  })

  test('is no student’s to read or change, whether it exists or not', async () => {
    for (const path of [`/education-department/${id}`, '/education-department/2147483647'])
      for (const operation of [`GET ${path}`, `PUT ${path}`, `GET ${path}/modules`, `PUT ${path}/modules`]) {
        const body = operation.startsWith('GET') ? undefined : { name: 'X', entities: [] }
        expect(await as.sam(operation, body)).toMatchObject({
          status: 403,
          body: { reason: 'not-yours' },
        })
      }
    expect((await read()).modules).toHaveLength(4)
  })
})
