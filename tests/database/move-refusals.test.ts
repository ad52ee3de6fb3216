import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '#database/engine/open-database.ts'
import { readKeys } from '#server/keys.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { startPgBouncer } from '#tests/support/pgbouncer.ts'
import { scratchFolder } from '#tests/support/scratch-folder.ts'
import { sqliteEngine } from '#tests/support/sqlite-engine.ts'
import { underLoad } from '#tests/support/under-load.ts'
import { pgbouncer } from '../../scripts/machine.ts'
import { refusalOf } from '../../scripts/move/move.texts.ts'
import { moveSchool } from '../../scripts/move/move-school.ts'
import { asking, contentsOf, move, newFile, schoolToMove } from './support/moving-stage.ts'
import { Program } from './support/program.ts'

describeOnPostgres('a move', (_, urls) => {
  const engines = { SQLite: { fresh: sqliteEngine.freshUrl, empty: async () => newFile() }, PostgreSQL: urls }

  describe.each([
    ['SQLite', 'PostgreSQL'],
    ['PostgreSQL', 'SQLite'],
  ] as const)('from %s to %s', (here, there) => {
    let source: string
    let dataDir: string
    let target: string
    beforeAll(async () => {
      ;({ url: source, dataDir } = await schoolToMove(await engines[here].fresh()))
    }, underLoad(60_000))
    beforeEach(async () => {
      target = await engines[there].empty()
    })

    const run = (url: string, statement: string) => asking(url, ({ kysely }) => sql.raw(statement).execute(kysely))

    /** It is refused with this sentence, in one line, and everything is as it was. */
    const refused = async (why: string | RegExp, moving = () => move(source, target, dataDir)) => {
      const [school, there] = [await contentsOf(source), await contentsOf(target)]
      const error = await moving().then(
        () => undefined,
        (reason: unknown) => reason,
      )
      expect(refusalOf(error)).toMatch(why)
      expect(refusalOf(error)).not.toContain('\n')
      expect([await contentsOf(source), await contentsOf(target)]).toEqual([school, there])
    }

    test('of a school of another release is refused', async () => {
      await run(source, `update kysely_migration set name = '9999-later' where name like '0011%'`)
      await refused('nieuwere versie (9999-later)')
      await run(source, `update kysely_migration set name = '0010-too' where name = '9999-later'`)
      await run(source, `delete from kysely_migration where name = '0010-too'`)
      await refused('npm run migrate')
      await run(source, `insert into kysely_migration values ('0011-school-year', '')`)
    })

    test('of a school that is in use is refused', async () => {
      const server = openDatabase(source)
      onTestFinished(() => server.close())
      await server.ping()
      await refused('nog in gebruik')
    })

    test('to where a school lives is refused, with who lives there', async () => {
      const other = await schoolToMove(await engines[there].fresh())
      target = other.url
      await refused(/woont al een school \(.*: 6 accounts, 1 inschrijvingen\)/)
    })

    test('to tables of something else is refused', async () => {
      await run(target, 'create table something_else (a integer primary key)')
      await refused('(something_else)')
    })

    test('without the keys, or to other ones, is refused', async () => {
      const elsewhere = scratchFolder()
      await refused(`In ${elsewhere} staan geen sleutels`, () => move(source, target, elsewhere))
      await readKeys(elsewhere)
      await refused('is een andere sleutel', () => move(source, target, elsewhere, dataDir))
    })

    test('within an engine is refused', async () => {
      await refused('Binnen', () => move(source, source, dataDir))
    })

    test.each([
      ['a value', `update outbox set payload = 'other' where id = `, ': payload'],
      ['a row', 'delete from outbox where id = ', ' staat maar in een van beide'],
    ])('that lost %s at the end of a table of some pages says which, and keeps nothing', async (_, losing, what) => {
      const { id } = await asking(source, ({ kysely }) =>
        kysely.selectFrom('outbox').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow(),
      )
      if (there === 'PostgreSQL') {
        target = await urls.fresh()
        await run(target, `create rule losing as on insert to outbox where new.id = ${id} do also ${losing}${id}`)
      }
      const comparing = () => {
        if (there === 'PostgreSQL') return
        const draft = new DatabaseSync(`${target.slice('sqlite:'.length)}.moving`)
        draft.exec(losing + id)
        draft.close()
      }
      const reached: string[] = []
      await refused(`Wat overkwam is niet wat er stond: outbox ${id}${what}. Er is niets bewaard.`, () =>
        moveSchool(
          { from: source, to: target, fromDataDir: dataDir, toDataDir: dataDir },
          { comparing, compared: ({ table }) => reached.push(table), kept: () => reached.push('kept') },
        ),
      )
      expect(reached).toContain('module')
      expect(reached.filter((step) => step >= 'outbox' || step === 'kept')).toEqual([])
      await run(source, 'update message set subject = subject')
    })

    test(
      'that is killed, wherever it is, left nothing, and at its very end is ended by the next',
      async () => {
        // Made ahead, as `npm run migrate` does.
        target = await engines[there].fresh()
        const [before, nothing] = [await contentsOf(source), await contentsOf(target)]
        const newDataDir = scratchFolder()
        for (const step of ['copied enrollment', 'comparing', 'kept']) {
          const program = new Program('move-and-die', source, target, dataDir, newDataDir, step)
          expect(await program.end(), step).toBeNull()
          expect(await contentsOf(target), step).toEqual(step === 'kept' ? before : nothing)
        }
        expect(await readKeys(newDataDir)).toEqual(await readKeys(dataDir))

        const describe = (text: string) => run(target, `update message set subject = '${text}'`)
        await describe('Somebody wrote here since')
        await refused('woont al een school')
        await describe('Mark in het onderwerp')
        expect(await move(source, target, newDataDir, dataDir)).toMatchObject({ wasThere: true, retired: true })
      },
      underLoad(60_000),
    )
  })

  test('of a damaged file is refused', async () => {
    const { url, dataDir } = await schoolToMove(await sqliteEngine.freshUrl())
    await asking(url, async ({ kysely }) => {
      await sql`pragma foreign_keys = off`.execute(kysely)
      await sql`delete from module`.execute(kysely)
    })
    await expect(move(url, await urls.empty(), dataDir)).rejects.toMatchObject({ fault: 'damaged' })
  })

  test('of a text that PostgreSQL does not keep is refused, and says where it is', async () => {
    const { url, dataDir } = await schoolToMove(await sqliteEngine.freshUrl())
    await asking(url, ({ kysely }) => kysely.updateTable('module').set({ description: 'a\u0000b' }).execute())
    const target = await urls.empty()
    await expect(move(url, target, dataDir)).rejects.toMatchObject({ fault: 'unfit', detail: 'module 1: description' })
    expect(await contentsOf(target)).toEqual({})
  })

  test('from a file that is not there is refused, and makes none', async () => {
    const url = newFile()
    await expect(move(url, await urls.empty(), scratchFolder())).rejects.toMatchObject({ fault: 'missing' })
    expect(existsSync(url.slice('sqlite:'.length))).toBe(false)
  })

  test('by somebody who may not make tables is refused in one line', async () => {
    const { url, dataDir } = await schoolToMove(await sqliteEngine.freshUrl())
    const target = await urls.empty()
    await asking(target, async ({ kysely }) => {
      await sql`do $$ begin create role nobody_s login; exception when duplicate_object then null; end $$`.execute(
        kysely,
      )
      await sql`revoke create on schema public from public`.execute(kysely)
    })
    const error = await move(url, Object.assign(new URL(target), { username: 'nobody_s' }).href, dataDir).catch(
      (reason) => reason,
    )
    expect(refusalOf(error)).toMatch('mag de gebruiker geen tabellen maken')
  })

  test.runIf(pgbouncer.find())('through a pooler is refused', async () => {
    const { url, dataDir } = await schoolToMove(await sqliteEngine.freshUrl())
    const target = await urls.empty()
    const pooler = await startPgBouncer(pgbouncer.find() ?? '', inject('postgres')?.admin ?? '')
    onTestFinished(() => pooler.stop())
    const pooled = Object.assign(new URL(pooler.url), { pathname: new URL(target).pathname }).href
    await expect(move(url, pooled, dataDir)).rejects.toMatchObject({ fault: 'pooled' })
    await expect(move(pooled, newFile(), dataDir)).rejects.toMatchObject({ fault: 'pooled' })
  })
})
