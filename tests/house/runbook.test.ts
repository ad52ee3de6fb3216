import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import { readPage, SECTIONS } from '../runbook/page.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

test('each section of the runbook that has commands is among those that are tried, and has no curl that hopes for the best', () => {
  const blocks = readPage(readFileSync('docs/runbook.md', 'utf8'))
  expect([...new Set(blocks.map(({ section }) => section))]).toEqual([...SECTIONS])
  const commands = blocks.flatMap((block) => block.commands.map(({ text }) => text))
  // A server that was just started is not ready yet.
  expect(commands.filter((text) => text.includes('health/ready') && !/\buntil curl\b/.test(text))).toEqual([])
})

test('each statement that a page has somebody type in the database is about tables and columns that there are', async () => {
  const text = globSync('docs/*.md').map((path) => readFileSync(path, 'utf8'))
  const statements = text.flatMap((page) =>
    [...page.matchAll(/[`"]((?:delete from|update|insert into) [^`\n]+?)[`"]$|`((?:delete from|update) [^`]+)`/gm)].map(
      ([, shell, inline]) => shell ?? inline ?? '',
    ),
  )
  expect(statements.length).toBeGreaterThan(4)
  const database = openDatabase(`sqlite:${join(temporaryFolder(), 'app.db')}`)
  await migrate(database)
  for (const statement of statements)
    await expect(sql.raw(`explain ${statement}`).execute(database.kysely), statement).resolves.toBeDefined()
  await database.close()
})
