import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { previewDepartmentSwitch, switchDepartment } from '#contract/departments.calls.ts'
import { getUser } from '#contract/users.calls.ts'
import { canBeChosen } from '#domain/enrollments/enrollment.rules.ts'
import { auditTrail } from '#tests/support/api/audit-trail.ts'
import {
  enrollDepartmentAutomatically,
  offerAutomatically,
  storedEnrollments,
} from '#tests/support/api/automatic-offers.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Token } from '#tests/support/api/test-api.ts'
import type { Module, Moment } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('switching to another department', (open) => {
  const { database, school, api, as, ask, enroll, set, add } = openStage(open, { as: 'teacher' })
  let sam: number
  /** holds GON and ELSEWHERE; Sam's own holds ALG, GON, STA and OLD */
  let economy: number
  beforeEach(async () => {
    sam = school.users.sam
    economy = await add.department(['GON', 'ELSEWHERE'])
  })

  const departmentOf = async (id: number) =>
    (
      await database.kysely
        .selectFrom('user')
        .select('education_department_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).education_department_id
  const preview = (department_id: number, token: Token = as.sam, user_id = sam) =>
    api.ask(`GET /department-switch?user_id=${user_id}&department_id=${department_id}`, { token })
  const perform = (department_id: number, token: Token = as.sam, user_id = sam, more: object = {}) =>
    api.ask('POST /department-switch', { token, body: { user_id, department_id, ...more } })
  const messaged = async () =>
    (
      await database.kysely
        .selectFrom('message_recipient')
        .innerJoin('message', 'message.id', 'message_recipient.message_id')
        .select(['user_id', 'audience_label', 'kind'])
        .execute()
    ).map(({ user_id, audience_label, kind }) => `${user_id} ${kind} ${audience_label}`)
  const row = (moment: Moment, module: Module) => `${sam} ${school.moments[moment]} ${school.modules[module]}`

  /** Switches after a preview, and expects exactly what it announced. */
  async function switchTo(department_id: number, token: Token = as.sam) {
    const previewed = previewDepartmentSwitch.reply.parse((await preview(department_id, token)).body)
    const before = await storedEnrollments(database)
    const { status, body } = await perform(department_id, token)
    expect(status).toBe(200)
    const { entity, ...counts } = switchDepartment.reply.parse(body)
    expect(entity.id).toBe(sam)
    const after = await storedEnrollments(database)
    const ended = before.filter((stored) => !after.includes(stored))
    const made = after.filter((stored) => !before.includes(stored))
    expect(counts).toEqual({
      enrollments_deleted: ended.length,
      enrollments_made: made.length,
      students_messaged: 0,
    })
    const written = previewed.enrollments_to_be_deleted.map((each) => `${sam} ${each.testmoment.id} ${each.module_id}`)
    expect(written.toSorted()).toEqual(ended.toSorted())
    const promised = previewed.enrollments_to_be_made.map((each) => `${sam} ${each.testmoment.id} ${each.module.id}`)
    expect(promised.toSorted()).toEqual(made.toSorted())
    const gone = previewed.enrollments_to_be_deleted.filter(({ testmoment }) => !canBeChosen(testmoment, api.clock.now))
    const closed = gone.map((each) => `${sam} ${each.testmoment.id} ${each.module_id}`)
    return { added: previewed.modules_to_be_added.map(({ name }) => name), ended, made, closed }
  }

  test('shows gains and losses, with those that the student cannot reverse themselves, and then does just that', async () => {
    await enroll(sam, 'open')
    await enroll(sam, 'closed', 'STA')
    await enroll(sam, 'listed', 'GON')
    await enroll(sam, 'past')
    await enroll(sam, 'lastYear', 'STA')
    const { added, ended, made, closed } = await switchTo(economy)
    expect(closed).toEqual([row('closed', 'STA')])
    expect(added).toEqual(['ELSEWHERE'])
    expect(ended).toEqual([row('open', 'ALG'), row('closed', 'STA')])
    expect(made).toEqual([])
    expect(await departmentOf(sam)).toBe(economy)
  })

  test('offers nothing that the student has completed, or that is out of use', async () => {
    const created_at = '2026-03-01T09:00:00.000Z'
    const completed = { user_id: sam, module_id: school.modules.ELSEWHERE, created_at }
    await database.kysely.insertInto('completed_module').values(completed).execute()
    const { OLD, ELSEWHERE } = school.modules
    await database.kysely.deleteFrom('education_department_module').where('module_id', '=', OLD).execute()
    expect((await switchTo(await add.department([OLD, ELSEWHERE]))).added).toEqual([])
  })

  describe('to one that enrolls automatically', () => {
    beforeEach(async () => {
      await enrollDepartmentAutomatically(database, economy)
      await offerAutomatically(database, school.moments.closed, school.modules.ELSEWHERE, school.modules.GON)
    })

    test('enrolls in what is automatic there', async () => {
      expect((await switchTo(economy)).made).toEqual([row('closed', 'GON'), row('closed', 'ELSEWHERE')].toSorted())
    })

    test('uses the slots that are freed by it', async () => {
      await set.moment('closed', { max_enrollments: 1 })
      await enroll(sam, 'closed')
      const { ended, made } = await switchTo(economy)
      expect(ended).toEqual([row('closed', 'ALG')])
      expect(made).toHaveLength(1)
    })

    test('to stay where one is changes nothing', async () => {
      await set.user(sam, { education_department_id: economy })
      await enroll(sam, 'open')
      expect(await switchTo(economy, as.teacher)).toEqual({ added: [], ended: [], made: [], closed: [] })
      expect(await auditTrail(database)).toEqual([])
    })
  })

  describe('with a message', () => {
    const message = { key: randomUUID(), subject: 'Je inschrijving is vervallen', text: 'Kies iets anders.' }

    test('from a teacher reaches the student whose enrollment ends, with its letter; one that ends nothing has none', async () => {
      await enroll(sam, 'open')
      const { status, body } = await perform(economy, as.teacher, sam, { message })
      expect({ status, body }).toMatchObject({ status: 200, body: { enrollments_deleted: 1, students_messaged: 1 } })
      expect(await messaged()).toEqual([`${sam} change Studierichting gewijzigd: Techniek`])
      const letters = await database.kysely
        .selectFrom('outbox')
        .select('kind')
        .where('kind', '=', 'message-letter')
        .execute()
      expect(letters).toHaveLength(1)

      const back = await perform(school.departmentId, as.teacher, sam, {
        message: { ...message, key: randomUUID() },
      })
      expect(back).toMatchObject({ status: 200, body: { students_messaged: 0 } })
      expect(await messaged()).toHaveLength(1)
    })

    test('is no student’s to send about their own switch', async () => {
      await enroll(sam, 'open')
      expect(await perform(economy, as.sam, sam, { message })).toMatchObject({ body: { students_messaged: 0 } })
      expect(await messaged()).toEqual([])
    })

    test('that nobody can read keeps all as it was', async () => {
      await enroll(sam, 'open')
      const refused = await perform(economy, as.teacher, sam, { message: { ...message, text: ' ' } })
      expect(refused).toMatchObject({ status: 422, body: { reason: 'message-missing' } })
      expect(await storedEnrollments(database)).toEqual([row('open', 'ALG')])
      expect(await departmentOf(sam)).toBe(school.departmentId)
    })
  })

  test('asks again, with what would come of it now, where more is lost than was confirmed', async () => {
    await enroll(sam, 'open')
    const shown = previewDepartmentSwitch.reply.parse((await preview(economy, as.teacher)).body)
    await enroll(sam, 'closed', 'STA')
    const message = { key: randomUUID(), subject: 'Vervallen', text: 'Kies iets anders.' }
    const insist = (confirmation: string) => perform(economy, as.teacher, sam, { confirmation, message })
    const refused = await insist(shown.confirmation)
    expect(refused).toMatchObject({ status: 409, body: { reason: 'plan-changed' } })
    expect(await departmentOf(sam)).toBe(school.departmentId)
    expect(await messaged()).toEqual([])
    const now = previewDepartmentSwitch.reply.parse(Object(refused.body).preview)
    expect(now.enrollments_to_be_deleted).toHaveLength(2)
    expect(await insist(now.confirmation)).toMatchObject({
      status: 200,
      body: { enrollments_deleted: 2, students_messaged: 1 },
    })
    // A call without a plan, as older apps send it.
    expect(await perform(school.departmentId, as.teacher)).toMatchObject({ status: 200 })
  })

  test('by an administrator is recorded, by the student it is not', async () => {
    await switchTo(economy)
    expect(await auditTrail(database)).toEqual([])
    await switchTo(school.departmentId, as.teacher)
    expect(await auditTrail(database)).toEqual([
      `user ${school.users.teacher} department-switched user ${sam}: education_department_id`,
    ])
  })

  test('starts from a link, for the student and for an administrator', async () => {
    for (const token of [as.sam, as.teacher]) {
      const { body } = await api.ask(`GET /user/${sam}`, { token })
      const link = getUser.reply.parse(body)._links.department_switch
      expect(link).toEqual({ method: 'GET', href: `/api/v1/department-switch?user_id=${sam}` })
      const { status } = await api.ask(`GET ${link?.href}&department_id=${economy}`, { token })
      expect(status).toBe(200)
    }
  })

  test('has no link for who has not been onboarded, and for who is no student', async () => {
    for (const id of [school.users.newcomer, school.users.teacher, school.users.guest]) {
      const { body } = await ask(`GET /user/${id}`)
      expect(getUser.reply.parse(body)._links).not.toHaveProperty('department_switch')
    }
  })

  describe('is refused', () => {
    const both = async (department_id: number, token: Token = as.sam, user_id = sam) => [
      await preview(department_id, token, user_id),
      await perform(department_id, token, user_id),
    ]
    const expectRefused = async (replies: Awaited<ReturnType<typeof both>>, status: number, reason: string) => {
      for (const reply of replies) expect(reply).toMatchObject({ status, body: { reason } })
      expect(await departmentOf(sam)).toBe(school.departmentId)
      expect(await auditTrail(database)).toEqual([])
    }
    const archive = (id: number) =>
      database.kysely.updateTable('education_department').set({ archived: true }).where('id', '=', id).execute()

    test('to a department that is not there, or archived', async () => {
      await expectRefused(await both(2_147_483_647), 422, 'education-department-unavailable')
      await archive(economy)
      await expectRefused(await both(economy), 422, 'education-department-unavailable')
      await expectRefused(await both(economy, as.teacher), 422, 'education-department-unavailable')
    })

    test('but not to one’s own archived one', async () => {
      await archive(school.departmentId)
      expect((await both(school.departmentId)).map(({ status }) => status)).toEqual([200, 200])
    })

    test('before onboarding was confirmed, also to an administrator', async () => {
      const { newcomer } = school.users
      await expectRefused(await both(economy, as.newcomer, newcomer), 409, 'onboarding-unfinished')
      await expectRefused(await both(economy, as.teacher, newcomer), 409, 'onboarding-unfinished')
      expect(await departmentOf(newcomer)).toBeNull()
    })

    test('for somebody else, whether they exist or not', async () => {
      await expectRefused(await both(economy, as.sam, school.users.noor), 403, 'not-yours')
      await expectRefused(await both(economy, as.sam, 2_147_483_647), 403, 'not-yours')
    })

    test('for who is no student', async () => {
      const { guest, teacher: id } = school.users
      for (const nobody of [guest, id, 2_147_483_647])
        await expectRefused(await both(economy, as.teacher, nobody), 404, 'not-found')
    })
  })
})
