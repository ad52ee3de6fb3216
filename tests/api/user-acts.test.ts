import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { carryOutUserAct, previewUserAct } from '#contract/users.calls.ts'
import { auditTrail } from '#tests/support/api/audit-trail.ts'
import { enrollDepartmentAutomatically, offerAutomatically } from '#tests/support/api/automatic-offers.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { startTestApi } from '#tests/support/api/test-api.ts'
import { MORNING } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { halfway, holdUser } from '#tests/support/halfway.ts'
import { interleaved } from './support/interleaved.ts'

const MINUTE = 60_000
const created_at = new Date(MORNING).toISOString()

describeOnEachDatabase('what is done to many users at once', (open) => {
  const { database, school, api, enroll, set, add, as } = openStage(open, {
    loggedIn: ['teacher'],
    server: (database) => startTestApi(interleaved(database)),
  })

  const plan = async (act: object, group: object) => {
    const { status, body } = await as.teacher('POST /users/act/preview', { act, group })
    expect(status, JSON.stringify(body)).toBe(200)
    const { people, waits_ended } = previewUserAct.reply.parse(body)
    const named = people.map(({ username, id: _, first_name: __, last_name: ___, ...rest }) => [
      username.replace('@school.test', ''),
      rest,
    ])
    return { people: Object.fromEntries(named), order: named.map(([name]) => name), waits_ended }
  }
  const carryOut = async (act: object, users: object[], message?: object) => {
    const { status, body } = await as.teacher('POST /users/act', { act, users, message })
    expect(status, JSON.stringify(body)).toBe(200)
    return carryOutUserAct.reply.parse(body).users
  }
  const everybody = () => ({ by: 'users', user_ids: Object.values(school.users) })
  const userOf = (id: number) => database.kysely.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst()
  const letters = async () =>
    (await database.kysely.selectFrom('outbox').select('kind').where('kind', '=', 'invitation-letter').execute()).length
  const enrollmentsOf = async (user_id: number) =>
    (await database.kysely.selectFrom('enrollment').select('module_id').where('user_id', '=', user_id).execute()).map(
      ({ module_id }) => module_id,
    )

  describe('inviting', () => {
    const invite = { kind: 'invite' }

    test('a user who is not activated gets one letter, however often it is asked for within some minutes', async () => {
      const { sam, unactivated } = school.users
      const planned = await plan(invite, everybody())
      expect(planned.people.unactivated).toEqual({ outcome: 'will' })
      expect(planned.people.sam).toEqual({ outcome: 'refused', obstacle: 'account-activated' })
      // All of them have one name, and stand by their ids then.
      const byId = Object.entries(school.users).toSorted(([, one], [, other]) => one - other)
      expect(planned.order).toEqual(byId.map(([name]) => name))

      const asked = [{ id: unactivated }, { id: sam }, { id: unactivated }, { id: 999_999 }]
      expect(await carryOut(invite, asked)).toEqual([
        { id: unactivated, outcome: 'done' },
        { id: sam, outcome: 'refused', obstacle: 'account-activated' },
        { id: 999_999, outcome: 'refused', obstacle: 'not-found' },
      ])
      expect(await letters()).toBe(1)
      expect((await plan(invite, everybody())).people.unactivated).toEqual({ outcome: 'already' })
      expect(await carryOut(invite, [{ id: unactivated }])).toEqual([{ id: unactivated, outcome: 'already' }])
      expect(await letters()).toBe(1)
      expect(await auditTrail(database)).toEqual([
        `user ${school.users.teacher} activation-resent user ${unactivated}: `,
      ])

      api.clock.now += 10 * MINUTE
      expect(await carryOut(invite, [{ id: unactivated }])).toEqual([{ id: unactivated, outcome: 'done' }])
      expect(await letters()).toBe(2)
    })

    test('two who ask at the same time have one letter sent', { tags: 'race' }, async () => {
      const { unactivated } = school.users
      const ask = () => carryOut(invite, [{ id: unactivated }])
      const answers = await halfway(database, { hold: holdUser(unactivated), first: ask, second: ask })
      expect(
        answers
          .flat()
          .map(({ outcome }) => outcome)
          .toSorted(),
      ).toEqual(['already', 'done'])
      expect(await letters()).toBe(1)
    })

    test('a user who logs in meanwhile, since they were activated, is not written to', { tags: 'race' }, async () => {
      const { unactivated } = school.users
      const activate = async () => {
        await set.user(unactivated, { activated: true, activation_nonce: null, activation_expires_at: null })
        await api.logIn('unactivated@school.test')
        return []
      }
      const [, settled] = await halfway(database, {
        hold: holdUser(unactivated),
        first: activate,
        second: () => carryOut(invite, [{ id: unactivated }]),
      })
      expect(settled).toEqual([{ id: unactivated, outcome: 'refused', obstacle: 'account-activated' }])
      expect(await letters()).toBe(0)
      expect((await userOf(unactivated))?.last_login_at).not.toBeNull()
    })
  })

  describe('giving a class group', () => {
    const give = (class_group: string | null) => ({ kind: 'class-group', class_group })

    test('changes students, with a tidied value, and reports who had it already; null removes it', async () => {
      const { users } = school
      const planned = await plan(give(' WIS1A '), everybody())
      expect(planned.people).toMatchObject({
        ...{ sam: { outcome: 'will' }, teacher: { outcome: 'refused', obstacle: 'no-student' } },
      })
      const asked = [{ id: users.sam }, { id: users.noor }, { id: users.teacher }]
      const refused = { id: users.teacher, outcome: 'refused', obstacle: 'no-student' }
      expect(await carryOut(give(' WIS1A '), asked)).toEqual([
        ...[{ id: users.sam, outcome: 'done' }, { id: users.noor, outcome: 'done' }, refused],
      ])
      expect(await userOf(users.sam)).toMatchObject({ class_group: 'WIS1A', version: 2 })
      expect(await userOf(users.teacher)).toMatchObject({ class_group: null })
      expect(await carryOut(give('WIS1A'), [{ id: users.sam }])).toEqual([{ id: users.sam, outcome: 'already' }])
      // Between plan and confirming a colleague changes one of them.
      expect((await plan(give('WIS1B'), everybody())).people.noor).toEqual({ outcome: 'will' })
      await set.user(users.noor, { class_group: 'WIS1B' })
      expect(await carryOut(give('WIS1B'), [{ id: users.noor }])).toEqual([{ id: users.noor, outcome: 'already' }])
      expect(await carryOut(give(null), [{ id: users.sam }])).toEqual([{ id: users.sam, outcome: 'done' }])
      expect(await userOf(users.sam)).toMatchObject({ class_group: null, version: 3 })
      const edited = (id: number) => `user ${users.teacher} edited user ${id}: class_group`
      expect(await auditTrail(database)).toEqual([users.sam, users.noor, users.sam].map(edited))
    })

    test('refuses a name that cannot be kept, before anything is done', async () => {
      const body = { act: give('x'.repeat(41)), group: everybody(), users: [{ id: school.users.sam }] }
      for (const path of ['/users/act/preview', '/users/act'])
        expect(await as.teacher(`POST ${path}`, body)).toMatchObject({
          ...{ status: 422, body: { reason: 'class-group-too-long' } },
        })
    })
  })

  describe('giving a department', () => {
    let other: number
    beforeEach(async () => {
      other = await add.department(['ALG', 'ELSEWHERE'])
    })
    const give = () => ({ kind: 'department', education_department_id: other })

    test('shows for each what is lost and made, and carries it out for users of whom that is still true', async () => {
      const { users, modules, moments } = school
      await enrollDepartmentAutomatically(database, other)
      await offerAutomatically(database, moments.other, modules.ELSEWHERE)
      await enroll('sam', 'open')
      await enroll('sam', 'open', 'GON')
      await enroll('noor', 'past', 'GON')
      const planned = await plan(give(), everybody())
      expect(planned.people).toEqual({
        sam: { outcome: 'will', ends: 1, makes: 1 },
        noor: { outcome: 'will', makes: 1 },
        unactivated: { outcome: 'will', makes: 1 },
        newcomer: { outcome: 'will' },
        guest: { outcome: 'refused', obstacle: 'no-student' },
        teacher: { outcome: 'refused', obstacle: 'no-student' },
      })
      const asked = [{ id: users.sam, ends: 1 }, { id: users.noor }, { id: users.newcomer }, { id: users.guest }]
      expect(await carryOut(give(), asked)).toEqual([
        { id: users.sam, outcome: 'done' },
        { id: users.noor, outcome: 'done' },
        { id: users.newcomer, outcome: 'done' },
        { id: users.guest, outcome: 'refused', obstacle: 'no-student' },
      ])
      expect(new Set(await enrollmentsOf(users.sam))).toEqual(new Set([modules.ALG, modules.ELSEWHERE]))
      // Past enrollments stay.
      expect(new Set(await enrollmentsOf(users.noor))).toEqual(new Set([modules.GON, modules.ELSEWHERE]))
      expect(await userOf(users.newcomer)).toMatchObject({
        education_department_id: other,
        information_checked: false,
        onboarding_step: 1,
        version: 1,
      })
      expect(await enrollmentsOf(users.newcomer)).toEqual([])
      const by = `user ${users.teacher}`
      expect(await auditTrail(database)).toEqual([
        `${by} edited user ${users.newcomer}: education_department_id`,
        `${by} department-switched user ${users.sam}: education_department_id`,
        `${by} department-switched user ${users.noor}: education_department_id`,
      ])
      expect(await carryOut(give(), asked.slice(0, 3))).toEqual(
        asked.slice(0, 3).map(({ id }) => ({ id, outcome: 'already' })),
      )
      expect((await auditTrail(database)).length).toBe(3)
    })

    test('writes to those whose enrollments end, each once, by one message for all batches', async () => {
      const { users, modules } = school
      await enroll('sam', 'open', 'GON')
      await enroll('sam', 'open', 'STA')
      await enroll('noor', 'open', 'GON')
      const message = { key: randomUUID(), subject: 'Je inschrijving is vervallen', text: 'Kies iets anders.' }
      const nobody = [{ id: users.newcomer }]
      const batches = [nobody, [{ id: users.sam, ends: 2 }], [{ id: users.noor, ends: 1 }, { id: users.unactivated }]]
      for (const batch of [...batches, ...batches]) await carryOut(give(), batch, message)
      const notified = await database.kysely
        .selectFrom('message_recipient')
        .innerJoin('message', 'message.id', 'message_recipient.message_id')
        .select(['user_id', 'audience_label', 'recipients'])
        .orderBy('user_id')
        .execute()
      const of = { audience_label: 'Studierichting gewijzigd: Techniek', recipients: 2 }
      expect(notified).toEqual([users.sam, users.noor].toSorted((a, b) => a - b).map((user_id) => ({ user_id, ...of })))

      // Another message by a key that is known is nobody's.
      const other = await add.department([modules.ELSEWHERE])
      await enroll('sam', 'open')
      await carryOut({ kind: 'department', education_department_id: other }, [{ id: users.sam, ends: 1 }], message)
      expect(await database.kysely.selectFrom('message_recipient').select('user_id').execute()).toHaveLength(2)
    })

    test('takes no more from anybody than was agreed to', async () => {
      const { users, modules } = school
      await enroll('sam', 'open', 'GON')
      expect(await carryOut(give(), [{ id: users.sam }, { id: users.noor }])).toEqual([
        { id: users.sam, outcome: 'refused', obstacle: 'ends-more' },
        { id: users.noor, outcome: 'done' },
      ])
      expect(await enrollmentsOf(users.sam)).toEqual([modules.GON])
      expect(await userOf(users.sam)).toMatchObject({ education_department_id: school.departmentId })
    })

    test('does not give one that is archived, or is not there', async () => {
      await database.kysely
        .updateTable('education_department')
        .set({ archived: true })
        .where('id', '=', other)
        .execute()
      for (const education_department_id of [other, 999_999])
        expect(
          await carryOut({ kind: 'department', education_department_id }, [{ id: school.users.newcomer }]),
        ).toEqual([{ id: school.users.newcomer, outcome: 'refused', obstacle: 'department-unavailable' }])
    })
  })

  describe('deleting', () => {
    const remove = { kind: 'delete' }

    test('says what goes with each, keeps oneself, and is done once', async () => {
      const { users } = school
      await enroll('sam', 'open')
      await enroll('sam', 'past', 'GON')
      const planned = await plan(remove, everybody())
      expect(planned.people.sam).toEqual({ outcome: 'will', ends: 2 })
      expect(planned.people.noor).toEqual({ outcome: 'will' })
      expect(planned.people.teacher).toEqual({ outcome: 'refused', obstacle: 'own-account' })
      const asked = [{ id: users.sam, ends: 2 }, { id: users.noor }, { id: users.teacher }]
      expect(await carryOut(remove, asked)).toEqual([
        { id: users.sam, outcome: 'done' },
        { id: users.noor, outcome: 'done' },
        { id: users.teacher, outcome: 'refused', obstacle: 'own-account' },
      ])
      expect(await userOf(users.sam)).toBeUndefined()
      expect(await enrollmentsOf(users.sam)).toEqual([])
      const by = `user ${users.teacher}`
      expect(await auditTrail(database)).toEqual([
        `${by} deleted user ${users.sam}: `,
        `${by} deleted user ${users.noor}: `,
      ])
      expect(await carryOut(remove, asked.slice(0, 2))).toEqual(
        asked.slice(0, 2).map(({ id }) => ({ id, outcome: 'already' })),
      )
      expect((await auditTrail(database)).length).toBe(2)
    })

    test('keeps who has more by now than was agreed to', async () => {
      const { users } = school
      await enroll('sam', 'open')
      expect(await carryOut(remove, [{ id: users.sam }])).toEqual([
        { id: users.sam, outcome: 'refused', obstacle: 'ends-more' },
      ])
      expect(await userOf(users.sam)).toBeDefined()
    })

    test('a login of a user who is deleted at that moment opens nothing', { tags: 'race' }, async () => {
      const { sam } = school.users
      const logIn = () =>
        api.ask('POST /login_check', { body: { username: 'sam@school.test', password: 'een-lang-wachtwoord' } })
      const [settled, login] = await halfway(database, {
        hold: holdUser(sam),
        first: () => carryOut(remove, [{ id: sam }]),
        second: logIn,
      })
      expect(settled).toEqual([{ id: sam, outcome: 'done' }])
      expect(login).toMatchObject({ status: 401 })
      expect(await database.kysely.selectFrom('session').select('id').where('user_id', '=', sam).execute()).toEqual([])
    })
  })

  test('all that a filter finds are looked at, but for some, and more than five thousand are too many', async () => {
    const { users } = school
    const group = { by: 'filter', filter: { type: 'ROLE_STUDENT', activated: 'yes' }, except: [users.noor] }
    expect((await plan({ kind: 'message' }, group)).order).toEqual(['sam', 'newcomer'])
    expect((await plan({ kind: 'message' }, everybody())).people.guest).toEqual({
      outcome: 'refused',
      obstacle: 'no-student',
    })
    const rows = Array.from({ length: 5_000 }, (_, nth) => ({
      username: `z${nth}@school.test`,
      first_name: 'Al',
      last_name: 'Tijd',
      search_text: 'al tijd',
      roles: 'ROLE_STUDENT',
      created_at,
    }))
    for (let from = 0; from < rows.length; from += 1_000)
      await database.kysely
        .insertInto('user')
        .values(rows.slice(from, from + 1_000))
        .execute()
    const all = { by: 'filter', filter: { activated: 'no' } }
    const tooMany = await as.teacher('POST /users/act/preview', { act: { kind: 'invite' }, group: all })
    expect(tooMany).toMatchObject({ status: 422, body: { reason: 'users-too-many' } })
    const less = { ...all, except: [users.unactivated] }
    expect((await plan({ kind: 'invite' }, less)).order).toHaveLength(5_000)
    await database.kysely.deleteFrom('user').where('search_text', '=', 'al tijd').execute()
  })

  test('a student does none of it', async () => {
    const sam = (await api.logIn('sam@school.test')).token
    const body = { act: { kind: 'delete' }, users: [{ id: school.users.noor }] }
    expect(await api.ask('POST /users/act', { token: sam, body })).toMatchObject({ status: 403 })
  })
})
