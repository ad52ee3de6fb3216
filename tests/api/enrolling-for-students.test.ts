import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endWaits } from '#api-server/enrollments/waiting/leaving-line.ts'
import { promoteAt } from '#api-server/enrollments/waiting/promoting.ts'
import { createEnrollment, moveEnrollment } from '#contract/enrollments.calls.ts'
import { listModuleStatuses, listUserTestmoments } from '#contract/users.calls.ts'
import { auditTrail } from '#tests/support/api/audit-trail.ts'
import { countStatements } from '#tests/support/api/counted-database.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { startTestApi, type Token } from '#tests/support/api/test-api.ts'
import type { Module, Moment } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('an administrator who enrolls a student', (open) => {
  const { database, school, api, as, ask, set, place, enroll: store } = openStage(open, { as: 'teacher' })

  const wish = (moment: Moment, module: Module) => place('sam', moment, module)
  const enroll = (moment: Moment, module: Module, by: Token = as.teacher) =>
    api.ask('POST /enrollment', { token: by, body: wish(moment, module) })
  const leave = (id: number, by: Token = as.teacher) => api.ask(`DELETE /enrollment/${id}`, { token: by })
  const idIn = (body: unknown) => createEnrollment.reply.parse(body).entity.id
  const held = async () => (await database.kysely.selectFrom('enrollment').select('id').execute()).length

  describe('may do so also when enrollment is closed', () => {
    test('by the flag', async () => {
      const { status, body } = await enroll('closed', 'ALG')
      expect(status).toBe(201)
      expect(await leave(idIn(body))).toMatchObject({ status: 200 })
    })

    test('by the time', async () => {
      api.clock.now = Date.parse('2026-03-10T12:00:00.000Z')
      const { status, body } = await enroll('closing', 'ALG')
      expect(status).toBe(201)
      expect(await leave(idIn(body))).toMatchObject({ status: 200 })
    })
  })

  describe('may do so before a student has finished onboarding', () => {
    const enrollNewcomer = (moment: Moment, module: Module, by: Token = as.teacher) => {
      const body = { ...wish(moment, module), user_id: school.users.newcomer }
      return api.ask('POST /enrollment', { token: by, body })
    }
    const choose = (education_department_id: number | null) => set.user('newcomer', { education_department_id })
    const offered = async () => {
      const lists = ['module-statuses', 'testmoments'].map((list) => ask(`GET /user/${school.users.newcomer}/${list}`))
      const [statuses, moments] = await Promise.all(lists)
      return {
        modules: listModuleStatuses.reply.parse(statuses?.body).entities.map(({ module }) => module.name),
        moments: listUserTestmoments.reply
          .parse(moments?.body)
          .entities.filter(({ _links }) => _links.enroll)
          .map(({ id }) => id),
      }
    }

    test('in any module of the moment while no department is chosen, and the screen offers them', async () => {
      const { open, other, single, closed, listed, closing } = school.moments
      expect(await offered()).toEqual({
        modules: ['ALG', 'ELSEWHERE', 'GON', 'STA'],
        moments: [open, other, single, closed, listed, closing],
      })
      expect(await enrollNewcomer('open', 'ELSEWHERE')).toMatchObject({ status: 201 })
      expect(await enrollNewcomer('listed', 'GON')).toMatchObject({
        status: 422,
        body: { reason: 'module-unavailable' },
      })
      expect(await enrollNewcomer('open', 'OLD')).toMatchObject({ status: 422, body: { reason: 'module-unavailable' } })
    })

    test('in modules of the department that was chosen', async () => {
      await choose(school.departmentId)
      expect((await offered()).modules).toEqual(['ALG', 'GON', 'STA'])
      expect(await enrollNewcomer('open', 'ALG')).toMatchObject({ status: 201 })
      expect(await enrollNewcomer('open', 'ELSEWHERE')).toMatchObject({ status: 422 })
    })

    test('on the waiting list too, and the seat is given to them', async () => {
      await set.moment('open', { seats: 1 })
      const held = await store('sam', 'open', 'ALG')
      const body = { ...wish('open', 'GON'), user_id: school.users.newcomer, moves: false }
      expect(await ask('POST /waiting', body)).toMatchObject({ status: 201 })
      await database.kysely.deleteFrom('enrollment').where('id', '=', held).execute()
      const desk = { database, clock: () => api.clock.now }
      expect(await endWaits(desk, 'all')).toBe(0)
      expect(await promoteAt(desk, school.moments.open)).toBe(1)
    })

    test('and only a teacher: the student does not choose before', async () => {
      expect(await enrollNewcomer('open', 'ALG', as.newcomer)).toMatchObject({ status: 422 })
      const { body } = await as.newcomer(`GET /user/${school.users.newcomer}/module-statuses`)
      expect(listModuleStatuses.reply.parse(body).entities).toEqual([])
    })
  })

  describe('reads a refusal about the student', () => {
    const messageOf = (body: unknown) => z.object({ message: z.string() }).parse(body).message

    test('with the moment at which they take the module already', async () => {
      await set.moment('open', { starts_at: '09:00', location: 'Zaal 1' })
      await store('sam', 'open', 'ALG')
      const { body } = await enroll('other', 'ALG')
      expect(messageOf(body)).toBe('Deze student is voor module ALG al ingeschreven: vr 20 mrt, 09:00\u00a0· Zaal 1.')
    })

    test('of each kind, and none says je', async () => {
      await store('sam', 'single', 'STA')
      const past = await store('sam', 'past', 'STA')
      const replies = [
        await enroll('past', 'ALG'),
        await enroll('lastYear', 'ALG'),
        await enroll('closed', 'ELSEWHERE'),
        await enroll('single', 'ALG'),
        await leave(past),
        await ask(`POST /enrollment/${past}/move`, { testmoment_id: school.moments.open }),
      ]
      expect(replies.map(({ body }) => messageOf(body))).toEqual([
        'Toetsmoment week van 1 mrt is al geweest.',
        'Toetsmoment vr 1 mei hoort niet bij het actieve schooljaar.',
        'Module ELSEWHERE is op het toetsmoment niet beschikbaar voor deze student.',
        'Deze student heeft geen plek meer voor module ALG: het maximum is bereikt.',
        'Toetsmoment week van 1 mrt is al geweest.',
        'Het toetsmoment is al geweest: er valt niets te verplaatsen.',
      ])
    })

    test('and a student one about themselves', async () => {
      await store('sam', 'open', 'ALG')
      const { body } = await enroll('other', 'ALG', (await api.logIn('sam@school.test')).token)
      expect(messageOf(body)).toBe('Je bent al op een ander moment ingeschreven voor deze module.')
    })
  })

  describe('keeps every other rule', () => {
    test('testmoment-past', async () => {
      expect(await enroll('past', 'ALG')).toMatchObject({ status: 422, body: { reason: 'testmoment-past' } })
      expect(await held()).toBe(0)
      expect(await auditTrail(database)).toEqual([])
    })

    test('module-completed', async () => {
      const { user_id, module_id } = wish('closed', 'ALG')
      const row = { user_id, module_id, created_at: '2026-01-01T00:00:00.000Z' }
      await database.kysely.insertInto('completed_module').values(row).execute()
      expect(await enroll('closed', 'ALG')).toMatchObject({ status: 422, body: { reason: 'module-completed' } })
    })

    test('existing-enrollment', async () => {
      await store('sam', 'open', 'ALG')
      expect(await enroll('closed', 'ALG')).toMatchObject({ status: 422, body: { reason: 'existing-enrollment' } })
    })

    test('no-slots-left: never beyond the limit', async () => {
      await store('sam', 'single', 'ALG')
      expect(await enroll('single', 'GON')).toMatchObject({ status: 422, body: { reason: 'no-slots-left' } })
    })

    test('a past enrollment is history, and stays', async () => {
      expect(await leave(await store('sam', 'past', 'ALG'))).toMatchObject({
        status: 422,
        body: { reason: 'testmoment-past' },
      })
      expect(await held()).toBe(1)
      expect(await auditTrail(database)).toEqual([])
    })

    test('an enrollment that is gone is not found', async () => {
      expect(await leave(2_147_483_647)).toMatchObject({ status: 404 })
    })
  })

  describe('is recorded', () => {
    const lines = (...actions: string[]) =>
      actions.map((action) => `user ${school.users.teacher} ${action} user ${school.users.sam}: `)

    test('with each enrollment made and ended, under the student', async () => {
      const { body } = await enroll('closed', 'ALG')
      await leave(idIn(body))
      expect(await auditTrail(database)).toEqual(lines('enrolled', 'unenrolled'))
    })

    test('with a move as both', async () => {
      const id = await store('sam', 'open', 'ALG')
      const body = { testmoment_id: school.moments.other }
      const moved = await ask(`POST /enrollment/${id}/move`, body)
      expect(moveEnrollment.reply.parse(moved.body).entity.testmoment_id).toBe(school.moments.other)
      expect(await auditTrail(database)).toEqual(lines('unenrolled', 'enrolled'))
    })

    test('in the enrollment itself, which names who moved it last', async () => {
      const made = () => database.kysely.selectFrom('enrollment').select(['maker', 'maker_id']).execute()
      const byTeacher = [{ maker: 'administrator', maker_id: school.users.teacher }]
      const byStudent = [{ maker: 'student', maker_id: null }]
      const move = async (id: number, to: Moment, by: Token) => {
        const body = { testmoment_id: school.moments[to] }
        return idIn((await api.ask(`POST /enrollment/${id}/move`, { token: by, body })).body)
      }
      let id = idIn((await enroll('open', 'ALG')).body)
      expect(await made()).toEqual(byTeacher)
      id = await move(id, 'other', as.sam)
      expect(await made()).toEqual(byStudent)
      id = await move(id, 'open', as.teacher)
      expect(await made()).toEqual(byTeacher)
      await leave(id)
      await enroll('open', 'ALG', as.sam)
      expect(await made()).toEqual(byStudent)
    })

    test('not when it changes nothing', async () => {
      await store('sam', 'open', 'ALG')
      expect(await enroll('open', 'ALG')).toMatchObject({ status: 200 })
      expect(await auditTrail(database)).toEqual([])
    })

    test('only together with what was done: a crowd and a teacher at once leave as many lines as enrollments', {
      tags: 'race',
    }, async () => {
      const body = { ...wish('open', 'GON'), user_id: school.users.noor }
      const answers = await Promise.all([
        enroll('closed', 'ALG'),
        as.noor('POST /enrollment', body),
        enroll('other', 'GON'),
        enroll('single', 'GON'),
      ])
      // Which of the two for the one slot comes first is the servers' to say.
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 422])
      expect(await auditTrail(database)).toEqual(lines('enrolled', 'enrolled'))
    })

    test('of a student’s own enrolling nothing, which asks the audit nothing', async () => {
      const counted = countStatements(database)
      const other = await startTestApi(counted.database)
      const sam = (await other.logIn('sam@school.test')).token
      const atLogin = counted.statements.length
      const { body } = await other.ask('POST /enrollment', { token: sam, body: wish('open', 'ALG') })
      await other.ask(`DELETE /enrollment/${idIn(body)}`, { token: sam })
      const statements = counted.statements.slice(atLogin)
      expect(statements).toContain('delete enrollment')
      expect(statements.filter((statement) => statement.includes('audit'))).toEqual([])
      expect(await auditTrail(database)).toEqual([])
    })
  })
})
