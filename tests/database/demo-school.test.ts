import { beforeAll, describe, expect, test } from 'vitest'
import { seedDemoSchool } from '#database/demo/seed-demo-school.ts'
import { automaticEnrollments } from '#domain/enrollments/automatic.rules.ts'
import { canBeChosen, hasSeat, mayEnroll, mayUnenroll } from '#domain/enrollments/enrollment.rules.ts'
import { momentObstacle } from '#domain/enrollments/moment-obstacle.rules.ts'
import { mayBePromoted } from '#domain/enrollments/waiting.rules.ts'
import { isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { readSchool, type School } from './support/school-state.ts'

const PASSWORD_HASH = '$argon2id$demo'

/** A Saturday in November, the turn of the school year, both changes of the clock, a leap day and New Year's Eve. */
const DAYS = ['2026-11-21', '2026-08-01', '2027-03-28', '2026-10-25', '2028-02-29', '2026-12-31']

describeOnEachDatabase('the demo school', (open) => {
  describe.each(DAYS)('on %s', (day) => {
    const now = Date.parse(`${day}T09:30:00.000Z`)
    let school: School
    beforeAll(async () => {
      const database = await open()
      await seedDemoSchool(database, { now, passwordHash: PASSWORD_HASH })
      school = await readSchool(database)
    })

    const isCurrentAt = (id: number) => school.moments.some((moment) => moment.id === id && isCurrent(moment, now))
    const factsOf = (student: School['students'][number]) =>
      school.modules.map(({ id, active }) => ({
        id,
        active,
        in_department: student.department?.module_ids.has(id) ?? false,
        is_completed: student.completed_module_ids.has(id),
      }))

    test('has nobody enrolled against the rules', () => {
      const verdicts = school.students.flatMap((student) => {
        const facts = new Map(factsOf(student).map((module) => [module.id, module]))
        return student.enrollments
          .filter(({ moment }) => moment.schoolyear_active && isCurrent(moment, now))
          .map((enrollment) => {
            const moment = school.moments.find(({ id }) => id === enrollment.testmoment_id)
            const module = facts.get(enrollment.module_id)
            if (!moment || !module) throw new Error('an enrollment without a moment or a module')
            const enrollments = student.enrollments.filter((other) => other !== enrollment)
            return mayEnroll({ moment, module, enrollments, by: 'administrator', now })
          })
      })
      expect(verdicts.length).toBeGreaterThan(200)
      expect(verdicts.filter((verdict) => !verdict.allowed)).toEqual([])
    })

    test('has nobody over a limit, at past moments neither', () => {
      for (const { id, max_enrollments } of school.moments) {
        const counts = school.students.map(
          ({ enrollments }) => enrollments.filter(({ testmoment_id }) => testmoment_id === id).length,
        )
        if (max_enrollments > 0) expect(Math.max(...counts)).toBeLessThanOrEqual(max_enrollments)
      }
    })

    test('leaves nothing for automatic enrollment to do', () => {
      const active_module_ids = new Set(school.modules.filter(({ active }) => active).map(({ id }) => id))
      const { moments, students } = school
      const free_seats = new Map<number, number>()
      expect(automaticEnrollments({ moments, students, active_module_ids, free_seats, now }).made).toEqual([])
    })

    test('shows every state of the student screens to the two who are half-way', () => {
      const current = school.moments.filter((moment) => moment.schoolyear_active && isCurrent(moment, now))
      const halfWay = school.students.filter(({ username }) => /^(noor|daan)\./.test(username))
      const seen = halfWay.flatMap((student) => {
        const { enrollments } = student
        const modules = factsOf(student)
        return current.flatMap((moment) => [
          momentObstacle(moment, modules, enrollments, now),
          ...modules
            .filter((module) => module.in_department)
            .map((module) => {
              const has = (at: typeof moment) =>
                enrollments.some((held) => held.testmoment_id === at.id && held.module_id === module.id)
              if (has(moment))
                return mayUnenroll({ ...moment, has_record: false }, 'student', now).allowed
                  ? 'may-leave'
                  : 'stays-enrolled'
              const verdict = mayEnroll({ moment, module, enrollments, by: 'student', now })
              return verdict.allowed ? 'may-enroll' : verdict.refusal
            }),
        ])
      })
      const states = ['may-enroll', 'may-leave', 'stays-enrolled', 'enrollments-closed', 'module-unavailable']
      const refusals = ['module-completed', 'existing-enrollment', 'no-slots-left', 'all-completed', 'closed', null]
      for (const state of [...states, ...refusals]) expect(seen).toContain(state)
      expect(halfWay.every(({ enrollments }) => enrollments.some(({ moment }) => !isCurrent(moment, now)))).toBe(true)
    })

    test('has seats here and there: room, hardly any, too few, and a line where there is none', () => {
      const taken = (id: number) => school.students.filter(({ enrollments }) => hasSeat(enrollments, id)).length
      const limited = school.moments.filter(({ seats }) => seats > 0)
      expect(limited.map(({ id, seats }) => seats - taken(id)).toSorted((one, other) => one - other)).toEqual([
        ...[-2, 0, 2, 24],
      ])
      const [line = [], ...others] = Map.groupBy(school.waiting, ({ testmoment_id }) => testmoment_id).values()
      expect(others).toEqual([])
      expect(line.length).toBe(12)
      const moment = limited.find(({ id }) => id === line[0]?.testmoment_id)
      expect(moment && moment.seats - taken(moment.id)).toBe(0)
      expect(new Set(line.map(({ moves }) => moves)).size).toBe(2)
      const judged = line.map(({ user_id, module_id, moves }) => {
        const student = school.students.find(({ id }) => id === user_id)
        const module = student && factsOf(student).find(({ id }) => id === module_id)
        if (!moment || !student || !module) throw new Error('somebody waits who is not there')
        const enrollments = student.enrollments.map((held) => {
          const at = school.moments.find(({ id }) => id === held.testmoment_id)
          if (!at) throw new Error('an enrollment without a moment')
          return { ...held, moment: { ...at, has_record: false } }
        })
        return {
          name: student.username,
          held: hasSeat(enrollments, moment.id),
          may: mayBePromoted({ moment, module, enrollments, moves, now }),
        }
      })
      expect(judged.map(({ held, may }) => ({ held, may }))).toEqual(line.map(() => ({ held: false, may: true })))
      expect(judged[2]?.name).toMatch(/^daan\.elamrani@/)
    })

    test('has test days behind it: who was there, results with grades and without, and drafts', async () => {
      const tests = school.results.map((result) => {
        const at = school.presence.find(({ enrollment_id }) => enrollment_id === result.enrollment_id)
        return { ...result, status: at?.status }
      })
      const published = tests.filter(({ published_outcome }) => published_outcome !== null)
      for (const some of [published.filter(({ grade }) => grade !== null), published.filter(({ grade }) => !grade)])
        expect(new Set(some.map(({ outcome }) => outcome))).toEqual(new Set(['passed', 'failed']))
      expect(published.every((result) => result.outcome === result.published_outcome)).toBe(true)
      expect(tests.length - published.length).toBeGreaterThan(5)
      expect(tests.filter(({ status }) => status !== 'present' && status !== 'late')).toEqual([])
      expect(new Set(school.presence.map(({ status }) => status))).toEqual(new Set(['present', 'late', 'absent']))
      const recorded = new Set(school.presence.map(({ enrollment_id }) => enrollment_id))
      expect(new Set(school.recorded.map(({ id }) => id))).toEqual(recorded)
      expect(school.recorded.filter(({ testmoment_id }) => isCurrentAt(testmoment_id))).toEqual([])

      const key = (of: { user_id: number; module_id: number }) => `${of.user_id} ${of.module_id}`
      const enrollmentOf = new Map(school.recorded.map((enrollment) => [enrollment.id, enrollment]))
      const passed = published.flatMap(({ enrollment_id, outcome }) =>
        outcome === 'passed' ? [key(enrollmentOf.get(enrollment_id) ?? { user_id: 0, module_id: 0 })] : [],
      )
      const byResult = school.completed.filter(({ by_result }) => Boolean(by_result)).map(key)
      expect(new Set(byResult)).toEqual(new Set(passed))
      const noor = school.students.find(({ username }) => username.startsWith('noor.vandenbroek'))
      const outcomes = published.filter(({ user_id }) => user_id === noor?.id).map(({ outcome }) => outcome)
      expect(outcomes.toSorted()).toEqual(['failed', 'passed'])
    })

    test('has two school years, of which this one is active and the other over', () => {
      const [previous, current] = school.years.toSorted((one, other) => one.name.localeCompare(other.name))
      expect([previous?.active, current?.active]).toEqual([false, true])
      const old = school.moments.filter((moment) => !moment.schoolyear_active)
      expect(old.length).toBeGreaterThan(5)
      expect(old.filter((moment) => isCurrent(moment, now) || canBeChosen(moment, now))).toEqual([])
    })
  })

  test('is as large and as Dutch as was asked', async () => {
    const database = await open()
    const accounts = await seedDemoSchool(database, { now: Date.now(), passwordHash: PASSWORD_HASH })
    const { users, modules, departments } = await readSchool(database)
    expect(users.length).toBeGreaterThanOrEqual(200)
    expect(modules.length).toBeGreaterThanOrEqual(15)
    expect(departments.filter(({ archived }) => archived)).toHaveLength(1)
    expect(users.filter(({ last_name }) => / /.test(last_name)).length).toBeGreaterThan(50)
    expect(users.filter(({ first_name }) => /[ëïéöşğç]/i.test(first_name)).length).toBeGreaterThan(20)
    expect(users.every(({ password_hash }) => password_hash === PASSWORD_HASH)).toBe(true)
    expect(
      users.filter(({ username }) => !/^[a-z]+\.[a-z]+\d*@demo\.wiskunde-inschrijven\.example$/.test(username)),
    ).toEqual([])
    const named = await database.kysely
      .selectFrom('user')
      .select('username')
      .where(
        'username',
        'in',
        accounts.map(({ username }) => username),
      )
      .where('activated', '=', true)
      .execute()
    expect(named).toHaveLength(4)
  })

  test('is not poured over a school that has users', async () => {
    const database = await open()
    const options = { now: Date.now(), passwordHash: PASSWORD_HASH }
    await seedDemoSchool(database, options)
    const before = await readSchool(database)
    expect(await seedDemoSchool(database, options)).toEqual([])
    expect(await readSchool(database)).toEqual(before)
  })

  test('is the same school for the same moment', async () => {
    const options = { now: Date.parse('2026-11-21T09:30:00.000Z'), passwordHash: PASSWORD_HASH }
    const [one, other] = [await open(), await open()]
    await seedDemoSchool(one, options)
    await seedDemoSchool(other, options)
    expect(await readSchool(one)).toEqual(await readSchool(other))
  })
})
