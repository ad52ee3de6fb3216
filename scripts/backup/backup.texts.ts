import type { DatabaseRefusalReason } from '#database/engine/backup/database-backup.ts'
import { commandFor } from '../product/terminal.ts'

export const backupTexts = {
  usage: `Geef een nieuwe map op: ${commandFor('backup', '/var/backups/wiskunde/vandaag')}`,
  expired: (folders: readonly string[]) => `Niet meer bewaard: ${folders.join(', ')}.`,
  saved: ({ folder, accounts, enrollments, size }: Saved) =>
    `Bewaard in ${folder}: ${accounts} accounts, ${enrollments} inschrijvingen, ${size}.`,
  holdsKeys: 'Er staan sleutels en persoonsgegevens in: bewaar de map waar niemand anders bij kan.',
  notNoted: (file: string, reason: string) =>
    `${file} kon niet worden geschreven: wie op reservekopieën let, ziet deze niet (${reason}).`,
}

interface Saved {
  folder: string
  accounts: number
  enrollments: number
  /** such as '12,4 MB' */
  size: string
}

export const restoreTexts = {
  usage: `Geef de map van een reservekopie op: ${commandFor('restore', '<map>')}`,
  restored: (madeAt: string) => `Teruggezet: de stand van ${madeAt},`,
  holds: (accounts: number, enrollments: number) => `met ${accounts} accounts en ${enrollments} inschrijvingen.`,
  kept: (place: string) => `Wat er stond is bewaard in ${place}.`,
  removeBy: (day: string) => `Dat zijn persoonsgegevens: verwijder die map zodra alles klopt, uiterlijk ${day}.`,
}

export const backupRefusalTexts = {
  exists: (folder: string) => `${folder} bestaat al; kies een nieuwe map.`,
  nothing: 'De database is leeg: er is niets om te bewaren.',
  diskFull: 'De schijf is vol.',
}

export const restoreRefusalTexts = {
  noBackup: (folder: string, file: string) => `Er staat geen reservekopie in ${folder}: ${file} ontbreekt.`,
  unreadable: (folder: string, file: string) => `De reservekopie in ${folder} is beschadigd: ${file} is onleesbaar.`,
  damaged: (folder: string, files: readonly string[]) =>
    `De reservekopie in ${folder} is beschadigd: ${files.join(', ')} klopt niet.`,
  newer: (version: string) => `Deze reservekopie is van een nieuwere versie (${version}); gebruik die.`,
  otherEngine: (engine: string, wanted: string) =>
    `Deze reservekopie is van ${engine}, en DATABASE_URL wijst naar ${wanted}.`,
  beforeFirst: 'Deze reservekopie is van vóór de eerste uitgave en kan niet worden teruggezet.',
  inDatabase: 'in de database',
  inFolder: (folder: string) => `in ${folder}`,
  notEmpty: (where: string) =>
    `Er staat al iets ${where}. Zet terug in een lege DATA_DIR en database, of met: ${commandFor('restore', '<map> --replace')}`,
  inUse: 'De database is nog in gebruik. Stop eerst de servers (en PgBouncer).',
  unknownTables: (tables: readonly string[]) =>
    `De database heeft tabellen die de reservekopie niet kent (${tables.join(', ')}). Zet terug in een nieuwe, lege database.`,
  filesOnly: (folder: string, file: string) =>
    `In ${folder} staat ${file}, en er is geen database bij. Zet die map eerst opzij.`,
  unequal: (differences: string) => `Wat teruggezet is, is niet wat bewaard was: ${differences}.`,
  rowsOf: (table: string, found: number, expected: number) => `${table} ${found} in plaats van ${expected}`,
}

export const databaseRefusalTexts: Record<DatabaseRefusalReason, string> = {
  missing: 'Er is geen database op deze plaats. Klopt DATA_DIR of DATABASE_URL?',
  damaged: 'De database is beschadigd.',
  'program-missing': 'Dit programma ontbreekt (apt-get install postgresql-client).',
  pooled: 'DATABASE_LISTEN_URL moet naar PostgreSQL zelf wijzen: door PgBouncer kan dit niet.',
  failed: 'Het is niet gelukt.',
}
