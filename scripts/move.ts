import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import type { Compared } from './move/compare.ts'
import { type Moved, moveSchool } from './move/move-school.ts'
import { refusalOf } from './move/refusals.ts'
import { commandFor } from './product/terminal.ts'

const USE = `Zo: ${commandFor('move', '--from sqlite:/pad/app.db --to postgres://naam@host:5432/database')}
Een van beide mag weg; dat is dan de database van de instellingen.
Stonden de sleutels in een andere map dan DATA_DIR nu noemt: --from-data-dir /die/map`

/** `npm run move -- --from … --to …`: moves a school from SQLite to PostgreSQL, or back, while the servers are stopped. */
try {
  const { from, to, fromDataDir, toDataDir } = readMove()
  console.log(`Van ${withoutPassword(from)}\nnaar ${withoutPassword(to)}\n`)
  const began = performance.now()
  let copied = 0
  const moved = await moveSchool(
    { from, to, fromDataDir, toDataDir },
    {
      copied: (table, rows) => {
        copied += rows
        passing(`${figure(copied)} rijen overgebracht: ${table}`)
      },
      comparing: () => {
        passing('')
        console.log(lineOf('tabel', 'rijen', 'som', ''))
      },
      // Printed at once, because it holds also if the source could not be retired.
      kept: (aside) => {
        if (aside) console.log(`\nWat daar nog van vroeger stond is nu ${aside}: verwijder dat zodra alles klopt.`)
      },
      compared: ({ table, rows, sum }) => console.log(lineOf(table, figure(rows), sum.slice(0, 12), 'gelijk')),
    },
  )
  const { tables } = moved
  console.log(
    `\n${figure(totalOf(tables))} rijen in ${tables.length} tabellen zijn aan beide kanten gelijk (${seconds(began)} s).`,
  )
  if (moved.wasThere) console.log('Ze stonden er al: een eerdere verhuizing was alleen nog niet afgerond.')
  if (moved.files > 0) console.log(`${moved.files} sleutels en brieven zijn meegekomen naar ${toDataDir}.`)
  console.log(leftBehind(moved, from))
  if (moved.retired)
    console.log(
      `Laat DATABASE_URL nu naar ${to.startsWith('sqlite:') ? to : 'PostgreSQL'} wijzen, en start de servers.`,
    )
} catch (error) {
  passing('')
  console.error(refusalOf(error, USE))
  process.exitCode = 1
}

function readMove() {
  const { values } = parseArgs({
    options: { from: { type: 'string' }, to: { type: 'string' }, 'from-data-dir': { type: 'string' } },
  })
  const { dataDir, databaseUrl, databaseListenUrl } = readConfig(process.env)
  const settings = databaseUrl.startsWith('sqlite:') ? databaseUrl : databaseListenUrl
  const { from = settings, to = settings, 'from-data-dir': fromDataDir = dataDir } = values
  if (![from, to].every((url) => /^(sqlite:|postgres(ql)?:\/\/)/.test(url)) || from === to) throw new Error(USE)
  return { from, to, fromDataDir, toDataDir: dataDir }
}

function leftBehind({ retired }: Moved, from: string): string {
  const place = withoutPassword(from)
  const kept = `Verwijder ${place} zodra alles klopt, uiterlijk over 30 dagen: het zijn persoonsgegevens.`
  if (retired) return `In ${place} kan vanaf nu niets meer geschreven worden. ${kept}`
  // Applies to PostgreSQL only: a file's owner may always mark it.
  const { username, pathname } = new URL(from)
  return `LET OP: in ${place} kan nog geschreven worden, want die database is van een ander dan ${username}. Start nog geen server. Laat wie
PostgreSQL beheert (postgres) dit doen, en geef dan dezelfde opdracht nog eens, die nakijkt of er niets bij kwam en het afmaakt:
  runuser -u postgres -- psql --command 'alter database "${pathname.slice(1)}" owner to "${username}"'
${kept}`
}

/** Progress, for the person at the terminal. */
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

function withoutPassword(url: string): string {
  return url.replace(/(:\/\/[^:/@]*):[^@]*@/, '$1@')
}
