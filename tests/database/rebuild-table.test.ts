import { type Kysely, sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { columnsOf, ownedBy, required } from '#database/engine/columns.ts'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import { rebuildTable } from '#database/engine/rebuild-table.ts'
import { migrate, type Step } from '#database/migrations/migrate.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { isSqlite } from './support/foreign-keys.ts'

/** Parents and the children that go with them; rows that refer to both; and rows that a trigger writes. */
const laid: Step = {
  up: async (kysely) => {
    const { id, instant } = columnsOf(kysely)
    const { schema } = kysely
    await schema
      .createTable('parent')
      .addColumn(...id())
      .addColumn('name', 'text')
      .addColumn('former', 'text')
      .addColumn(...instant('born_at'))
      .execute()
    await schema.createIndex('parent_once').unique().on('parent').column('name').execute()
    await schema
      .createTable('child')
      .addColumn(...id())
      .addColumn('parent_id', 'integer', ownedBy('parent'))
      .execute()
    await schema.createTable('note').addColumn('text', 'text', required).execute()
    if (isSqlite({ kysely }))
      for (const [trigger, table] of [
        ['parent_noted', 'parent'],
        ['child_noted', 'child'],
      ])
        await sql
          .raw(`create trigger ${trigger} after delete on ${table} begin
            insert into note select '${table} of ' || count(*) from parent; end`)
          .execute(kysely)
    for (const statement of [
      `insert into parent (name, former, born_at) values ('An', 'x', '2026-01-01T00:00:00.000Z'), (null, 'y', null), ('Gone', 'z', null)`,
      'insert into child (parent_id) select id from parent order by id',
      `delete from parent where name = 'Gone'`,
      'delete from note',
    ])
      await sql.raw(statement).execute(kysely)
  },
}

const rebuild = (kysely: Kysely<unknown>) => {
  const { id, instant } = columnsOf(kysely)
  return rebuildTable(kysely, 'parent', {
    create: (table) =>
      table
        .addColumn(...id())
        .addColumn('name', 'text', (column) => column.notNull().defaultTo('-'))
        .addColumn(...instant('born_at'))
        .addCheckConstraint('parent_has_a_name', sql`name <> ''`),
    alter: async () => {
      for (const statement of [
        `update parent set name = coalesce(name, 'nobody')`,
        `alter table parent alter column name set default '-', alter column name set not null, drop column former`,
        `alter table parent add constraint parent_has_a_name check (name <> '')`,
      ])
        await sql.raw(statement).execute(kysely)
    },
    values: { name: sql`coalesce(name, 'nobody')` },
  })
}

const rebuilt: Step = { up: rebuild, foreignKeysOff: true }

describeOnEachDatabase('rebuilding a table', (_, urls) => {
  let database: Database
  beforeEach(async () => {
    database = openDatabase(await urls.empty())
    await migrate(database, { '1-laid': laid })
    return () => database.close()
  })

  const run = async (statement: string) => (await sql.raw(statement).execute(database.kysely)).rows

  test('keeps its rows, their children, its index and its triggers, and changes its columns', async () => {
    await migrate(database, { '1-laid': laid, '2-rebuilt': rebuilt })
    expect(await run('select id, name, born_at from parent order by id')).toEqual([
      { id: 1, name: 'An', born_at: '2026-01-01T00:00:00.000Z' },
      { id: 2, name: 'nobody', born_at: null },
    ])
    expect(await run('select parent_id from child order by id')).toEqual([{ parent_id: 1 }, { parent_id: 2 }])
    expect(await run('select * from note')).toEqual([])
    await expect(run('select former from parent')).rejects.toThrow()
    await expect(run(`insert into parent (name) values ('An')`)).rejects.toSatisfy(database.isUniqueViolation)
    await expect(run(`insert into parent (name) values ('')`)).rejects.toThrow('parent_has_a_name')
    await run('insert into parent default values')
    const [{ id } = {}] = (await run(`select id from parent where name = '-'`)) as { id?: number }[]
    expect(id).toBeGreaterThan(3) // that of the one who was deleted is nobody else's

    await run('delete from parent where id = 1')
    expect(await run('select parent_id from child')).toEqual([{ parent_id: 2 }])
    if (isSqlite(database)) expect(await run('select count(*) as notes from note')).toEqual([{ notes: 2 }])
    await expect(run('insert into child (parent_id) values (99)')).rejects.toThrow()
  })

  test('leaves all as it was where it fails, and minds references again', async () => {
    const failing: Step = {
      ...rebuilt,
      up: async (kysely) => {
        await rebuild(kysely)
        throw new Error('halfway')
      },
    }
    await expect(migrate(database, { '1-laid': laid, '2-failing': failing })).rejects.toThrow('halfway')
    expect(await run('select name, former from parent order by id')).toEqual([
      { name: 'An', former: 'x' },
      { name: null, former: 'y' },
    ])
    expect(await run('select parent_id from child')).toHaveLength(2)
    await expect(run('insert into child (parent_id) values (99)')).rejects.toThrow()
  })

  test('is undone where a reference then leads nowhere', async () => {
    const careless: Step = {
      foreignKeysOff: true,
      up: async (kysely) => {
        await sql`update child set parent_id = 99`.execute(kysely)
      },
    }
    await expect(migrate(database, { '1-laid': laid, '2-careless': careless })).rejects.toThrow()
    expect(await run('select parent_id from child order by id')).toEqual([{ parent_id: 1 }, { parent_id: 2 }])
  })

  test('is refused on SQLite while foreign keys are minded', async () => {
    const migrating = migrate(database, { '1-laid': laid, '2-rebuilt': { up: rebuild } })
    if (isSqlite(database)) await expect(migrating).rejects.toThrow('foreignKeysOff')
    else await migrating
    expect(await run('select parent_id from child')).toHaveLength(2)
  })
})
