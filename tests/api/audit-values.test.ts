import { expect, test } from 'vitest'
import { listAudit } from '#contract/audit.calls.ts'
import { createEnrollment } from '#contract/enrollments.calls.ts'
import { emptyAuditTrail } from '#tests/support/api/audit-trail.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('what the log keeps of a change', (open) => {
  const { database, school, ask, place } = openStage(open, { as: 'teacher' })

  const act = async (line: string, body?: unknown, expected = 200) => {
    const answer = await ask(line, body)
    expect(answer, line).toMatchObject({ status: expected })
    return answer.body
  }
  /** lines since the last call, oldest first */
  const logged = async () => {
    const { entities } = listAudit.reply.parse(await act('GET /audit'))
    await emptyAuditTrail(database)
    return entities
      .toReversed()
      .map(({ action, subject, about, changes }) => ({ action, subject, ...(about && { about }), changes }))
  }
  const versionOf = async (table: 'testmoment' | 'education_department' | 'module' | 'schoolyear', id: number) =>
    (await database.kysely.selectFrom(table).select('version').where('id', '=', id).executeTakeFirstOrThrow()).version

  test('a moment: from what to what, opened, its modules by name, and its name once it is gone', async () => {
    const { open: id, listed } = school.moments
    const path = `/schoolyear/${school.years.active}/testmoment/${id}`
    await act(`PUT ${path}`, { location: 'Aula', seats: 100 })
    await act(`PUT ${path}`, { enrollments_enabled: false })
    const modules = { entities: [{ id: school.modules.GON, auto_enroll: true }] }
    await act(`PUT /testmoment/${listed}/modules`, modules)
    await act(`DELETE ${path}`)
    expect(await logged()).toEqual([
      { action: 'edited', subject: 'vr 20 mrt 2026, Aula', changes: { location: [null, 'Aula'], seats: [0, 100] } },
      { action: 'closed', subject: 'vr 20 mrt 2026, Aula', changes: { enrollments_enabled: [true, false] } },
      {
        action: 'modules-edited',
        subject: 'vr 17 apr 2026',
        changes: { modules: [['ALG'], ['GON (automatisch)']] },
      },
      { action: 'deleted', subject: 'vr 20 mrt 2026, Aula', changes: {} },
    ])
  })

  test('a module, a department with its modules, and the years', async () => {
    const { ALG, OLD, ELSEWHERE, STA } = school.modules
    await act(`PUT /module/${ALG}`, { description: 'Algebra', version: await versionOf('module', ALG) })
    const department = `/education-department/${school.departmentId}`
    await act(`PUT ${department}`, {
      name: 'Bouw',
      version: await versionOf('education_department', school.departmentId),
    })
    const entities = [ALG, OLD, STA, ELSEWHERE].map((id) => ({ id }))
    await act(`PUT ${department}/modules`, { entities })
    const last = await database.kysely
      .selectFrom('schoolyear')
      .select('id')
      .where('active', '=', false)
      .executeTakeFirstOrThrow()
    await act(`PUT /schoolyear/${last.id}`, { active: true })
    expect(await logged()).toMatchObject([
      { action: 'edited', subject: 'ALG', changes: { description: ['Over ALG', 'Algebra'] } },
      { action: 'edited', changes: { name: ['Techniek', 'Bouw'] } },
      { action: 'modules-edited', subject: 'Bouw', changes: { modules: [['GON'], ['ELSEWHERE']] } },
      { subject: '2025-2026', changes: { active: [true, false] } },
      { subject: '2024-2025', changes: { active: [false, true] } },
    ])
  })

  test('of a student who was enrolled, moved and unenrolled: in which module at which moment', async () => {
    const { open: from, other: to } = school.moments
    const wish = place('sam', from)
    const { id } = createEnrollment.reply.parse(await act('POST /enrollment', wish, 201)).entity
    await act(`POST /enrollment/${id}/move`, { testmoment_id: to }, 201)
    const moved = await database.kysely.selectFrom('enrollment').select('id').executeTakeFirstOrThrow()
    await act(`DELETE /enrollment/${moved.id}`)
    const subject = 'Sam de Vries'
    expect(await logged()).toEqual([
      { action: 'enrolled', subject, about: 'ALG, vr 20 mrt 2026', changes: {} },
      { action: 'unenrolled', subject, about: 'ALG, vr 20 mrt 2026', changes: {} },
      { action: 'enrolled', subject, about: 'ALG, vr 27 mrt 2026', changes: {} },
      { action: 'unenrolled', subject, about: 'ALG, vr 27 mrt 2026', changes: {} },
    ])
  })

  test('of a waiting student who is promoted, or taken off the line', async () => {
    const add = (module_id: number) =>
      database.kysely
        .insertInto('waiting_entry')
        .values({
          ...{ user_id: school.users.sam, testmoment_id: school.moments.open, module_id, moves: false },
          created_at: '2026-02-01T09:00:00.000Z',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    const [first, second] = [await add(school.modules.ALG), await add(school.modules.GON)]
    await act(`POST /waiting/${first.id}/promote`, {}, 201)
    await act(`DELETE /waiting/${second.id}`)
    expect(await logged()).toMatchObject([
      { action: 'promoted', about: 'ALG, vr 20 mrt 2026' },
      { action: 'removed-from-waiting', about: 'GON, vr 20 mrt 2026' },
    ])
  })

  test('records of a person only the names of changed fields, never their values', async () => {
    const { sam } = school.users
    await act(`PUT /user/${sam}`, { first_name: 'Robin', last_name: 'de Vries', student_number: '1234567' })
    const rows = await database.kysely.selectFrom('audit').selectAll().where('action', '!=', 'logged-in').execute()
    expect(rows).toMatchObject([
      { fields: '["first_name","student_number"]', changes: null, subject: null, about: null },
    ])
    expect(JSON.stringify(rows)).not.toMatch(/Robin|Sam|1234567/)
  })
})
