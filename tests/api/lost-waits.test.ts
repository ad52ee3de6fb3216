import { beforeEach, expect, test } from 'vitest'
import { endWaits } from '#api-server/enrollments/waiting/leaving-line.ts'
import { previewDepartmentSwitch } from '#contract/departments.calls.ts'
import { enrollDepartmentAutomatically, offerAutomatically } from '#tests/support/api/automatic-offers.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Module } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

/** The announced losses are compared with the students who are then notified that they are off the list. */
describeOnEachDatabase('a place on a waiting list that a change takes away', (open) => {
  const { database, school, api, as, add, wait } = openStage(open)
  beforeEach(async () => {
    await wait('sam', 'open')
    await wait('sam', 'open', 'GON')
    await wait('noor', 'open')
    await wait('noor', 'other', 'STA')
  })

  const ask = (operation: string, body?: object, confirmed?: string) =>
    api.ask(`${operation}${confirmed ? `?confirmed=${confirmed}` : ''}`, { token: as.teacher, ...(body && { body }) })
  /** Students who were notified, after the lines were checked. */
  async function notified(): Promise<string[]> {
    await endWaits({ database, clock: () => api.clock.now }, 'all')
    const rows = await database.kysely
      .selectFrom('waiting_outcome')
      .innerJoin('user', 'user.id', 'waiting_outcome.user_id')
      .innerJoin('module', 'module.id', 'waiting_outcome.module_id')
      .select(['user.username', 'module.name', 'waiting_outcome.outcome'])
      .orderBy('user.username')
      .orderBy('module.name')
      .execute()
    return rows.map(({ username, name, outcome }) => `${username.split('@')[0]} ${name} ${outcome}`)
  }
  /** Asked about also of who did not wish to be asked, and done once it was confirmed. */
  async function expectAsked(operation: string, body: object | undefined, students: number): Promise<void> {
    const asked = await ask(operation, body)
    expect(asked).toMatchObject({ status: 409, body: { consequences: { waits_ended: students } } })
    expect(await notified()).toEqual([])
    const { confirmation } = Object(asked.body)
    expect(await ask(operation, body, confirmation)).toMatchObject({ status: 200 })
  }

  test('is asked about where a moment no longer offers the module', async () => {
    const entities = [{ id: school.modules.GON }]
    await expectAsked(`PUT /testmoment/${school.moments.open}/modules`, { entities }, 2)
    expect(await notified()).toEqual(['noor ALG module-unavailable', 'sam ALG module-unavailable'])
  })

  test('is not where it still does', async () => {
    const entities = ['ALG', 'GON'].map((name) => ({ id: school.modules[name as Module] }))
    expect(await ask(`PUT /testmoment/${school.moments.open}/modules`, { entities })).toMatchObject({ status: 200 })
    expect(await notified()).toEqual([])
  })

  test('is asked about where a department loses the module', async () => {
    const entities = ['GON', 'STA', 'OLD'].map((name) => ({ id: school.modules[name as Module] }))
    await expectAsked(`PUT /education-department/${school.departmentId}/modules`, { entities }, 2)
    expect(await notified()).toEqual(['noor ALG module-unavailable', 'sam ALG module-unavailable'])
  })

  test('is asked about where the moment is deleted', async () => {
    const { id } = Object((await ask('GET /schoolyear')).body)
    await expectAsked(`DELETE /schoolyear/${id}/testmoment/${school.moments.open}`, undefined, 2)
    expect(await notified()).toHaveLength(3)
  })

  test('is named before a student switches to another department, also where that enrolls them elsewhere', async () => {
    const { GON, STA } = school.modules
    const economy = await add.department([GON, STA])
    await enrollDepartmentAutomatically(database, economy)
    await offerAutomatically(database, school.moments.closed, GON, STA)
    await wait('sam', 'other', 'STA', { moves: true })
    const body = { user_id: school.users.sam, department_id: economy }
    const preview = await ask(`GET /department-switch?user_id=${body.user_id}&department_id=${economy}`)
    const { waits_to_be_deleted } = previewDepartmentSwitch.reply.parse(preview.body)
    expect(waits_to_be_deleted.map(({ testmoment, module }) => [testmoment.id, module.name])).toEqual([
      [school.moments.open, 'ALG'],
      [school.moments.open, 'GON'],
    ])
    expect(await ask('POST /department-switch', body)).toMatchObject({ status: 200, body: { enrollments_made: 2 } })
    expect(await notified()).toEqual(['sam ALG module-unavailable', 'sam GON enrolled-elsewhere'])
  })
})
