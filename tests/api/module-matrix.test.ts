import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { editModuleMatrix, getModuleMatrix, previewModuleMatrix } from '#contract/departments.calls.ts'
import { auditTrail } from '#tests/support/api/audit-trail.ts'
import {
  enrollDepartmentAutomatically,
  offerAutomatically,
  storedEnrollments,
} from '#tests/support/api/automatic-offers.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Token } from '#tests/support/api/test-api.ts'
import type { Module } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { halfway, holdUser } from '#tests/support/halfway.ts'

interface Wish {
  id: number
  version?: number
  added?: Module[]
  removed?: Module[]
}

describeOnEachDatabase('the modules of all departments at once', (open) => {
  const { database, school, api, as, ask, enroll, add } = openStage(open, {
    as: 'teacher',
    loggedIn: ['teacher', 'sam'],
  })
  /** the school's department holds ALG, GON, STA and OLD; this one ALG */
  let other: number
  let else_: number
  beforeEach(async () => {
    other = await add.department(['ALG'])
    else_ = await add.user({ username: 'else@school.test', education_department_id: other })
  })

  const ids = (modules: readonly Module[] = []) => modules.map((module) => school.modules[module])
  const bodyOf = (wishes: readonly Wish[]) => ({
    departments: wishes.map(({ added, removed, ...wish }) => ({ ...wish, added: ids(added), removed: ids(removed) })),
  })
  const send = (wishes: readonly Wish[], confirmation?: string, token: Token = as.teacher) =>
    api.ask('PUT /education-departments/modules', { token, body: { ...bodyOf(wishes), confirmation } })
  const preview = async (wishes: readonly Wish[]) => {
    const { status, body } = await ask('POST /education-departments/modules/preview', bodyOf(wishes))
    expect(status).toBe(200)
    return previewModuleMatrix.reply.parse(body)
  }
  const matrix = async () => {
    const { body } = await ask('GET /education-departments/modules')
    return getModuleMatrix.reply.parse(body)
  }
  const held = async () => {
    const { modules, departments } = await matrix()
    const names = new Map(modules.map(({ id, name }) => [id, name]))
    return new Map(departments.map(({ id, module_ids }) => [id, module_ids.map((each) => names.get(each)).toSorted()]))
  }

  test('are shown with versions and numbers of students; modules that were put away are left out', async () => {
    await database.kysely.updateTable('module').set({ archived: true }).where('name', '=', 'OLD').execute()
    const { departments, modules } = await matrix()
    expect(modules.map(({ name }) => name)).toEqual(['ALG', 'ELSEWHERE', 'GON', 'STA'])
    expect(departments).toContainEqual({
      id: school.departmentId,
      name: 'Techniek',
      archived: false,
      version: 1,
      students: 3,
      module_ids: ids(['ALG', 'GON', 'STA']),
    })
  })

  test('are changed all at once, with a line in the log for each department that changed', async () => {
    const { status, body } = await send([
      { id: school.departmentId, version: 1, added: ['ELSEWHERE'], removed: ['STA'] },
      { id: other, version: 1, added: ['GON', 'STA'] },
    ])
    expect(status).toBe(200)
    expect(editModuleMatrix.reply.parse(body).departments).toHaveLength(2)
    const after = await held()
    expect(after.get(school.departmentId)).toEqual(['ALG', 'ELSEWHERE', 'GON', 'OLD'])
    expect(after.get(other)).toEqual(['ALG', 'GON', 'STA'])
    expect((await auditTrail(database)).toSorted()).toEqual(
      [school.departmentId, other]
        .map((id) => `user ${school.users.teacher} modules-edited education_department ${id}: modules`)
        .toSorted(),
    )
    const { changes } = await database.kysely
      .selectFrom('audit')
      .select('changes')
      .where('resource', '=', 'education_department')
      .where('resource_id', '=', school.departmentId)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(changes ?? '')).toEqual({ modules: [['STA'], ['ELSEWHERE']] })
  })

  test('are taken away with a message to students whose enrollments end, each once, and to nobody else', async () => {
    const { sam, noor } = school.users
    await enroll(sam, 'open')
    await enroll(sam, 'other', 'GON')
    await enroll(noor, 'open', 'STA')
    await enroll(else_, 'open')
    const wishes: Wish[] = [
      { id: school.departmentId, removed: ['ALG', 'GON'] },
      { id: other, removed: ['ALG'], added: ['GON'] },
    ]
    const { consequences, confirmation } = await preview(wishes)
    expect(consequences).toMatchObject({ enrollments_deleted: 3, students: 2, students_concerned: 2 })
    const message = { key: randomUUID(), subject: 'Je inschrijving is vervallen', text: 'Kies iets anders.' }
    const { status, body } = await ask('PUT /education-departments/modules', {
      ...bodyOf(wishes),
      confirmation,
      message,
    })
    expect({ status, body }).toMatchObject({ status: 200, body: { students_messaged: 2 } })
    const notified = await database.kysely
      .selectFrom('message_recipient')
      .select('user_id')
      .orderBy('user_id')
      .execute()
    expect(notified.map(({ user_id }) => user_id)).toEqual([sam, else_])
    const { audience_label } = await database.kysely.selectFrom('message').selectAll().executeTakeFirstOrThrow()
    expect(audience_label).toBe('Module vervallen: 2 studierichtingen')
  })

  test('that stay as they are leave no trace', async () => {
    expect(
      await send([
        { id: other, added: ['ALG'] },
        { id: other, removed: ['ALG', 'STA'] },
      ]),
    ).toMatchObject({
      status: 200,
      body: { departments: [] },
    })
    expect((await matrix()).departments.map(({ version }) => version)).toEqual([1, 1])
    expect(await auditTrail(database)).toEqual([])
  })

  describe('when students would lose or gain by it', () => {
    const wishes = (): Wish[] => [
      { id: school.departmentId, removed: ['ALG'], added: ['ELSEWHERE'] },
      { id: other, removed: ['ALG'] },
    ]
    beforeEach(async () => {
      await enroll('sam', 'open')
      await enroll('sam', 'past')
      await enroll('noor', 'other')
      await enroll(else_, 'open')
      await enrollDepartmentAutomatically(database, school.departmentId)
      await offerAutomatically(database, school.moments.open, school.modules.ELSEWHERE)
    })

    test('a preview shows it by department and in all, and does nothing', async () => {
      const { departments, consequences } = await preview(wishes())
      const byId = new Map(departments.map((department) => [department.id, department]))
      expect(byId.get(school.departmentId)).toMatchObject({
        added: ['ELSEWHERE'],
        removed: ['ALG'],
        consequences: { enrollments_deleted: 2, students: 2, offers_nothing: false, enrollments_made: 3 },
      })
      expect(byId.get(other)?.consequences).toMatchObject({
        enrollments_deleted: 1,
        students: 1,
        offers_nothing: true,
        enrollments_made: 0,
      })
      expect(consequences).toMatchObject({
        enrollments_deleted: 3,
        students: 3,
        enrollments_made: 3,
        students_enrolled: 3,
        offers_nothing: true,
      })
      expect(await storedEnrollments(database)).toHaveLength(4)
      expect((await held()).get(other)).toEqual(['ALG'])
      expect(await auditTrail(database)).toEqual([])
    })

    test('it is done once just that was confirmed', async () => {
      expect(await send(wishes())).toMatchObject({ status: 409, body: { reason: 'confirmation-needed' } })
      const { confirmation } = await preview(wishes())
      await enroll('noor', 'closed')
      expect(await send(wishes(), confirmation)).toMatchObject({
        status: 409,
        body: { reason: 'plan-changed', preview: { consequences: { enrollments_deleted: 4 } } },
      })
      expect((await held()).get(other)).toEqual(['ALG'])
      const renewed = await preview(wishes())
      expect(await send(wishes(), renewed.confirmation)).toMatchObject({
        status: 200,
        body: { consequences: { enrollments_deleted: 4, enrollments_made: 3 } },
      })
      const { ALG } = school.modules
      const kept = (await storedEnrollments(database)).filter((row) => row.endsWith(` ${ALG}`))
      expect(kept).toEqual([`${school.users.sam} ${school.moments.past} ${ALG}`])
    })

    test('nobody is enrolled in what only another department gains', async () => {
      await enrollDepartmentAutomatically(database, other)
      const gains: Wish[] = [
        { id: school.departmentId, added: ['ELSEWHERE'] },
        { id: other, added: ['STA'] },
      ]
      await offerAutomatically(database, school.moments.other, school.modules.STA)
      const { departments } = await preview(gains)
      const made = new Map(departments.map(({ id, consequences }) => [id, consequences.enrollments_made]))
      expect([...made]).toHaveLength(2)
      expect(made.get(school.departmentId)).toBe(3)
      expect(made.get(other)).toBe(1)
    })
  })

  test('of a department that a colleague changed since are not overwritten, nor are any others', async () => {
    await send([{ id: other, version: 1, added: ['GON'] }])
    expect(
      await send([
        { id: school.departmentId, version: 1, removed: ['STA'] },
        { id: other, version: 1, added: ['STA'] },
      ]),
    ).toMatchObject({
      status: 409,
      body: { reason: 'version-stale', entity: { id: other, version: 2 }, differences: [{ field: 'modules' }] },
    })
    expect((await held()).get(school.departmentId)).toContain('STA')
  })

  test('are for administrators, and of departments and modules that are there', async () => {
    expect(await send([{ id: other, added: ['GON'] }], undefined, as.sam)).toMatchObject({ status: 403 })
    expect(await as.sam('GET /education-departments/modules')).toMatchObject({ status: 403 })
    expect(await send([{ id: 999_999, added: [] }])).toMatchObject({ status: 404 })
    const unknown = { departments: [{ id: other, added: [999_999], removed: [] }] }
    expect(await ask('PUT /education-departments/modules', unknown)).toMatchObject({
      status: 422,
      body: { reason: 'module-unknown' },
    })
  })

  test('that two teachers save at once are those of the first; the second sees what differs', {
    tags: 'race',
  }, async () => {
    const both = (): Wish[] => [
      { id: other, version: 1, added: ['GON'] },
      { id: school.departmentId, version: 1, removed: ['OLD'] },
    ]
    const [first, second] = await halfway(database, {
      hold: holdUser(school.users.teacher),
      first: () => send(both()),
      second: () => send([{ id: school.departmentId, version: 1, added: ['ELSEWHERE'] }]),
    })
    expect([first, second]).toMatchObject([{ status: 200 }, { status: 409, body: { reason: 'version-stale' } }])
    expect((await held()).get(school.departmentId)).toEqual(['ALG', 'GON', 'STA'])
  })
})
