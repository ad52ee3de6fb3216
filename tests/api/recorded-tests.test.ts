import { beforeEach, expect, test } from 'vitest'
import { completeByResult, liftByResult, previewCompletion } from '#api-server/enrollments/completed-modules.ts'
import { lockStudents, shareSchool } from '#api-server/platform/locks.ts'
import { previewDepartmentSwitch } from '#contract/departments.calls.ts'
import { previewGroupAct } from '#contract/enrolled-students.calls.ts'
import { uncompleteModules } from '#contract/modules.calls.ts'
import { getUser, listModuleStatuses } from '#contract/users.calls.ts'
import { settleRecords } from '#database/queries/settle-records.ts'
import { auditTrail, emptyAuditTrail } from '#tests/support/api/audit-trail.ts'
import {
  enrollDepartmentAutomatically,
  offerAutomatically,
  storedEnrollments,
} from '#tests/support/api/automatic-offers.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { MORNING, type TestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('an enrollment that a presence or a result belongs to', (open) => {
  const { database, school, api } = openStage(open)
  let sam: string
  let teacher: string
  beforeEach(async () => {
    sam = (await api.logIn('sam@school.test')).token
    teacher = (await api.logIn('teacher@school.test')).token
  })

  type User = 'sam' | 'noor'
  type Moment = keyof TestSchool['moments']
  type Module = keyof TestSchool['modules']
  const at = new Date(MORNING).toISOString()
  const hold = async (user: User, moment: Moment, module: Module) => {
    const place = { user_id: school.users[user], testmoment_id: school.moments[moment] }
    const row = { ...place, module_id: school.modules[module], created_at: at }
    return (await database.kysely.insertInto('enrollment').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  const note = async (user: User, enrollment_id: number, what: 'presence' | 'result') => {
    const of = { enrollment_id, user_id: school.users[user] }
    if (what === 'presence')
      await database.kysely
        .insertInto('presence')
        .values({ ...of, status: 'present', at })
        .execute()
    else
      await database.kysely
        .insertInto('result')
        .values({ ...of, outcome: 'failed', edited_at: at })
        .execute()
    await database.transaction((trx) => settleRecords(trx, [enrollment_id]))
  }
  const recorded = async (user: User, moment: Moment, module: Module, what: 'presence' | 'result' = 'presence') => {
    const id = await hold(user, moment, module)
    await note(user, id, what)
    return id
  }
  const held = () => storedEnrollments(database)
  const row = (user: User, moment: Moment, module: Module) =>
    `${school.users[user]} ${school.moments[moment]} ${school.modules[module]}`
  const refused = { status: 422, body: { reason: 'test-recorded' } }

  test.for(['presence', 'result'] as const)('is not left, by nobody and nowhere to: a %s', async (what) => {
    const id = await recorded('sam', 'open', 'ALG', what)
    const body = { testmoment_id: school.moments.other }
    for (const token of [sam, teacher]) {
      expect(await api.ask(`DELETE /enrollment/${id}`, { token })).toMatchObject(refused)
      expect(await api.ask(`POST /enrollment/${id}/move`, { token, body })).toMatchObject({
        ...refused,
        body: { half: 'leaving' },
      })
    }
    expect(await held()).toEqual([row('sam', 'open', 'ALG')])
  })

  test('says so in the student’s list, from the moment on that it is so', async () => {
    const id = await hold('sam', 'open', 'ALG')
    const path = `GET /user/${school.users.sam}/module-statuses`
    const { headers } = await api.ask(path, { token: sam })
    await note('sam', id, 'presence')
    const { status, body } = await api.ask(path, { token: sam, headers: { 'if-none-match': String(headers.etag) } })
    expect(status).toBe(200)
    const [algebra] = listModuleStatuses.reply.parse(body).entities
    const { enrollment } = algebra?.enrollments[school.moments.open] ?? {}
    expect(enrollment).toMatchObject({ id, has_record: true })
    expect(Object.keys(enrollment?._links ?? {})).toEqual(['calendar'])
  })

  test('stays when a teacher ends or moves what many students take, and the reply names them and says why', async () => {
    await recorded('sam', 'open', 'ALG')
    await hold('sam', 'open', 'GON')
    await hold('noor', 'open', 'ALG')
    const path = `POST /testmoment/${school.moments.open}/students`
    for (const act of [{ kind: 'move', testmoment_id: school.moments.other }, { kind: 'unenroll' }]) {
      const group = { by: 'users', user_ids: [school.users.sam] }
      const { body } = await api.ask(`${path}/preview`, { token: teacher, body: { act, group } })
      expect(previewGroupAct.reply.parse(body).people[0]?.tests).toMatchObject([
        { module_id: school.modules.ALG, outcome: 'refused', obstacle: { refusal: 'test-recorded' } },
        { module_id: school.modules.GON, outcome: 'will' },
      ])
    }
    const tests = (['sam', 'noor'] as const).map((user) => ({
      user_id: school.users[user],
      module_id: school.modules.ALG,
    }))
    expect(await api.ask(path, { token: teacher, body: { act: { kind: 'unenroll' }, tests } })).toMatchObject({
      body: { tests: [{ outcome: 'refused', obstacle: { refusal: 'test-recorded' } }, { outcome: 'done' }] },
    })
    expect(await held()).toEqual([row('sam', 'open', 'ALG'), row('sam', 'open', 'GON')])
  })

  test('stays when the student completes the module, and frees no seat', async () => {
    await database.kysely.updateTable('testmoment').set({ seats: 1 }).where('id', '=', school.moments.open).execute()
    await recorded('sam', 'open', 'ALG')
    const body = { entities: [{ id: school.modules.ALG }] }
    expect(await api.ask(`PATCH /user/${school.users.sam}/modules-completed`, { token: sam, body })).toMatchObject({
      status: 200,
      body: { enrollments_deleted: 0 },
    })
    expect(await held()).toEqual([row('sam', 'open', 'ALG')])
    const { token } = await api.logIn('noor@school.test')
    const wish = { user_id: school.users.noor, testmoment_id: school.moments.open, module_id: school.modules.GON }
    expect(await api.ask('POST /enrollment', { token, body: wish })).toMatchObject({ body: { reason: 'moment-full' } })
  })

  test('stays when the student switches departments, as was said beforehand', async () => {
    await recorded('sam', 'open', 'ALG')
    await hold('sam', 'open', 'GON')
    const to = await database.kysely
      .insertInto('education_department')
      .values({ name: 'Economie', created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    const query = `user_id=${school.users.sam}&department_id=${to.id}`
    const previewed = await api.ask(`GET /department-switch?${query}`, { token: sam })
    expect(previewDepartmentSwitch.reply.parse(previewed.body).enrollments_to_be_deleted).toMatchObject([
      { module_name: 'GON' },
    ])
    const body = { user_id: school.users.sam, department_id: to.id }
    expect(await api.ask('POST /department-switch', { token: sam, body })).toMatchObject({ status: 200 })
    expect(await held()).toEqual([row('sam', 'open', 'ALG')])
  })

  test('stays when its moment, or a department, no longer has the module; the question counts the others', async () => {
    await recorded('sam', 'listed', 'ALG')
    await hold('noor', 'listed', 'ALG')
    const change = async (path: string) => {
      const body = { entities: [{ id: school.modules.STA }] }
      const asked = await api.ask(`PUT ${path}`, { token: teacher, body })
      expect(asked).toMatchObject({ status: 409, body: { consequences: { enrollments_deleted: 1, students: 1 } } })
      const { confirmation } = asked.body as { confirmation: string }
      const done = await api.ask(`PUT ${path}?confirmed=${confirmation}`, { token: teacher, body })
      expect(done).toMatchObject({ status: 200, body: { enrollments_deleted: 1 } })
      expect(await held()).toEqual([row('sam', 'listed', 'ALG')])
    }
    await change(`/testmoment/${school.moments.listed}/modules`)
    await hold('noor', 'open', 'ALG')
    await change(`/education-department/${school.departmentId}/modules`)
  })

  test('keeps its moment from being deleted, with all that is there', async () => {
    await recorded('sam', 'open', 'ALG')
    await hold('noor', 'open', 'ALG')
    const { id } = await database.kysely
      .selectFrom('schoolyear')
      .select('id')
      .where('active', '=', true)
      .executeTakeFirstOrThrow()
    for (const confirmed of ['', '?confirmed=ask'])
      expect(
        await api.ask(`DELETE /schoolyear/${id}/testmoment/${school.moments.open}${confirmed}`, { token: teacher }),
      ).toMatchObject({ status: 409, body: { reason: 'testmoment-recorded' } })
    expect(await held()).toHaveLength(2)
  })

  test('is kept by a result that completes its module, which ends the others and the waits: as foreseen', async () => {
    const { sam: samId, noor } = school.users
    await database.kysely.updateTable('user').set({ confirmation_letters: true }).where('id', '=', samId).execute()
    await recorded('sam', 'past', 'ALG', 'result')
    await recorded('sam', 'closed', 'ALG')
    await hold('sam', 'open', 'ALG')
    await hold('sam', 'open', 'GON')
    await hold('noor', 'past', 'ALG')
    const waits = { user_id: samId, module_id: school.modules.ALG, created_at: at, moves: true }
    await database.kysely
      .insertInto('waiting_entry')
      .values({ ...waits, testmoment_id: school.moments.single })
      .execute()
    await database.kysely
      .insertInto('completed_module')
      .values({ user_id: samId, module_id: school.modules.ALG, created_at: at })
      .execute()
    const passed = { moduleId: school.modules.ALG, userIds: [samId, noor] }
    expect(await previewCompletion(database.kysely, passed, MORNING)).toEqual({
      students_completed: 1,
      enrollments_ended: 1,
      waits_ended: 1,
      unenrolled: [samId],
    })
    const ended = await database.transaction(async (trx) => {
      await lockStudents(trx, passed.userIds)
      return completeByResult(trx, passed, () => MORNING)
    })
    const { open, single } = school.moments
    expect(ended).toEqual(new Map([[samId, { enrollment_testmoment_ids: [open], waiting_testmoment_ids: [single] }]]))
    expect(await held()).toEqual([
      row('sam', 'past', 'ALG'),
      row('sam', 'closed', 'ALG'),
      row('sam', 'open', 'GON'),
      row('noor', 'past', 'ALG'),
    ])
    const outbox = await database.kysely.selectFrom('outbox').select('kind').orderBy('id').execute()
    expect(outbox.map(({ kind }) => kind)).toEqual(['enrollment-letter', 'waiting-letter'])
    const outcomes = await database.kysely.selectFrom('waiting_outcome').select(['user_id', 'outcome']).execute()
    expect(outcomes).toEqual([{ user_id: samId, outcome: 'module-completed' }])
  })

  test('a module that was completed by a result is not taken back by the student; a correction does, and enrolls', async () => {
    await enrollDepartmentAutomatically(database, school.departmentId)
    await offerAutomatically(database, school.moments.open, school.modules.ALG)
    const { sam: samId, noor } = school.users
    const both = { moduleId: school.modules.ALG, userIds: [samId, noor] }
    await database.transaction(async (trx) => {
      await lockStudents(trx, [samId])
      await completeByResult(trx, { ...both, userIds: [samId] }, () => MORNING)
    })
    await database.kysely
      .insertInto('completed_module')
      .values({ user_id: noor, module_id: school.modules.ALG, created_at: at })
      .execute()
    const statuses = await api.ask(`GET /user/${samId}/module-statuses`, { token: sam })
    const [algebra] = listModuleStatuses.reply.parse(statuses.body).entities
    expect(algebra).toMatchObject({ module: { name: 'ALG' }, is_completed: true, by_result: true })
    const body = { entities: [{ id: school.modules.GON }, { id: school.modules.ALG }] }
    expect(await api.ask(`PATCH /user/${samId}/modules-uncompleted`, { token: sam, body })).toMatchObject({
      status: 422,
      body: { reason: 'completion-by-result' },
    })
    // Only Noor can take back what she entered herself.
    const asTeacher = await api.ask(`PATCH /user/${noor}/modules-uncompleted`, { token: teacher, body })
    expect(asTeacher).toMatchObject({ status: 200, body: { enrollments_made: 0 } })
    const made = await database.transaction(async (trx) => {
      await shareSchool(trx)
      await lockStudents(trx, both.userIds)
      return liftByResult(trx, both, () => MORNING)
    })
    expect(made).toBe(1)
    expect(await held()).toEqual([row('sam', 'open', 'ALG')])
  })

  test('a teacher takes back what was completed by a result, which is logged, and automatic enrollment makes up for it', async () => {
    await enrollDepartmentAutomatically(database, school.departmentId)
    await offerAutomatically(database, school.moments.open, school.modules.ALG)
    await emptyAuditTrail(database)
    const userIds = [school.users.sam]
    await database.transaction(async (trx) => {
      await lockStudents(trx, userIds)
      await completeByResult(trx, { moduleId: school.modules.ALG, userIds }, () => MORNING)
    })
    const { body: shown } = await api.ask(`GET /user/${school.users.sam}`, { token: teacher })
    const { href = '' } = getUser.reply.parse(shown)._links.modules_uncompleted ?? {}
    const body = { entities: [{ id: school.modules.ALG }] }
    const { status, body: made } = await api.ask(`PATCH ${href.replace('/api/v1', '')}`, { token: teacher, body })
    expect([status, uncompleteModules.reply.parse(made).enrollments_made]).toEqual([200, 1])
    expect(await held()).toEqual([row('sam', 'open', 'ALG')])
    expect(await auditTrail(database)).toEqual([
      `user ${school.users.teacher} edited user ${school.users.sam}: completed_modules`,
    ])
  })
})
