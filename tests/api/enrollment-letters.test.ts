import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DeskRequest } from '#api-server/enrollments/desk/decide.ts'
import { openEnrollmentDesk } from '#api-server/enrollments/desk/desk.ts'
import { personalDataSchema } from '#domain/personal-data/personal-data.schema.ts'
import { enrollDepartmentAutomatically, offerAutomatically } from '#tests/support/api/automatic-offers.ts'
import { countStatements } from '#tests/support/api/counted-database.ts'
import { emptyOutbox, storeEnrollments } from '#tests/support/api/enrolled.ts'
import { deliverAll, openPostOffice, type PostOffice } from '#tests/support/api/post-office.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { startTestApi } from '#tests/support/api/test-api.ts'
import { divideOverRoom, type Module, type Moment } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { type Mailbox, startMailbox } from '#tests/support/mail/mailbox.ts'

describeOnEachDatabase('a letter about one’s enrollments', (open) => {
  const { database, school, set, add } = openStage(open, { server: 'none' })
  let mailbox: Mailbox
  let post: PostOffice
  beforeEach(async () => {
    mailbox = await startMailbox()
    post = openPostOffice(database, mailbox.url)
  })
  afterEach(() => mailbox.stop())

  const want = (user_id = school.users.sam, wanted = true) => set.user(user_id, { confirmation_letters: wanted })
  const place = (moment: Moment, module: Module = 'ALG', user_id = school.users.sam) => ({
    user_id,
    testmoment_id: school.moments[moment],
    module_id: school.modules[module],
  })
  const deskOf = (of = database) => openEnrollmentDesk({ database: of, clock: () => post.clock.now })
  const byTeacher = () => ({ by: 'administrator' as const, actor_id: school.users.teacher })
  const ask = async (request: DeskRequest) => (await deskOf().handle(request)).enrollment.id
  const enroll = (moment: Moment, module?: Module) => ask({ wish: 'enroll', by: 'student', ...place(moment, module) })
  const leave = (enrollment_id: number, moment: Moment, more = {}) =>
    ask({ wish: 'unenroll', by: 'student', enrollment_id, ...place(moment), ...more })
  const move = (enrollment_id: number, from: Moment, to: Moment, more = {}) => {
    const to_testmoment_id = school.moments[to]
    return ask({ wish: 'move', by: 'student', enrollment_id, ...place(from), to_testmoment_id, ...more })
  }
  const queued = async () => {
    const rows = await database.kysely.selectFrom('outbox').select(['kind', 'payload']).orderBy('id').execute()
    return rows.map(({ kind, payload }) => ({ kind, ...JSON.parse(payload) }))
  }
  const delivered = () => deliverAll(post, mailbox)

  describe('is put in the outbox with what became different', () => {
    const kind = 'enrollment-letter'

    test('for a student who wants it, by any actor', async () => {
      await want()
      const id = await enroll('open')
      await leave(await move(id, 'open', 'other', byTeacher()), 'other', byTeacher())
      const [from_testmoment_id] = [school.moments.open]
      expect(await queued()).toEqual([
        { kind, happened: 'enrolled', ...place('open') },
        { kind, happened: 'moved', ...place('other'), from_testmoment_id },
        { kind, happened: 'unenrolled', ...place('other') },
      ])
    })

    test('not where nothing did, or what was asked is refused', async () => {
      await want()
      await enroll('open')
      await emptyOutbox(database)
      await enroll('open')
      await expect(enroll('closed', 'GON')).rejects.toThrow('enrollments-closed')
      expect(await queued()).toEqual([])
    })

    test('for all of a batch by one statement, and by none where nobody wants it', async () => {
      const users = await Promise.all(
        [1, 2, 3].map((n) =>
          add.user({ username: `many${n}@school.test`, education_department_id: school.departmentId }),
        ),
      )
      const counted = countStatements(database)
      const desk = deskOf(counted.database)
      const all = (module: Module) =>
        Promise.all(users.map((id) => desk.handle({ wish: 'enroll', by: 'student', ...place('open', module, id) })))
      const inserts = () => counted.statements.filter((statement) => statement === 'insert outbox').length
      await all('ALG')
      expect([inserts(), await queued()]).toEqual([0, []])
      for (const id of users) await want(id)
      // The first goes by itself, and those that came by then together.
      await all('GON')
      expect(await queued()).toHaveLength(3)
      expect(inserts()).toBeLessThanOrEqual(2)
    })

    test('also where a completion or another department ends them, and past ones stay', async () => {
      const elsewhere = await add.department(['ELSEWHERE'])
      const api = await startTestApi(database)
      const { token } = await api.logIn('sam@school.test')
      const { sam } = school.users
      await storeEnrollments(database, place('past', 'GON'))
      for (const module of ['ALG', 'GON'] as const) await enroll('open', module)
      await want()
      const completed = { entities: [{ id: school.modules.ALG }] }
      await api.ask(`PATCH /user/${sam}/modules-completed`, { token, body: completed })
      const body = { user_id: sam, department_id: elsewhere }
      expect(await api.ask('POST /department-switch', { token, body })).toMatchObject({ status: 200 })
      expect(await queued()).toEqual([
        { kind, happened: 'unenrolled', ...place('open', 'ALG') },
        { kind, happened: 'unenrolled', ...place('open', 'GON') },
      ])
    })

    test('also for what the school enrolls in automatically', async () => {
      const { newcomer } = school.users
      await want(newcomer)
      await offerAutomatically(database, school.moments.open, school.modules.ALG)
      await enrollDepartmentAutomatically(database, school.departmentId)
      const api = await startTestApi(database)
      const { token } = await api.logIn('newcomer@school.test')
      const body = { id: school.departmentId }
      await api.ask(`PUT /user/${newcomer}/education-department`, { token, body })
      await api.ask(`POST /user/${newcomer}/information-check`, { token })
      expect(await queued()).toEqual([{ kind, happened: 'enrolled', ...place('open', 'ALG', newcomer) }])
    })
  })

  describe('says', () => {
    test('for what, when and where, until when one can leave, and where that is', async () => {
      await want()
      const where = { location: 'Zaal 3.14', starts_at: '09:00', ends_at: '11:30' }
      await set.moment('closing', where)
      await divideOverRoom(database, { testmomentId: school.moments.closing, seats: 1, isPublished: false })
      await enroll('closing')
      expect(await delivered()).toMatchInlineSnapshot(`
        [
          "sam@school.test: Je bent ingeschreven voor ALG: vr 24 apr 2026 om 09:00
        Je bent ingeschreven voor module ALG (Over ALG).
        Toetsmoment: vr 24 apr 2026, 09:00–11:30\u00a0· Zaal 3.14
        Uitschrijven of verplaatsen kan tot di 10 mrt 2026 om 13:00.",
        ]
      `)
      expect(mailbox.letters[0]?.link).toMatch(new RegExp(`/student/testmoments\\?moment=${school.moments.closing}$`))
      expect(mailbox.letters[0]?.text).toContain('Je krijgt deze e-mail omdat')
    })

    test('from where to where one was moved, and the room once that is published', async () => {
      await want()
      const id = await enroll('open')
      await emptyOutbox(database)
      await divideOverRoom(database, { testmomentId: school.moments.other, name: '3.16', seats: 1 })
      await move(id, 'open', 'other')
      expect(await delivered()).toMatchInlineSnapshot(`
        [
          "sam@school.test: Je inschrijving voor ALG is verplaatst naar vr 27 mrt 2026
        Je inschrijving voor module ALG (Over ALG) is verplaatst.
        Van: vr 20 mrt 2026
        Naar: vr 27 mrt 2026
        Waar je zit: Zaal 3.16, plaats 1
        Uitschrijven of verplaatsen kan zolang de inschrijving open is.",
        ]
      `)
    })

    test('that one left', async () => {
      await want()
      const id = await enroll('open')
      await emptyOutbox(database)
      await leave(id, 'open')
      expect(await delivered()).toMatchInlineSnapshot(`
        [
          "sam@school.test: Je bent uitgeschreven voor ALG: vr 20 mrt 2026
        Je bent uitgeschreven voor module ALG (Over ALG).
        Toetsmoment: vr 20 mrt 2026",
        ]
      `)
    })

    test('that a teacher did it, and that it cannot be undone by oneself', async () => {
      await want()
      const id = await ask({ wish: 'enroll', ...byTeacher(), ...place('closed') })
      expect(await delivered()).toMatchInlineSnapshot(`
        [
          "sam@school.test: Je bent ingeschreven voor ALG: vr 10 apr 2026
        Een docent heeft je ingeschreven voor module ALG (Over ALG).
        Toetsmoment: vr 10 apr 2026
        Zelf uitschrijven of verplaatsen kan niet meer.",
        ]
      `)
      await move(id, 'closed', 'other', byTeacher())
      expect((await delivered()).at(-1)).toContain(
        'Een docent heeft je inschrijving voor module ALG (Over ALG) verplaatst.',
      )
    })
  })

  describe('is not sent', () => {
    test('when it is no longer so: what happened since has one of its own', async () => {
      await want()
      const id = await enroll('open')
      await leave(await move(id, 'open', 'other'), 'other')
      await enroll('single')
      const subjects = (await delivered()).map((letter) => letter.split('\n')[0])
      expect(subjects).toEqual([
        'sam@school.test: Je bent uitgeschreven voor ALG: vr 27 mrt 2026',
        'sam@school.test: Je bent ingeschreven voor ALG: vr 3 apr 2026',
      ])
    })

    test('to students who want none any more, are gone, or of a moment that is gone', async () => {
      await want()
      await enroll('open')
      await want(school.users.sam, false)
      expect(await delivered()).toEqual([])
      await want()
      await leave(await enroll('other', 'GON'), 'other', { module_id: school.modules.GON })
      await database.kysely.deleteFrom('testmoment').where('id', '=', school.moments.other).execute()
      expect(await delivered()).toEqual([])
      await enroll('single', 'STA')
      await database.kysely.deleteFrom('user').where('id', '=', school.users.sam).execute()
      expect(await delivered()).toEqual([])
    })

    test('while a letter is due that somebody waits for', async () => {
      await want()
      for (const module of ['ALG', 'GON', 'STA'] as const) await enroll('open', module)
      for (let n = 0; n < 4; n++) {
        const user = await add.user({
          username: `row${n}@school.test`,
          education_department_id: school.departmentId,
          confirmation_letters: true,
        })
        await ask({ wish: 'enroll', by: 'student', ...place('open', 'ALG', user) })
      }
      const username = await post.register()
      await post.deliver()
      expect(mailbox.letters.map(({ to }) => to)).toContain(username)
      expect(await delivered()).toHaveLength(8)
    })
  })

  test('is what a student chooses for themselves, and sees in what is kept about them', async () => {
    const api = await startTestApi(database)
    const { token } = await api.logIn('sam@school.test')
    const href = `/api/v1/user/${school.users.sam}/confirmation-letters`
    const read = async () => (await api.ask(`GET ${href}`, { token })).body
    const choose = (body: object) => api.ask(`PUT ${href}`, { token, body })
    const exported = async () =>
      personalDataSchema.parse((await api.ask(`GET /user/${school.users.sam}/data`, { token })).body).user
    const links = { confirmation_letters: { method: 'GET', href } }
    expect((await api.ask('GET /user', { token })).body).toMatchObject({ _links: links })
    expect([await read(), await exported()]).toMatchObject([{ wanted: false }, { confirmation_letters: false }])
    expect(await choose({ wanted: true })).toMatchObject({ status: 200, body: { entity: { wanted: true } } })
    expect([await read(), await exported()]).toMatchObject([{ wanted: true }, { confirmation_letters: true }])
    expect(await choose({ wanted: 'yes' })).toMatchObject({ status: 400 })
    expect(await choose({})).toMatchObject({ status: 400 })
    expect(await read()).toEqual({ wanted: true })
    await choose({ wanted: false })
    expect(await read()).toEqual({ wanted: false })

    const teacher = await api.logIn('teacher@school.test')
    expect((await api.ask('GET /user', teacher)).body).not.toHaveProperty('_links.confirmation_letters')
    const theirs = `/user/${school.users.teacher}/confirmation-letters`
    expect(await api.ask(`GET ${theirs}`, teacher)).toMatchObject({ status: 404 })
    expect(await api.ask(`PUT ${theirs}`, { ...teacher, body: { wanted: true } })).toMatchObject({ status: 404 })
  })
})
