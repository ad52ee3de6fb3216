// @module-tag race
import { expect, test } from 'vitest'
import { assessStudentImport, importStudents } from '#api-server/acts/import/import-students.ts'
import { FORGOTTEN } from '#api-server/acts/import/kept-import.ts'
import { assessUndo, undoImport } from '#api-server/acts/import/undo-import.ts'
import type { Database } from '#database/engine/open-database.ts'
import { findable } from '#domain/users/search.rules.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { MORNING, startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase, describeOnPostgres } from '#tests/support/databases.ts'
import { halfway, meanwhile } from '#tests/support/halfway.ts'

const LIST = 'e-mail;naam\njade@school.test;Jade Berg\nomar@school.test;Omar Amrani'

const clock = () => MORNING
const desk = { letters: { wake: () => undefined }, clock }

/** Imported, and about to be turned back as it was shown. */
async function readyToUndo(database: Database, { users }: TestSchool) {
  const { confirmation: confirmed } = (await assessStudentImport(database.kysely, { text: LIST })).preview
  const wish = { text: LIST, confirmation: confirmed ?? '' }
  const { import_id: id } = await importStudents({ ...desk, database }, wish, users.teacher)
  const { confirmation } = (await assessUndo(database.kysely, { id }, MORNING)).preview
  const undo = () =>
    undoImport(database, { id, confirmation: confirmation ?? '', actorId: users.teacher }, clock).then(
      ({ undone, stayed }) => `${undone} undone, ${stayed} stayed`,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
  return undo
}

const countMade = async ({ kysely }: Database) =>
  (
    await kysely
      .selectFrom('user')
      .select('id')
      .where('username', 'in', ['jade@school.test', 'omar@school.test'])
      .execute()
  ).length

describeOnPostgres('an import that is turned back while it is used', (open) => {
  const { database, school } = openStage(open, { server: 'none' })

  test('by two at once is turned back once, and the other is shown so', async () => {
    const undo = await readyToUndo(database, school)
    const outcomes = await halfway(database, {
      hold: (trx) =>
        trx.selectFrom('user').select('id').where('username', '=', 'omar@school.test').forUpdate().execute(),
      first: undo,
      second: undo,
    })
    expect(outcomes).toEqual(['2 undone, 0 stayed', 'plan-changed'])
    expect(await countMade(database)).toBe(0)
  })

  test('waits for who has the import, and is shown what became of its lines meanwhile', async () => {
    const undo = await readyToUndo(database, school)
    const outcome = await meanwhile(
      database,
      async (trx) => {
        await trx.selectFrom('import').select('id').forUpdate().execute()
        await trx.updateTable('import_line').set({ before: null, after: FORGOTTEN }).execute()
      },
      undo,
    )
    expect(outcome).toBe('plan-changed')
    expect(await countMade(database)).toBe(2)
  })

  test.each([
    ['activates the account', { activated: true, activation_nonce: null, activation_expires_at: null }],
    ['logs in', { last_login_at: new Date(MORNING).toISOString() }],
    ['is edited', { ...findable({ username: 'jade@school.test', first_name: 'J', last_name: 'B' }), version: 2 }],
  ])('deletes nobody who %s at the same time', async (_, values) => {
    const undo = await readyToUndo(database, school)
    const outcome = await meanwhile(
      database,
      (trx) => trx.updateTable('user').set(values).where('username', '=', 'jade@school.test').execute(),
      undo,
    )
    expect(outcome).toBe('plan-changed')
    expect(await countMade(database)).toBe(2)
  })

  test('deletes nobody who is enrolled at the same time', async () => {
    const undo = await readyToUndo(database, school)
    const outcome = await meanwhile(
      database,
      async (trx) => {
        const student = trx.selectFrom('user').select('id').where('username', '=', 'jade@school.test')
        const { id: user_id } = await student.forNoKeyUpdate().executeTakeFirstOrThrow()
        const where = { testmoment_id: school.moments.open, module_id: school.modules.ALG }
        await trx
          .insertInto('enrollment')
          .values({ user_id, ...where, created_at: new Date(MORNING).toISOString() })
          .execute()
      },
      undo,
    )
    expect(outcome).toBe('plan-changed')
    expect(await countMade(database)).toBe(2)
  })
})

describeOnEachDatabase('an import of many', (open) => {
  test('lets the event loop turn while it is read, written and turned back', async () => {
    const database = await open()
    const { users } = await startTestSchool(database)
    const text = ['e-mail', ...Array.from({ length: 2_000 }, (_, at) => `s${at}@school.test`)].join('\n')
    const { confirmation } = (await assessStudentImport(database.kysely, { text })).preview
    let turns = 0
    let isOver = false
    const count = () => {
      turns++
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const { import_id } = await importStudents(
      { ...desk, database },
      { text, confirmation: confirmation ?? '' },
      users.teacher,
    )
    isOver = true
    expect(import_id).toBeGreaterThan(0)
    // In one turn none would be counted; a second of work has dozens, on any machine.
    expect(turns).toBeGreaterThan(5)
  })
})
