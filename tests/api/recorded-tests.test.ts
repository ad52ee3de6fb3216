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
import { MORNING, type Module, type Moment } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('an enrollment that a presence or a result belongs to', (open) => {
  const { database, school, api, as, complete, set, place, enroll } = openStage(open)
  beforeEach(async () => {})

  type User = 'sam' | 'noor'
  const at = new Date(MORNING).toISOString()
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
    const id = await enroll(user, moment, module)
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
    for (const token of [as.sam, as.teacher]) {
      expect(await api.ask(`DELETE /enrollment/${id}`, { token })).toMatchObject(refused)
      expect(await api.ask(`POST /enrollment/${id}/move`, { token, body })).toMatchObject({
        ...refused,
        body: { half: 'leaving' },
      })
    }
    expect(await held()).toEqual([row('sam', 'open', 'ALG')])
  })

  test('says so in the student’s list, from the moment on that it is so', async () => {
    const id = await enroll('sam', 'open', 'ALG')
    const path = `GET /user/${school.users.sam}/module-statuses`
    const { headers } = await as.sam(path)
    await note('sam', id, 'presence')
    const { status, body } = await as.sam(path, undefined, { 'if-none-match': String(headers.etag) })
    expect(status).toBe(200)
    const [algebra] = listModuleStatuses.reply.parse(body).entities
    const { enrollment } = algebra?.enrollments[school.moments.open] ?? {}
    expect(enrollment).toMatchObject({ id, has_record: true })
    expect(Object.keys(enrollment?._links ?? {})).toEqual(['calendar'])
  })

  test('stays when a teacher ends or moves what many students take, and the reply names them and says why', async () => {
    await recorded('sam', 'open', 'ALG')
    await enroll('sam', 'open', 'GON')
    await enroll('noor', 'open', 'ALG')
    const path = `POST /testmoment/${school.moments.open}/students`
    for (const act of [{ kind: 'move', testmoment_id: school.moments.other }, { kind: 'unenroll' }]) {
      const group = { by: 'users', user_ids: [school.users.sam] }
      const { body } = await as.teacher(`${path}/preview`, { act, group })
      expect(previewGroupAct.reply.parse(body).people[0]?.tests).toMatchObject([
        { module_id: school.modules.ALG, outcome: 'refused', obstacle: { refusal: 'test-recorded' } },
        { module_id: school.modules.GON, outcome: 'will' },
      ])
    }
    const tests = (['sam', 'noor'] as const).map((user) => ({
      user_id: school.users[user],
      module_id: school.modules.ALG,
    }))
    expect(await as.teacher(path, { act: { kind: 'unenroll' }, tests })).toMatchObject({
      body: { tests: [{ outcome: 'refused', obstacle: { refusal: 'test-recorded' } }, { outcome: 'done' }] },
    })
    expect(await held()).toEqual([row('sam', 'open', 'ALG'), row('sam', 'open', 'GON')])
  })

  test('stays when the student completes the module, and frees no seat', async () => {
    await set.moment('open', { seats: 1 })
    await recorded('sam', 'open', 'ALG')
    const body = { entities: [{ id: school.modules.ALG }] }
    expect(await as.sam(`PATCH /user/${school.users.sam}/modules-completed`, body)).toMatchObject({
      status: 200,
      body: { enrollments_deleted: 0 },
    })
    expect(await held()).toEqual([row('sam', 'open', 'ALG')])
    const wish = place('noor', 'open', 'GON')
    expect(await as.noor('POST /enrollment', wish)).toMatchObject({ body: { reason: 'moment-full' } })
  })

  test('stays when the student switches departments, as was said beforehand', async () => {
    await recorded('sam', 'open', 'ALG')
    await enroll('sam', 'open', 'GON')
    const to = await database.kysely
      .insertInto('education_department')
      .values({ name: 'Economie', created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    const query = `user_id=${school.users.sam}&department_id=${to.id}`
    const previewed = await as.sam(`GET /department-switch?${query}`)
    expect(previewDepartmentSwitch.reply.parse(previewed.body).enrollments_to_be_deleted).toMatchObject([
      { module_name: 'GON' },
    ])
    const body = { user_id: school.users.sam, department_id: to.id }
    expect(await as.sam('POST /department-switch', body)).toMatchObject({ status: 200 })
    expect(await held()).toEqual([row('sam', 'open', 'ALG')])
  })

  test('stays when its moment, or a department, no longer has the module; the question counts the others', async () => {
    await recorded('sam', 'listed', 'ALG')
    await enroll('noor', 'listed', 'ALG')
    const change = async (path: string) => {
      const body = { entities: [{ id: school.modules.STA }] }
      const asked = await as.teacher(`PUT ${path}`, body)
      expect(asked).toMatchObject({ status: 409, body: { consequences: { enrollments_deleted: 1, students: 1 } } })
      const { confirmation } = asked.body as { confirmation: string }
      const done = await as.teacher(`PUT ${path}?confirmed=${confirmation}`, body)
      expect(done).toMatchObject({ status: 200, body: { enrollments_deleted: 1 } })
      expect(await held()).toEqual([row('sam', 'listed', 'ALG')])
    }
    await change(`/testmoment/${school.moments.listed}/modules`)
    await enroll('noor', 'open', 'ALG')
    await change(`/education-department/${school.departmentId}/modules`)
  })

  test('keeps its moment from being deleted, with all that is there', async () => {
    await recorded('sam', 'open', 'ALG')
    await enroll('noor', 'open', 'ALG')
    for (const confirmed of ['', '?confirmed=ask'])
      expect(
        await as.teacher(`DELETE /schoolyear/${school.years.active}/testmoment/${school.moments.open}${confirmed}`),
      ).toMatchObject({
        status: 409,
        body: { reason: 'testmoment-recorded' },
      })
    expect(await held()).toHaveLength(2)
  })

  test('is kept by a result that completes its module, which ends the others and the waits: as foreseen', async () => {
    const { sam: samId, noor } = school.users
    await set.user(samId, { confirmation_letters: true })
    await recorded('sam', 'past', 'ALG', 'result')
    await recorded('sam', 'closed', 'ALG')
    await enroll('sam', 'open', 'ALG')
    await enroll('sam', 'open', 'GON')
    await enroll('noor', 'past', 'ALG')
    const waits = { user_id: samId, module_id: school.modules.ALG, created_at: at, moves: true }
    await database.kysely
      .insertInto('waiting_entry')
      .values({ ...waits, testmoment_id: school.moments.single })
      .execute()
    await complete(samId, 'ALG')
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
    await complete(noor, 'ALG')
    const statuses = await as.sam(`GET /user/${samId}/module-statuses`)
    const [algebra] = listModuleStatuses.reply.parse(statuses.body).entities
    expect(algebra).toMatchObject({ module: { name: 'ALG' }, is_completed: true, by_result: true })
    const body = { entities: [{ id: school.modules.GON }, { id: school.modules.ALG }] }
    expect(await as.sam(`PATCH /user/${samId}/modules-uncompleted`, body)).toMatchObject({
      status: 422,
      body: { reason: 'completion-by-result' },
    })
    // Only Noor can take back what she entered herself.
    const asTeacher = await as.teacher(`PATCH /user/${noor}/modules-uncompleted`, body)
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
    const { body: shown } = await as.teacher(`GET /user/${school.users.sam}`)
    const { href = '' } = getUser.reply.parse(shown)._links.modules_uncompleted ?? {}
    const body = { entities: [{ id: school.modules.ALG }] }
    const { status, body: made } = await as.teacher(`PATCH ${href.replace('/api/v1', '')}`, body)
    expect([status, uncompleteModules.reply.parse(made).enrollments_made]).toEqual([200, 1])
    expect(await held()).toEqual([row('sam', 'open', 'ALG')])
    expect(await auditTrail(database)).toEqual([
      `user ${school.users.teacher} edited user ${school.users.sam}: completed_modules`,
    ])
  })
})
