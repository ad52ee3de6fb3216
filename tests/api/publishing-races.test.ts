// @module-tag race
import { expect, test } from 'vitest'
import { lockPlaces } from '#api-server/platform/locks.ts'
import { assessPublication } from '#api-server/results/assess-publication.ts'
import { publishResults } from '#api-server/results/publishing.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Transaction } from '#database/tables.ts'
import { enrollDepartmentAutomatically, offerAutomatically } from '#tests/support/api/automatic-offers.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { halfway, holdUser } from '#tests/support/halfway.ts'
import { failed, passed, resultStage } from './support/result-stage.ts'

/** The second comes while the first has all its locks, and has not committed. */
describeOnPostgres('while results are published', (open) => {
  const stage = resultStage(open)
  const { type, preview, confirm, tasks, completions } = stage

  /** Stops a teacher where it is noted who did it, with all locks taken. */
  const holdTeacher = (trx: Transaction) => holdUser(stage.school.users.teacher)(trx)
  const holdRow = (table: 'module' | 'enrollment', id: number) => (trx: Transaction) =>
    trx.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute()
  const asSam = async (operation: string, body?: object) => {
    const { token } = await stage.api.logIn('sam@school.test')
    return () => stage.api.ask(operation, { token, ...(body && { body }) })
  }
  /** The test was yesterday: its students may take it again. */
  const enrolling = async () => {
    const over = { date: '2026-03-09' }
    await stage.database.kysely.updateTable('testmoment').set(over).where('id', '=', stage.today).execute()
    const { users, moments, modules } = stage.school
    const body = { user_id: users.sam, testmoment_id: moments.open, module_id: modules.ALG }
    return asSam('POST /enrollment', body)
  }
  const shown = async () => {
    const { confirmation } = await preview()
    return () => confirm(confirmation)
  }
  const typing = async (value: object) => {
    const rows = await stage.database.kysely.selectFrom('result').select(['enrollment_id', 'version']).execute()
    const version = rows.find(({ enrollment_id }) => enrollment_id === stage.sam)?.version ?? 0
    const body = { entities: [{ enrollment_id: stage.sam, version, value }] }
    return () => stage.ask(`PUT /testmoment/${stage.today}/results`, body)
  }
  const enrolledElsewhere = () =>
    stage.database.kysely
      .selectFrom('enrollment')
      .select('id')
      .where('testmoment_id', '=', stage.school.moments.open)
      .execute()

  test('a second publication finds nothing left, and each student is written to once', async () => {
    await type([stage.sam, passed()], [stage.noor, failed()])
    const publish = await shown()
    const [first, second] = await halfway(stage.database, { hold: holdTeacher, first: publish, second: publish })
    expect(first.status).toBe(200)
    expect(second).toMatchObject({ status: 422, body: { reason: 'nothing-to-publish' } })
    expect(await tasks('result-letter')).toHaveLength(2)
  })

  test('a student who enrolls elsewhere in the module they passed is too late, or was before and is shown first', async () => {
    await type([stage.sam, passed()])
    const enrollToo = await enrolling()
    const [published, refused] = await halfway(stage.database, {
      hold: holdTeacher,
      first: await shown(),
      second: enrollToo,
    })
    expect(published.status).toBe(200)
    expect(refused).toMatchObject({ status: 422, body: { reason: 'module-completed' } })
    expect(await enrolledElsewhere()).toEqual([])
  })

  test('a student who enrolled elsewhere first changes what would follow, and the new plan is shown', async () => {
    await type([stage.sam, passed()])
    const [enrolled, published] = await halfway(stage.database, {
      hold: holdRow('module', stage.school.modules.ALG),
      first: await enrolling(),
      second: await shown(),
    })
    expect(enrolled.status).toBe(201)
    expect(published).toMatchObject({ status: 409, body: { reason: 'plan-changed' } })
    expect(await completions()).toEqual([])
    expect((await preview()).publication.enrollments_ended).toBe(1)
  })

  test('a result typed at the same time becomes a new draft, or is shown before publishing', async () => {
    await type([stage.sam, passed(70)])
    const [published, typed] = await halfway(stage.database, {
      hold: holdTeacher,
      first: await shown(),
      second: await typing(failed(40)),
    })
    expect([published.status, typed.status]).toEqual([200, 200])
    expect(typed.body).toMatchObject({
      entities: [{ outcome: 'saved', cell: { draft: failed(40), published: passed(70) } }],
    })
    const [retyped, refused] = await halfway(stage.database, {
      hold: holdTeacher,
      first: await typing(passed(90)),
      second: await shown(),
    })
    expect([retyped.status, refused.status]).toEqual([200, 409])
  })

  test('a result that was cleared and is typed again meanwhile is shown first, for its student is not locked', async () => {
    await type([stage.sam, passed()], [stage.noor, failed()])
    const publish = await shown()
    await type([stage.noor, null])
    // Within the second of the first time, so that the plan is the one that was confirmed.
    const [refused] = await halfway(stage.database, {
      hold: holdUser(stage.school.users.sam),
      first: publish,
      second: () => type([stage.noor, failed()]),
    })
    expect(refused).toMatchObject({ status: 409, body: { reason: 'plan-changed' } })
    expect(await tasks('result-letter')).toEqual([])
    expect((await publish()).status).toBe(200)
  })

  test('a student leaves before something is typed of them, or no longer', async () => {
    const { kysely } = stage.database
    await kysely.updateTable('testmoment').set({ enrollments_enabled: true }).where('id', '=', stage.today).execute()
    const leave = await asSam(`DELETE /enrollment/${stage.sam}`)
    const [typed, stayed] = await halfway(stage.database, {
      hold: holdTeacher,
      first: await typing(passed()),
      second: leave,
    })
    expect(typed.status).toBe(200)
    expect(stayed).toMatchObject({ status: 422, body: { reason: 'test-recorded' } })
    await type([stage.sam, null])
    const [left, untyped] = await halfway(stage.database, {
      hold: holdRow('enrollment', stage.sam),
      first: leave,
      second: await typing(passed()),
    })
    expect(left.status).toBe(200)
    expect(untyped.body).toEqual({ entities: [{ enrollment_id: stage.sam, outcome: 'unknown', cell: null }] })
  })

  test('passes of two modules are withdrawn while somebody takes seats at both moments that follow', async () => {
    const { database } = stage
    const { moments, modules, users, departmentId } = stage.school
    const enrollmentIds = [stage.sam, await stage.enroll('sam', 'GON')]
    for (const value of [passed(), null]) {
      await type(...enrollmentIds.map((id): [number, typeof value] => [id, value]))
      if (value) await stage.publish()
    }
    await enrollDepartmentAutomatically(database, departmentId)
    // The later module at the earlier moment, whose seats are locked first.
    await offerAutomatically(database, moments.other, modules.ALG)
    await offerAutomatically(database, moments.open, modules.GON)
    const both = [moments.open, moments.other]
    await database.kysely.updateTable('testmoment').set({ seats: 30 }).where('id', 'in', both).execute()

    const { now } = stage.api.clock
    // Does not try again after a deadlock.
    const once: Database = { ...database, transaction: (work) => database.kysely.transaction().execute(work) }
    const place = { testmomentId: stage.today, enrollmentIds }
    const { confirmation } = await assessPublication(database.kysely, place, now)
    const [withdrawn] = await halfway(database, {
      // Needed for the second module, after the seats of the first.
      hold: (trx) =>
        trx.selectFrom('completed_module').select('user_id').where('module_id', '=', modules.GON).forUpdate().execute(),
      first: () => publishResults(once, { ...place, confirmation, actorId: users.teacher }, () => now),
      second: () => once.transaction((trx) => lockPlaces(trx, both)),
    })
    expect(withdrawn).toMatchObject({ completions_lifted: 2 })
    expect(await completions()).toEqual([])
  })
})
