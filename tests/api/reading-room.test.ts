// @module-tag pooled
import type { KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadSchool } from '#api-server/enrollments/student-lists/school-cache.ts'
import { openStudentSnapshots, snapshotTag } from '#api-server/enrollments/student-lists/student-snapshots.ts'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import { MORNING, startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

const clock = () => MORNING
const created_at = '2026-02-01T09:00:00.000Z'

describeOnEachDatabase('the reading room', (_, urls) => {
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

  test('who glanced before a choice was made reads it with that choice, under another tag', async () => {
    const room = openStudentSnapshots({ database, clock })
    const glance = await room.glance(school.users.sam)
    await enroll(school.modules.ALG)
    const reading = await room.read(glance)
    expect(reading.enrollments.map(({ module_id }) => module_id)).toEqual([school.modules.ALG])
    expect(snapshotTag(reading, 'student')).not.toBe(snapshotTag(glance, 'student'))
    expect(snapshotTag(reading, 'student')).toBe(snapshotTag(await room.glance(school.users.sam), 'student'))
  })

  test('what was begun before it was known to be needed is one list, also with a choice made in between', async () => {
    const room = openStudentSnapshots({ database, clock })
    const { sam } = school.users
    const glanceAlone = room.begin(sam, { toRead: false })
    await glanceAlone.standing
    await enroll(school.modules.ALG)
    const enrollmentsAlone = room.begin(sam, { toRead: true })
    await enrollmentsAlone.enrollments
    const begun = { ...enrollmentsAlone, ...glanceAlone }
    const reading = await room.read(await room.glance(sam, begun), begun)
    expect(reading.student.enrollment_ids?.split(';')).toHaveLength(reading.enrollments.length)
    expect(reading.enrollments.map(({ module_id }) => module_id)).toEqual([school.modules.ALG])
  })

  test('sees at once what another process changed about the school', async () => {
    const room = openStudentSnapshots({ database, clock })
    const descriptionOf = async () => {
      const { schoolNow } = await room.glance(school.users.sam)
      return schoolNow.school.modules.get(school.modules.ALG)?.description
    }
    expect(await descriptionOf()).toBe('Over ALG')
    await describeModule('Anders')
    expect(await descriptionOf()).toBe('Anders')
  })

  test('keeps a school that nobody changed', async () => {
    const room = openStudentSnapshots({ database, clock })
    const [one, two] = [await room.glance(school.users.sam), await room.glance(school.users.noor)]
    expect(two.schoolNow).toBe(one.schoolNow)
  })

  test('a school that changes while it is loaded is never taken for what it was', async () => {
    const loaded = await loadSchool(overtakenBy(() => describeModule('Anders')))
    const { revision } = await database.kysely.selectFrom('school_state').select('revision').executeTakeFirstOrThrow()
    expect(loaded.revision).toBe(revision)
    expect(loaded.modules.get(school.modules.ALG)?.description).toBe('Anders')
  })

  test('who reads while the school changes gets the school of their choices', async () => {
    const overtaken = { ...database, kysely: overtakenBy(() => describeModule('Anders')) }
    const { student, schoolNow } = await openStudentSnapshots({ database: overtaken, clock }).glance(school.users.sam)
    expect(schoolNow.school.revision).toBe(student.school_revision)
    expect(schoolNow.school.modules.get(school.modules.ALG)?.description).toBe('Anders')
  })
})
