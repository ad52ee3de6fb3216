import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import { startTestApi } from '#tests/support/api/test-api.ts'
import { MORNING, startTestSchool } from '#tests/support/api/test-school.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { scratchFolder } from '#tests/support/scratch-folder.ts'
import { makeBackup } from '../../scripts/backup/make-backup.ts'
import { restoreBackup } from '../../scripts/backup/restore-backup.ts'
import { placeOf } from './support/backup-stage.ts'
import { wholeContents } from './support/whole-contents.ts'

describeOnPostgres('the role that servers have', (_, urls) => {
  /** A database as docs/runbook.md makes it, with its address for each role. `before`: as it was when there was one role. */
  const installed = async ({ before = false } = {}) => {
    const admin = new URL(await urls.empty())
    const as = (username: string) => Object.assign(new URL(admin), { username }).href
    const database = openDatabase(admin.href)
    for (const role of ['wiskunde', 'wiskunde_owner'])
      await sql
        .raw(`do $$ begin create role ${role} login; exception when duplicate_object then null; end $$`)
        .execute(database.kysely)
    const owner = before ? 'wiskunde' : 'wiskunde_owner'
    await sql.raw(`alter database ${admin.pathname.slice(1)} owner to ${owner}`).execute(database.kysely)
    if (before) {
      await migrate(openAs(as(owner)))
      await sql`reassign owned by wiskunde to wiskunde_owner`.execute(database.kysely)
    }
    await sql.raw(readFileSync('deploy/postgres/roles.sql', 'utf8')).execute(database.kysely)
    await database.close()
    return { owner: as('wiskunde_owner'), server: as('wiskunde') }
  }
  const openAs = (url: string) => {
    const database = openDatabase(url)
    onTestFinished(() => database.close())
    return database
  }

  test.for([{ before: false }, { before: true }])(
    'serves a school, and makes, changes and drops no table: %o',
    async (how) => {
      const { owner, server } = await installed(how)
      await migrate(openAs(owner))
      const database = openAs(server)
      const school = await startTestSchool(database)
      const api = await startTestApi(database)
      const { token } = await api.logIn('sam@school.test')
      const body = { user_id: school.users.sam, module_id: school.modules.ALG, testmoment_id: school.moments.open }
      expect(await api.ask('POST /enrollment', { token, body })).toMatchObject({ status: 201 })
      const { token: teacher } = await api.logIn('teacher@school.test')
      expect(await api.ask(`DELETE /user/${school.users.sam}`, { token: teacher })).toMatchObject({ status: 200 })

      for (const statement of [
        'create table of_its_own (id int)',
        'create temporary table of_its_own (id int)',
        'create schema of_its_own',
        'create function of_its_own() returns int language sql as $$ select 1 $$',
        'drop table enrollment',
        'alter table enrollment add column of_its_own int',
        'alter table enrollment disable trigger user',
        'create index of_its_own on enrollment (id)',
        'truncate enrollment',
        'set role wiskunde_owner',
      ])
        await expect(sql.raw(statement).execute(database.kysely), statement).rejects.toThrow(
          /permission denied|must be owner/,
        )
    },
  )

  test('reads a backup, which the other puts back, and serves what was put back', async () => {
    const [here, there] = [await installed(), await installed()]
    await migrate(openAs(here.owner))
    await startTestSchool(openAs(here.server))
    const folder = join(scratchFolder(), 'backup')
    await makeBackup(placeOf(here.server), folder, MORNING)
    await restoreBackup(placeOf(there.owner), folder, { replace: false, now: MORNING })
    expect(await wholeContents(there.server)).toEqual(await wholeContents(here.server))
    const api = await startTestApi(openAs(there.server))
    expect((await api.logIn('noor@school.test')).token).toBeTruthy()
  })
})
