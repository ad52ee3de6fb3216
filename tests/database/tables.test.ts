import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

/**
 * Tables in tables.ts and the files that it imports, with their columns and types. Types do not exist at run time, so
 * the source is read.
 */
function described(): [table: string, columns: [name: string, type: string][]][] {
  const parts = [
    'import-tables.ts',
    'connection-tables.ts',
    'login-tables.ts',
    'outbox/sending-tables.ts',
    'source-tables.ts',
    'test-day-tables.ts',
    'waiting-tables.ts',
  ]
  return ['tables.ts', ...parts].flatMap((file) => {
    const text = readFileSync(join(import.meta.dirname, '../../database', file), 'utf8')
    return [...text.matchAll(/^ {2}(\w+): \{\n([\s\S]*?)\n {2}\}$/gm)].map(([, table = '', columns = '']) => [
      table,
      [...columns.matchAll(/^ {4}(\w+): (.+)$/gm)].map(([, name = '', type = '']) => [name, type]),
    ])
  }) as [table: string, columns: [name: string, type: string][]][]
}

const sorted = <Value>(entries: readonly (readonly [string, Value])[]) =>
  entries.toSorted(([one], [other]) => (one < other ? -1 : 1))

describeOnEachDatabase('the tables', (open) => {
  test('are what tables.ts says: their columns, which may be null, and which may be left out', async () => {
    const { kysely } = await open()
    const tables = (await kysely.introspection.getTables()).filter(({ name }) => !/^(sqlite|people_search)/.test(name))
    const found = tables.map(({ name, columns }): [string, (readonly [string, boolean])[]] => [
      name,
      // SQLite calls a number that it gives by itself nullable.
      sorted(columns.map((column) => [column.name, column.isNullable && !column.isAutoIncrementing] as const)),
    ])
    const expected = described().map(([table, columns]): [string, (readonly [string, boolean])[]] => [
      table,
      sorted(columns.map(([name, type]) => [name, /\bnull\b/.test(type)] as const)),
    ])
    expect(sorted(found)).toEqual(sorted(expected))

    const filledIn = new Set(
      tables.flatMap(({ name, columns }) =>
        columns
          .filter((column) => column.hasDefaultValue || column.isAutoIncrementing || column.isNullable)
          .map((column) => `${name}.${column.name}`),
      ),
    )
    const generated = described().flatMap(([table, columns]) =>
      columns.filter(([, type]) => type.startsWith('Generated<')).map(([name]) => `${table}.${name}`),
    )
    expect(generated.length).toBeGreaterThan(20)
    expect(generated.filter((column) => !filledIn.has(column))).toEqual([])
  })
})
