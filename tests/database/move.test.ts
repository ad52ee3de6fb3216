import { statSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { type MovingDatabase, PAGE, type Table } from '#database/engine/move/moving-database.ts'
import { mayHoldWords } from '#database/engine/people-index.ts'
import { addModule } from '#tests/support/api/test-school.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { sqliteEngine } from '#tests/support/sqlite-engine.ts'
import { underLoad } from '#tests/support/under-load.ts'
import { compareTable } from '../../scripts/move/compare.ts'
import { type Moved, moveSchool } from '../../scripts/move/move-school.ts'
import { asking, contentsOf, LONG_TABLES, move, newFile, schoolToMove } from './support/moving-stage.ts'
import { schemaOf } from './support/schema.ts'

describeOnPostgres('a school that outgrows SQLite, or comes back', (_, urls) => {
  const engines = { SQLite: { fresh: sqliteEngine.freshUrl, empty: async () => newFile() }, PostgreSQL: urls }

  describe.each([
    ['SQLite', 'PostgreSQL'],
    ['PostgreSQL', 'SQLite'],
  ] as const)('from %s to %s', (here, there) => {
    let source: string
    let dataDir: string
    let before: Record<string, string[]>
    let lastModule: number
    let target: string
    let moved: Moved

    beforeAll(async () => {
      ;({ url: source, dataDir } = await schoolToMove(await engines[here].fresh()))
      lastModule = await asking(source, async (database) => {
        const id = await addModule(database, 'GONE')
        await database.kysely.deleteFrom('module').where('id', '=', id).execute()
        return id
      })
      before = await contentsOf(source)
      target = await engines[there].empty()
      moved = await move(source, target, dataDir)
    }, underLoad(60_000))

    test('has every row of every table, whatever is in it', async () => {
      // A new table gets a row in fillEveryTable: else nobody knows whether it comes along.
      expect(Object.keys(before).filter((table) => before[table]?.length === 0)).toEqual([])
      expect(Object.keys(before).length).toBeGreaterThan(40)
      const lengths = Object.entries(before).map(([table, rows]) => [table, rows.length] as const)
      expect(Object.fromEntries(lengths.filter(([, rows]) => rows >= PAGE))).toEqual(LONG_TABLES)
      expect(await contentsOf(target)).toEqual(before)
      expect(Object.fromEntries(moved.tables.map(({ table, rows }) => [table, rows]))).toEqual(
        Object.fromEntries(lengths),
      )
    })

    test('has tables as a new one has them, with every index, reference and trigger', async () => {
      const schema = async (url: string) => new Set(await asking(url, schemaOf))
      expect(await schema(target)).toEqual(await schema(await engines[there].fresh()))
      if (there === 'SQLite') expect(statSync(target.slice('sqlite:'.length)).mode & 0o777).toBe(0o600)
    })

    test('finds people as before', async () => {
      const found = await asking(target, ({ kysely }) =>
        kysely
          .selectFrom('user')
          .select('username')
          .where(mayHoldWords(kysely, ['samira']))
          .execute(),
      )
      expect(found).toContainEqual({ username: 'sam@school.test' })
      if (there === 'SQLite') expect(found).toHaveLength(1)
    })

    test('gives no number a second time', async () => {
      expect(await asking(target, (database) => addModule(database, 'NEW'))).toBe(lastModule + 1)
      await asking(target, ({ kysely }) => kysely.deleteFrom('module').where('name', '=', 'NEW').execute())
    })

    test('leaves a database in which nothing can be written any more', async () => {
      expect(moved.retired).toBe(true)
      await asking(source, async (database) => {
        expect(await database.kysely.selectFrom('user').select('id').execute()).not.toEqual([])
        const writing = await addModule(database, 'LOST').catch((error: unknown) => error)
        expect(database.unavailableBy(writing)).toBe('read-only')
        await expect(database.tryToWrite()).rejects.toThrow()
      })
      await expect(move(source, await engines[there].empty(), dataDir)).rejects.toMatchObject({ fault: 'moved-away' })
    })

    test('comes back with all of it', async () => {
      // Moves to the very file that it left, where there is one; PostgreSQL's is created again.
      const home = here === 'SQLite' ? source : await engines[here].fresh()
      let aside: string | undefined
      const kept = (path: string | undefined) => {
        aside = path
      }
      await moveSchool({ from: target, to: home, fromDataDir: dataDir, toDataDir: dataDir }, { kept })
      expect(aside).toBe(here === 'SQLite' ? `${source.slice('sqlite:'.length)}.moved-away` : undefined)
      const { module, school_state, ...rest } = await contentsOf(home)
      expect({ module, ...rest }).toEqual({ ...before, school_state: undefined })
      expect(school_state).toHaveLength(1)
      expect(await asking(home, (database) => addModule(database, 'NEWER'))).toBe(lastModule + 2)
    })
  })
})

test('a table of which both sides are read in half is not equal', async () => {
  const table: Table = { name: 'module', columns: ['id'], key: ['id'], isNumbered: false }
  const half: Partial<MovingDatabase> = {
    count: async () => 2,
    async *pages() {
      yield [[1]]
    },
  }
  const side = half as MovingDatabase
  expect(await compareTable(side, side, table)).toMatchObject({
    rows: 1,
    difference: 'module: 1 regels gelezen, en 2 en 2 geteld',
  })
})
