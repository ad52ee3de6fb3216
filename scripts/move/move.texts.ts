import { type MoveFault, MoveRefusal } from '#database/engine/move/moving-database.ts'
import { commandFor, failureText } from '../product/terminal.ts'

export const moveTexts = {
  usage: `Zo: ${commandFor('move', '--from sqlite:/pad/app.db --to postgres://naam@host:5432/database')}
Een van beide mag weg; dat is dan de database van de instellingen.
Stonden de sleutels in een andere map dan DATA_DIR nu noemt: --from-data-dir /die/map`,
  fromTo: (from: string, to: string) => `Van ${from}\nnaar ${to}\n`,
  copied: (rows: string, table: string) => `${rows} rijen overgebracht: ${table}`,
  aside: (place: string) => `\nWat daar nog van vroeger stond is nu ${place}: verwijder dat zodra alles klopt.`,
  equal: ({ rows, tables, seconds }: { rows: string; tables: number; seconds: string }) =>
    `\n${rows} rijen in ${tables} tabellen zijn aan beide kanten gelijk (${seconds} s).`,
  wereThere: 'Ze stonden er al: een eerdere verhuizing was alleen nog niet afgerond.',
  filesMoved: (files: number, folder: string) => `${files} sleutels en brieven zijn meegekomen naar ${folder}.`,
  startServers: (database: string) => `Laat DATABASE_URL nu naar ${database} wijzen, en start de servers.`,
  removeLater: (place: string) =>
    `Verwijder ${place} zodra alles klopt, uiterlijk over 30 dagen: het zijn persoonsgegevens.`,
  retired: (place: string) => `In ${place} kan vanaf nu niets meer geschreven worden.`,
  notRetired: ({ place, database, username }: { place: string; database: string; username: string }) =>
    `LET OP: in ${place} kan nog geschreven worden, want die database is van een ander dan ${username}. Start nog geen server. Laat wie
PostgreSQL beheert (postgres) dit doen, en geef dan dezelfde opdracht nog eens, die nakijkt of er niets bij kwam en het afmaakt:
  runuser -u postgres -- psql --command 'alter database "${database}" owner to "${username}"'`,
}

const REFUSALS: Record<MoveFault, (detail: string) => string> = {
  'same-engine': (engine) =>
    `Beide zijn ${engine}: verhuizen gaat van SQLite naar PostgreSQL of terug. Binnen ${engine}: ${commandFor('backup')} en ${commandFor('restore')}.`,
  missing: (place) => `Er is geen school in ${place}. Klopt --from, DATA_DIR of DATABASE_URL?`,
  'in-use': (place) =>
    `${place} is nog in gebruik. Stop eerst de servers (en PgBouncer): systemctl stop 'wiskunde-api@*' wiskunde-push. Sluit ook wie er met psql in zit.`,
  pooled: (place) =>
    `${place} is PgBouncer: verhuizen kan alleen met PostgreSQL zelf (DATABASE_LISTEN_URL, poort 5432).`,
  'moved-away': (place) =>
    `Uit ${place} is de school al eerder verhuisd: ze woont nu ergens anders. Geef waar ze nu is, of als doel een nieuwe, lege database (dropdb, createdb).`,
  forbidden: (place) =>
    `In ${place} mag de gebruiker geen tabellen maken: maak de database met createdb --owner=wiskunde wiskunde`,
  damaged: (what) => `De database is beschadigd: ${what}. Zet eerst een reservekopie terug.`,
  unfit: (what) => `Dit kan de andere database niet bewaren: ${what}.`,
  older: (steps) => `De tabellen zijn niet bij (${steps}). Doe eerst: ${commandFor('migrate')}`,
  newer: (steps) => `De database is van een nieuwere versie (${steps}); gebruik die.`,
  foreign: (tables) =>
    `In het doel staan tabellen die deze versie niet gemaakt heeft (${tables}). Geef een nieuwe, lege database.`,
  filled: (what) => `In het doel woont al een school (${what}). Geef een nieuwe, lege database.`,
  'keys-missing': (folder) =>
    `In ${folder} staan geen sleutels (keys/): zonder die raakt iedereen uitgelogd. Zeg met --from-data-dir waar DATA_DIR tot nu toe was.`,
  'other-keys': (path) => `${path} is een andere sleutel dan waarmee deze school werkt. Zet die map eerst opzij.`,
  unequal: (what) => `Wat overkwam is niet wat er stond: ${what}. Er is niets bewaard.`,
  'not-retired': (what) =>
    `Alles is overgebracht en gelijk, maar waar de school was kan nog geschreven worden (${what}). Start nergens een server, sluit wie er verbonden is (wie dat is: runuser -u postgres -- psql -c 'select pid, usename, application_name from pg_stat_activity'), en geef deze opdracht nog eens.`,
}

export const differenceTexts = {
  inOneOnly: (row: string) => `${row} staat maar in een van beide`,
  otherSums: 'de sommen verschillen',
  otherCounts: (table: string, rows: number, counted: readonly number[]) =>
    `${table}: ${rows} regels gelezen, en ${counted.join(' en ')} geteld`,
  otherNextNumbers: (one: unknown, other: unknown) => `het volgende nummer is ${one} en ${other}`,
} as const

/** One line in Dutch for the operator, without a stack. `usage` is shown for unknown arguments. */
export const refusalOf = (error: unknown, usage?: string): string =>
  error instanceof MoveRefusal ? REFUSALS[error.fault](error.detail) : failureText(error, usage)
