import { parseArgs } from 'node:util'
import { splitPassword } from '#database/engine/url-password.ts'
import { readConfig } from '#server/config.ts'
import type { Compared } from './move/compare.ts'
import { refusalOf, moveTexts as texts } from './move/move.texts.ts'
import { type Moved, moveSchool } from './move/move-school.ts'

/** `npm run move -- --from … --to …`: moves a school from SQLite to PostgreSQL, or back, while the servers are stopped. */
try {
  const { from, to, fromDataDir, toDataDir } = readMove()
  console.log(texts.fromTo(splitPassword(from).address, splitPassword(to).address))
  const began = performance.now()
  let copied = 0
  const moved = await moveSchool(
    { from, to, fromDataDir, toDataDir },
    {
      copied: (table, rows) => {
        copied += rows
        passing(texts.copied(figure(copied), table))
      },
      comparing: () => {
        passing('')
        console.log(lineOf('tabel', 'rijen', 'som', ''))
      },
      // Printed at once, because it holds also if the source could not be retired.
      kept: (aside) => {
        if (aside) console.log(texts.aside(aside))
      },
      compared: ({ table, rows, sum }) => console.log(lineOf(table, figure(rows), sum.slice(0, 12), 'gelijk')),
    },
  )
  const { tables } = moved
  console.log(texts.equal({ rows: figure(totalOf(tables)), tables: tables.length, seconds: seconds(began) }))
  if (moved.wasThere) console.log(texts.wereThere)
  if (moved.files > 0) console.log(texts.filesMoved(moved.files, toDataDir))
  console.log(leftBehind(moved, from))
  if (moved.retired) console.log(texts.startServers(to.startsWith('sqlite:') ? to : 'PostgreSQL'))
} catch (error) {
  passing('')
  console.error(refusalOf(error, texts.usage))
  process.exitCode = 1
}

function readMove() {
  const { values } = parseArgs({
    options: { from: { type: 'string' }, to: { type: 'string' }, 'from-data-dir': { type: 'string' } },
  })
  const { dataDir, databaseUrl, databaseListenUrl } = readConfig(process.env)
  const settings = databaseUrl.startsWith('sqlite:') ? databaseUrl : databaseListenUrl
  const { from = settings, to = settings, 'from-data-dir': fromDataDir = dataDir } = values
  if (![from, to].every((url) => /^(sqlite:|postgres(ql)?:\/\/)/.test(url)) || from === to) throw new Error(texts.usage)
  return { from, to, fromDataDir, toDataDir: dataDir }
}

function leftBehind({ retired }: Moved, from: string): string {
  const place = splitPassword(from).address
  const kept = texts.removeLater(place)
  if (retired) return `${texts.retired(place)} ${kept}`
  // Applies to PostgreSQL only: a file's owner may always mark it.
  const { username, pathname } = new URL(from)
  const named = { database: decodeURIComponent(pathname.slice(1)), username: decodeURIComponent(username) }
  return `${texts.notRetired({ place, ...named })}\n${kept}`
}

function passing(text: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${text}`)
}

function lineOf(table: string, rows: string, sum: string, equal: string): string {
  return `${table.padEnd(28)}${rows.padStart(11)}  ${sum.padEnd(12)}  ${equal}`.trimEnd()
}

function figure(rows: number): string {
  return rows.toLocaleString('nl')
}

function totalOf(tables: readonly Compared[]): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0)
}

function seconds(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(0)
}
