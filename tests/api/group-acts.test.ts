// @module-tag pooled
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openEnrollmentDesk } from '#api-server/enrollments/desk/desk.ts'
import { carryOutGroupAct, previewGroupAct } from '#contract/enrolled-students.calls.ts'
import type { Group, GroupAct, PlannedPerson } from '#domain/enrollments/group-act.schema.ts'
import type { WrittenMessage } from '#domain/messages/message.schema.ts'
import { unavailable } from '#server/problem.ts'
import { auditTrail } from '#tests/support/api/audit-trail.ts'
import { storeEnrollments } from '#tests/support/api/enrolled.ts'
import { openStage, type Stage } from '#tests/support/api/stage.ts'
import { startTestApi } from '#tests/support/api/test-api.ts'
import { MORNING, type Module, type Moment, type User } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('what a teacher does to many students of a moment', (open) => {
  const { database, school, as, complete, place, add } = openStage(open)

  const hold = (user: User, moment: Moment, module: Module) => storeEnrollments(database, place(user, moment, module))
  const modules = (...names: Module[]) => names.map((name) => school.modules[name])
  const everybody = (): Group => ({ by: 'users', user_ids: Object.values(school.users) })
  const preview = async (moment: Moment, act: GroupAct, group: Group) => {
    const path = `POST /testmoment/${school.moments[moment]}/students/preview`
    const { status, body } = await as.teacher(path, { act, group })
    expect(status).toBe(200)
    return previewGroupAct.reply.parse(body).people
  }
  const ask = (
    moment: Moment,
    { kind, ...act }: GroupAct,
    tests: object[],
    message?: WrittenMessage,
    by: Pick<Stage, 'ask'> = { ask: as.teacher },
  ) => by.ask(`POST /testmoment/${school.moments[moment]}/students`, { act: { kind, ...act }, tests, message })
  const carryOut = async (...asked: Parameters<typeof ask>) => {
    const { status, body } = await ask(...asked)
    expect(status).toBe(200)
    return carryOutGroupAct.reply.parse(body).tests
  }
  const testsIn = (people: readonly PlannedPerson[]) =>
    people.flatMap(({ user, tests }) => tests.map(({ module_id }) => ({ user_id: user?.id, module_id })))
  const kept = () =>
    database.kysely.selectFrom('enrollment').select(['user_id', 'testmoment_id', 'module_id']).orderBy('id').execute()
  const write = (): WrittenMessage => ({ key: randomUUID(), subject: 'Verplaatst', text: 'Zie je inschrijvingen.' })
  const recipientsOf = async ({ key }: WrittenMessage) => {
    const rows = await database.kysely
      .selectFrom('message_recipient')
      .innerJoin('message', 'message.id', 'message_recipient.message_id')
      .select('user_id')
      .where('key', '=', key)
      .orderBy('user_id')
      .execute()
    return rows.map(({ user_id }) => user_id)
  }

  test('a pasted list is read line by line: who is meant, who is nobody, no student, or named before', async () => {
    const number = { username: 'nummer@school.test', student_number: '0912345' }
    const id = await add.user({ ...number, education_department_id: school.departmentId })
    const lines = [
      'Sam de Vries <SAM@school.test>;',
      '0912345',
      'nummer@school.test',
      'niemand@school.test',
      '999',
      'teacher@school.test',
      'guest@school.test',
      'geen adres!',
      'newcomer@school.test',
    ]
    const people = await preview('open', { kind: 'enroll', module_ids: modules('ALG') }, { by: 'lines', lines })
    expect(people.map(({ text }) => text)).toEqual(lines)
    const reported = people.map(({ user, fault, tests: [one] }) => [
      user?.id,
      fault ?? one?.obstacle?.refusal ?? one?.outcome,
    ])
    const { sam, teacher, guest, newcomer } = school.users
    expect(reported).toEqual([
      [sam, 'will'],
      [id, 'will'],
      [id, 'person-repeated'],
      [undefined, 'person-unknown'],
      [undefined, 'person-unknown'],
      [teacher, 'person-no-student'],
      [guest, 'person-no-student'],
      [undefined, 'line-unreadable'],
      [newcomer, 'will'],
    ])
    expect(await kept()).toEqual([])
  })

  test('a student who takes it elsewhere is refused with that moment, and of two modules for one slot the second is', async () => {
    await hold('sam', 'open', 'ALG')
    const act: GroupAct = { kind: 'enroll', module_ids: modules('ALG', 'GON', 'STA') }
    const [sam, noor] = await preview('single', act, { by: 'users', user_ids: [school.users.sam, school.users.noor] })
    expect(sam?.tests).toMatchObject([
      {
        outcome: 'refused',
        obstacle: { refusal: 'existing-enrollment', held: { date: '2026-03-20', duration: 'day' } },
      },
      { outcome: 'will' },
      { outcome: 'refused', obstacle: { refusal: 'no-slots-left' } },
    ])
    expect(noor?.tests.map(({ outcome }) => outcome)).toEqual(['will', 'refused', 'refused'])
  })

  test('the plan equals the outcome, of every act at every moment', async () => {
    const acts: GroupAct[] = [
      { kind: 'enroll', module_ids: modules('ALG', 'GON', 'OLD', 'ELSEWHERE') },
      { kind: 'move', testmoment_id: school.moments.single },
      { kind: 'move', testmoment_id: school.moments.listed, module_ids: modules('ALG') },
      { kind: 'unenroll', module_ids: modules('GON') },
      { kind: 'unenroll' },
    ]
    await complete('unactivated', 'ALG')
    await hold('noor', 'past', 'ALG')
    await hold('sam', 'other', 'ALG')
    const outcomes = new Set<string>()
    for (const moment of ['past', 'lastYear', 'closed', 'single', 'open', 'listed'] as const)
      for (const act of acts) {
        const people = await preview(moment, act, everybody())
        const planned = people.flatMap(({ tests }) => tests)
        if (planned.length === 0) continue
        const settled = await carryOut(moment, act, testsIn(people))
        expect(settled.map(({ outcome, obstacle }) => ({ outcome, obstacle }))).toEqual(
          planned.map(({ outcome, obstacle }) => ({ outcome: outcome === 'will' ? 'done' : outcome, obstacle })),
        )
        for (const { outcome, obstacle } of planned) outcomes.add(`${act.kind} ${obstacle?.refusal ?? outcome}`)
      }
    expect([...outcomes].toSorted()).toEqual([
      'enroll already',
      'enroll existing-enrollment',
      'enroll module-completed',
      'enroll module-unavailable',
      'enroll no-slots-left',
      'enroll schoolyear-inactive',
      'enroll testmoment-past',
      'enroll will',
      'move already',
      'move no-slots-left',
      'move testmoment-past',
      'move will',
      'unenroll testmoment-past',
      'unenroll will',
    ])
  })

  test('all that a filter finds, but for some, are meant by it', async () => {
    await hold('sam', 'open', 'ALG')
    await hold('sam', 'open', 'GON')
    await hold('noor', 'open', 'GON')
    const here = (filter: object, except?: number[]) =>
      preview('open', { kind: 'unenroll' }, { by: 'filter', filter, except })
    const { sam, noor } = school.users
    expect((await here({})).map(({ user }) => user?.id)).toEqual([sam, noor])
    expect((await here({ module_id: school.modules.ALG })).map(({ user, tests }) => [user?.id, tests.length])).toEqual([
      [sam, 2],
    ])
    expect((await here({ search: 'NOOR' })).map(({ user }) => user?.id)).toEqual([noor])
    expect((await here({}, [sam])).map(({ user }) => user?.id)).toEqual([noor])
  })

  test('asked again, it is as was asked for, and nobody is notified twice', async () => {
    await hold('noor', 'closed', 'ALG')
    const { sam, noor, teacher } = school.users
    const tests = [sam, noor].map((user_id) => ({ user_id, module_id: school.modules.ALG }))
    const asking: [GroupAct, string[], string[], number[]][] = [
      [{ kind: 'enroll', module_ids: [] }, ['done', 'already'], ['already', 'already'], [sam]],
      [{ kind: 'move', testmoment_id: school.moments.other }, ['done', 'done'], ['already', 'already'], [sam, noor]],
    ]
    for (const [act, first, again, notified] of asking) {
      const message = write()
      expect((await carryOut('closed', act, tests, message)).map(({ outcome }) => outcome)).toEqual(first)
      expect((await carryOut('closed', act, tests, message)).map(({ outcome }) => outcome)).toEqual(again)
      expect(await recipientsOf(message)).toEqual(notified)
    }
    const message = write()
    const leaving = { kind: 'unenroll' } as const
    expect((await carryOut('other', leaving, tests, message)).map(({ outcome }) => outcome)).toEqual(['done', 'done'])
    expect((await carryOut('other', leaving, tests, message)).map(({ outcome }) => outcome)).toEqual([
      'already',
      'already',
    ])
    expect(await recipientsOf(message)).toEqual([sam, noor])
    expect(await carryOut('other', { kind: 'move', testmoment_id: school.moments.open }, tests)).toMatchObject([
      { outcome: 'refused', obstacle: { refusal: 'not-found' } },
      { outcome: 'refused', obstacle: { refusal: 'not-found' } },
    ])
    expect(await kept()).toEqual([])
    const trail = await auditTrail(database)
    expect(trail.filter((line) => line.includes('message'))).toHaveLength(3)
    expect(trail.filter((line) => !line.includes('message'))).toEqual(
      [
        ['enrolled', sam],
        ...[sam, noor].flatMap((id) => ['unenrolled', 'enrolled'].map((action) => [action, id])),
        ...[sam, noor].map((id) => ['unenrolled', id]),
      ].map(([action, id]) => `user ${teacher} ${action} user ${id}: `),
    )
  })

  test('a desk that fails over some of it is asked again: all is done, and each student notified once', async () => {
    let asked = 0
    const desk = openEnrollmentDesk({ database, clock: () => MORNING })
    const failing = await startTestApi(database, {
      desk: {
        handle: async (request) => {
          asked += 1
          if (asked === 2) throw unavailable('batch-queue')
          return desk.handle(request)
        },
        wait: desk.wait,
      },
    })
    const { token } = await failing.logIn('teacher@school.test')
    const there = { ask: (operation: string, body?: unknown) => failing.ask(operation, { token, body }) }
    const { sam, noor } = school.users
    const tests = [sam, noor].map((user_id) => ({ user_id, module_id: school.modules.ALG }))
    const message = write()
    const act: GroupAct = { kind: 'enroll', module_ids: [] }
    expect(await ask('open', act, tests, message, there)).toMatchObject({ status: 503 })
    expect(await kept()).toHaveLength(1)
    const again = await ask('open', act, tests, message, there)
    expect(again.body).toMatchObject({ tests: [{ outcome: 'already' }, { outcome: 'done' }] })
    expect(await recipientsOf(message)).toEqual([sam, noor])
  })

  test('a student who enrolls at the same moment is enrolled once, and takes one place', async () => {
    const place = { user_id: school.users.sam, module_id: school.modules.GON }
    const [own, settled] = await Promise.all([
      as.sam('POST /enrollment', { ...place, testmoment_id: school.moments.single }),
      carryOut('single', { kind: 'enroll', module_ids: [] }, [{ ...place, module_id: school.modules.ALG }, place]),
    ])
    const held = await kept()
    expect(held).toHaveLength(1)
    expect([own.status, ...settled.map(({ outcome }) => outcome)]).toEqual(
      held[0]?.module_id === school.modules.ALG ? [422, 'done', 'refused'] : [201, 'refused', 'already'],
    )
  })

  test('changes nothing with words that cannot be sent, nor where there is no such moment', async () => {
    const tests = [{ user_id: school.users.sam, module_id: school.modules.ALG }]
    const act: GroupAct = { kind: 'enroll', module_ids: [] }
    expect(await ask('open', act, tests, { ...write(), subject: '\n' })).toMatchObject({
      status: 422,
      body: { reason: 'subject-missing' },
    })
    const nowhere = { kind: 'move', testmoment_id: 2_147_483_647 } as const
    expect(await ask('open', nowhere, tests)).toMatchObject({ status: 404 })
    for (const body of [
      { act: { kind: 'enroll' }, tests: [] },
      { act: { kind: 'enroll' }, tests: Array(101).fill(tests[0]) },
      { act: { kind: 'delete' }, tests },
    ])
      expect(await as.teacher(`POST /testmoment/${school.moments.open}/students`, body)).toMatchObject({
        status: 400,
      })
    expect(await kept()).toEqual([])
  })
})
