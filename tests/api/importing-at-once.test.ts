// @module-tag race
import { expect, test } from 'vitest'
import { assessStudentImport, importStudents } from '#api-server/acts/import/import-students.ts'
import { assessTestmomentImport, importTestmoments } from '#api-server/acts/import/import-testmoments.ts'
import { openEnrollmentDesk } from '#api-server/enrollments/desk/desk.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { addYear, MORNING } from '#tests/support/api/test-school.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { halfway } from '#tests/support/halfway.ts'

const desk = { letters: { wake: () => undefined }, clock: () => MORNING }

/** The second comes while the first has written, and has not committed. */
describeOnPostgres('two teachers who confirm the same list at once:', (open) => {
  const { database, school } = openStage(open, { server: 'none' })

  /** Outcome of an import: how many lines it added, or why it added none. */
  const outcomeOf = (work: Promise<{ added: number }>) =>
    work.then(
      ({ added }) => added,
      (error: unknown) => (error instanceof Error ? error.message : error),
    )

  test('one makes the accounts and the other is shown that they are there', async () => {
    const text = 'e-mail;studierichting\njade@school.test;Techniek\nomar@school.test;Techniek'
    const confirmation = (await assessStudentImport(database.kysely, { text })).preview.confirmation ?? ''
    const enter = () => outcomeOf(importStudents({ ...desk, database }, { text, confirmation }, school.users.teacher))
    const outcomes = await halfway(database, {
      hold: (trx) => trx.selectFrom('education_department').select('id').forUpdate().execute(),
      first: enter,
      second: enter,
    })
    expect(outcomes).toEqual([2, 'plan-changed'])
    const letters = await database.kysely.selectFrom('outbox').select('kind').execute()
    expect(letters).toHaveLength(2)
  })

  test('one of two lists sets the student number, and the other reports its owner', async () => {
    const entering = async (username: string) => {
      const text = `e-mail;nummer;studierichting\n${username};S1;Techniek`
      const confirmation = (await assessStudentImport(database.kysely, { text })).preview.confirmation ?? ''
      return () => outcomeOf(importStudents({ ...desk, database }, { text, confirmation }, school.users.teacher))
    }
    const outcomes = await halfway(database, {
      hold: (trx) => trx.selectFrom('education_department').select('id').forUpdate().execute(),
      first: await entering('jade@school.test'),
      second: await entering('sam@school.test'),
    })
    expect(outcomes).toEqual([1, 'plan-changed'])
  })

  test('one adds the moments and the other is shown that they are there', async () => {
    const schoolyear_id = await addYear(database, '2026-2027', false)
    const list = { text: 'datum;modules\n1-5-2026;ALG\n2-5-2026;ALG', schoolyear_id }
    const confirmation = (await assessTestmomentImport(database.kysely, list, MORNING)).preview.confirmation ?? ''
    const enter = () =>
      outcomeOf(importTestmoments({ ...desk, database }, { ...list, confirmation }, school.users.teacher))
    const outcomes = await halfway(database, {
      hold: (trx) => trx.selectFrom('module').select('id').forUpdate().execute(),
      first: enter,
      second: enter,
    })
    expect(outcomes).toEqual([2, 'plan-changed'])
    const moments = await database.kysely
      .selectFrom('testmoment')
      .select('id')
      .where('schoolyear_id', '=', schoolyear_id)
      .execute()
    expect(moments).toHaveLength(2)
  })

  test('a student who comes while a list takes a module away at their moment is refused', async () => {
    const [testmoment_id, module_id] = [school.moments.open, school.modules.ALG]
    await database.kysely.insertInto('testmoment_module').values({ testmoment_id, module_id }).execute()
    const active = database.kysely.selectFrom('schoolyear').select('id').where('active', '=', true)
    const { id: schoolyear_id } = await active.executeTakeFirstOrThrow()
    const list = { text: 'datum;modules\n20-3-2026;GON', schoolyear_id, update: true }
    const confirmation = (await assessTestmomentImport(database.kysely, list, MORNING)).preview.confirmation ?? ''
    const wish = { wish: 'enroll', by: 'student', user_id: school.users.sam, testmoment_id, module_id } as const
    const outcomes = await halfway(database, {
      hold: (trx) => trx.selectFrom('module').select('id').where('id', '=', school.modules.GON).forUpdate().execute(),
      first: () => importTestmoments({ ...desk, database }, { ...list, confirmation }, school.users.teacher),
      second: () =>
        openEnrollmentDesk({ database, clock: desk.clock })
          .handle(wish)
          .catch((error: unknown) => error),
    })
    expect(outcomes).toMatchObject([{ added: 0, changed: 1 }, { reason: 'module-unavailable' }])
  })
})
