// @module-tag pooled
// @module-tag engine
import { createSecretKey } from 'node:crypto'
import type { KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadSchool } from '#api-server/enrollments/student-lists/school-cache.ts'
import { moduleStatuses, testmoments } from '#api-server/enrollments/student-lists/student-lists.ts'
import { openStudentSnapshots, snapshotTag } from '#api-server/enrollments/student-lists/student-snapshots.ts'
import { startSession } from '#api-server/sessions/log-in.ts'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import { MORNING, startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

const clock = () => MORNING
const keys = { doorCodes: createSecretKey(Buffer.alloc(32)) }
const created_at = '2026-02-01T09:00:00.000Z'

describeOnEachDatabase('snapshots of students', (_, urls) => {
  let database: Database
  let other: Database
  let school: TestSchool
  beforeEach(async () => {
    const url = await urls.fresh()
    database = openDatabase(url, { timeout: 4_000 })
    other = openDatabase(url, { timeout: 4_000 })
    school = await startTestSchool(database)
  })
  afterEach(async () => {
    await database.close()
    await other.close()
  })

  const enroll = (module_id: number) =>
    other.kysely
      .insertInto('enrollment')
      .values({ user_id: school.users.sam, testmoment_id: school.moments.open, module_id, created_at })
      .execute()
  const logIn = async () => {
    const session = await startSession(other, {
      user_id: school.users.sam,
      token_version: 1,
      device: 'test',
      now: MORNING,
    })
    return session?.id ?? 0
  }
  const describeModule = (description: string) => other.kysely.updateTable('module').set({ description }).execute()

  /** `change` happens while the first answer is on its way. */
  const overtakenBy = (change: () => Promise<unknown>) => {
    let changed: Promise<unknown> | undefined
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        changed ??= change()
        await changed
        return result
      },
    }
    return database.kysely.withPlugin(plugin)
  }

  test('a student who asked for a revision before a choice was made reads it with that choice, under another tag', async () => {
    const snapshots = openStudentSnapshots({ database, keys, clock })
    const revision = await snapshots.revisionOf(school.users.sam)
    await enroll(school.modules.ALG)
    const snapshot = await snapshots.read(revision)
    expect(snapshot.enrollments.map(({ module_id }) => module_id)).toEqual([school.modules.ALG])
    expect(snapshotTag(snapshot, 'student')).not.toBe(snapshotTag(revision, 'student'))
    expect(snapshotTag(snapshot, 'student')).toBe(snapshotTag(await snapshots.revisionOf(school.users.sam), 'student'))
  })

  test('a map leads to a place that is an address, and to the school for a room, where it says where that is', async () => {
    const place = (moment: 'open' | 'closed', location: string) =>
      database.kysely.updateTable('testmoment').set({ location }).where('id', '=', school.moments[moment]).execute()
    await place('open', 'Zaal 3.14')
    await place('closed', 'Jaarbeursplein 6, Utrecht')
    await enroll(school.modules.ALG)
    const addresses = async (schoolAddress?: string) => {
      const snapshots = openStudentSnapshots({ database, keys, schoolAddress, clock })
      const snapshot = await snapshots.read(await snapshots.revisionOf(school.users.sam))
      const listed = testmoments(snapshot, { by: 'student', moduleId: undefined })
      const held = moduleStatuses(snapshot, 'student').flatMap(({ enrollments }) => Object.values(enrollments))
      const lists = [listed, held.map(({ testmoment }) => testmoment)]
      return lists.map((list) =>
        list.flatMap(({ location, address }) => (location && address ? [[location, address]] : [])),
      )
    }
    const fair = ['Jaarbeursplein 6, Utrecht', 'Jaarbeursplein 6, Utrecht']
    const room = ['Zaal 3.14', 'Heidelberglaan 15']
    expect(await addresses()).toEqual([[fair], []])
    expect(await addresses('Heidelberglaan 15')).toEqual([expect.arrayContaining([fair, room]), [room]])
  })

  test('choices that were loaded before they were needed give one list, also if the student chose in between', async () => {
    const snapshots = openStudentSnapshots({ database, keys, clock })
    const { sam } = school.users
    const session = { id: await logIn(), userId: sam }
    const reader = await snapshots.findReader({ ...session, toRead: false })
    await enroll(school.modules.ALG)
    const later = await snapshots.findReader({ ...session, toRead: true })
    if (!reader || !later) throw new Error('The session holds.')
    const overtaken = { ...reader, choices: later.choices }
    const snapshot = await snapshots.read(await snapshots.revisionOf(sam, overtaken), overtaken)
    expect(snapshot.student.enrollment_ids?.split(';')).toHaveLength(snapshot.enrollments.length)
    expect(snapshot.enrollments.map(({ module_id }) => module_id)).toEqual([school.modules.ALG])
  })

  test('choices that are known from the last list are no longer taken for those of now once there are others', async () => {
    const snapshots = openStudentSnapshots({ database, keys, clock })
    const { sam } = school.users
    const chosen = async () =>
      (await snapshots.read(await snapshots.revisionOf(sam))).enrollments.map(({ module_id }) => module_id)
    await enroll(school.modules.ALG)
    expect(await chosen()).toEqual([school.modules.ALG])
    await other.kysely.deleteFrom('enrollment').execute()
    expect(await chosen()).toEqual([])
    await enroll(school.modules.GON)
    expect(await chosen()).toEqual([school.modules.GON])
    await other.kysely.updateTable('enrollment').set({ has_record: true }).execute()
    expect((await snapshots.read(await snapshots.revisionOf(sam))).enrollments).toMatchObject([{ has_record: true }])
  })

  test('sees at once what another process changed about the school', async () => {
    const snapshots = openStudentSnapshots({ database, keys, clock })
    const descriptionOf = async () => {
      const { schoolNow } = await snapshots.revisionOf(school.users.sam)
      return schoolNow.school.modules.get(school.modules.ALG)?.description
    }
    expect(await descriptionOf()).toBe('Over ALG')
    await describeModule('Anders')
    expect(await descriptionOf()).toBe('Anders')
  })

  test('keeps a school that nobody changed', async () => {
    const snapshots = openStudentSnapshots({ database, keys, clock })
    const [one, two] = [await snapshots.revisionOf(school.users.sam), await snapshots.revisionOf(school.users.noor)]
    expect(two.schoolNow).toBe(one.schoolNow)
  })

  test('a school that changes while it is loaded is never taken for what it was', async () => {
    const loaded = await loadSchool(overtakenBy(() => describeModule('Anders')))
    const { revision } = await database.kysely.selectFrom('school_state').select('revision').executeTakeFirstOrThrow()
    expect(loaded.revision).toBe(revision)
    expect(loaded.modules.get(school.modules.ALG)?.description).toBe('Anders')
  })

  test('a student who reads while the school changes gets the school of their choices', async () => {
    const overtaken = { ...database, kysely: overtakenBy(() => describeModule('Anders')) }
    const { student, schoolNow } = await openStudentSnapshots({ database: overtaken, keys, clock }).revisionOf(
      school.users.sam,
    )
    expect(schoolNow.school.revision).toBe(student.school_revision)
    expect(schoolNow.school.modules.get(school.modules.ALG)?.description).toBe('Anders')
  })
})
