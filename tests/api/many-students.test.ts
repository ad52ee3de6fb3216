import { beforeAll, expect, test } from 'vitest'
import { changeDepartmentModules } from '#api-server/departments/department-modules.ts'
import { editEducationDepartment } from '#api-server/departments/edit-department.ts'
import { editSchoolyear } from '#api-server/schoolyears/schoolyears.ts'
import { editTestmomentModules } from '#api-server/testmoments/testmoment-modules.ts'
import type { Database } from '#database/engine/open-database.ts'
import { findable } from '#domain/users/search.rules.ts'
import { offerAutomatically } from '#tests/support/api/automatic-offers.ts'
import { countStatements } from '#tests/support/api/counted-database.ts'
import { addDepartment, addMoment, addYear, MORNING, startTestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

const FEW = 10
const MANY = 5_000

/** Statements per thousand rows: locks, students, completed modules, enrollments, and inserts. */
const STATEMENTS_PER_THOUSAND = 6

describeOnEachDatabase('for a department of thousands', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  let stage: { id: number; GON: number; moment: number; actor: { id: number; roles: ['ROLE_ADMIN'] } }

  /** A department that offers two modules, both automatic at one moment, in a year that becomes the only active one. */
  async function startStage(students: number): Promise<void> {
    const { users, modules, moments } = await startTestSchool(database)
    const { ALG, GON } = modules
    const id = await addDepartment(database, [ALG, GON])
    const inserted = Array.from({ length: students }, (_, index) => ({
      ...findable({ username: `student-${index}@school.test`, first_name: 'Sam', last_name: 'de Vries' }),
      roles: 'ROLE_STUDENT',
      information_checked: true,
      education_department_id: id,
      created_at: '2026-03-01T09:00:00.000Z',
    }))
    for (let from = 0; from < students; from += 1_000)
      await database.kysely
        .insertInto('user')
        .values(inserted.slice(from, from + 1_000))
        .execute()
    await offerAutomatically(database, moments.closed, ALG, GON)
    stage = { id, GON, moment: moments.closed, actor: { id: users.teacher, roles: ['ROLE_ADMIN'] } }
  }

  type Counted = { database: Database; clock: () => number }

  const statementsFor = async (work: (counted: Counted) => Promise<unknown>) => {
    const { database: counted, answered } = countStatements(database)
    await work({ database: counted, clock: () => MORNING })
    return answered.count
  }
  const enrollments = async () =>
    (
      await database.kysely
        .selectFrom('enrollment')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count

  const toggle = (to: Counted) => editEducationDepartment(to, stage.actor, { id: stage.id, auto_enroll: true })

  test('switching automatic enrollment on takes a few statements more for every thousand students', async () => {
    await startStage(FEW)
    const few = await statementsFor(toggle)
    expect(await enrollments()).toBe(FEW * 2)

    await startStage(MANY)
    const many = await statementsFor(toggle)
    expect(await enrollments()).toBe(MANY * 2)
    expect(few).toBeLessThan(30)
    expect(many - few).toBeLessThanOrEqual((MANY / 1_000) * STATEMENTS_PER_THOUSAND)
  })

  test('so do taking a module away, and activating a school year', async () => {
    const replace = (to: Counted, confirmed: string) =>
      changeDepartmentModules(to, stage.actor, { id: stage.id, how: 'replace', module_ids: [stage.GON], confirmed })
    const addNextYear = async () => {
      const id = await addYear(database, 'Volgend jaar', false)
      const moment = await addMoment(database, { schoolyear_id: id, date: '2026-09-10' })
      await offerAutomatically(database, moment, stage.GON)
      return { id, active: true }
    }
    const measure = async (students: number) => {
      await startStage(students)
      await toggle({ database, clock: () => MORNING })
      const removing = await statementsFor((to) => replace(to, `e${students}-s${students}-told${students}`))
      expect(await enrollments()).toBe(students)
      const edit = await addNextYear()
      const activating = await statementsFor((to) => editSchoolyear(to, stage.actor, edit))
      expect(await enrollments()).toBe(students * 2)
      return { removing, activating }
    }
    const few = await measure(FEW)
    const many = await measure(MANY)
    expect(many.removing - few.removing).toBeLessThanOrEqual(MANY / 1_000)
    expect(many.activating - few.activating).toBeLessThanOrEqual((MANY / 1_000) * STATEMENTS_PER_THOUSAND)
  })

  test('so do switching a module on at a moment, and taking it away there', async () => {
    const edit = (to: Counted, modules: { id: number; auto_enroll?: boolean }[], confirmed?: string) =>
      editTestmomentModules(to, {
        id: stage.moment,
        act: 'replace',
        list: { entities: modules },
        confirmed,
        actorId: stage.actor.id,
      })
    const measure = async (students: number) => {
      await startStage(students)
      const { kysely } = database
      await kysely.updateTable('education_department').set({ auto_enroll: true }).where('id', '=', stage.id).execute()
      await kysely.updateTable('testmoment_module').set({ auto_enroll: false }).execute()
      const listed = await kysely
        .selectFrom('testmoment_module')
        .selectAll()
        .where('testmoment_id', '=', stage.moment)
        .execute()
      const modules = listed.map(({ module_id: id }) => ({ id, auto_enroll: id === stage.GON }))
      const adding = await statementsFor((to) => edit(to, modules))
      expect(await enrollments()).toBe(students)
      const others = modules.filter(({ id }) => id !== stage.GON)
      const removing = await statementsFor((to) => edit(to, others, `e${students}-s${students}-told${students}`))
      expect(await enrollments()).toBe(0)
      return { adding, removing }
    }
    const few = await measure(FEW)
    const many = await measure(MANY)
    expect(few.adding + few.removing).toBeLessThan(46)
    expect(many.adding - few.adding).toBeLessThanOrEqual((MANY / 1_000) * STATEMENTS_PER_THOUSAND)
    expect(many.removing).toBe(few.removing)
  })
})
