import { type Kysely, sql } from 'kysely'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'
import type { Change } from './change.ts'

/** PostgreSQL refuses messages of 8,000 bytes. Most changes take some 80. */
const BYTES_A_MESSAGE = 7_900

/**
 * Notifies every process that listens. Within a transaction the notice goes out when that commits, and only then; `pg_notify`
 * is PostgreSQL's, and the SQLite engine has one of the same name. On PostgreSQL commits that announce wait for one
 * another, so what happens a thousand times a second announces after its commits and together (`announceSoon`).
 */
export async function announce(kysely: Kysely<Tables>, changes: readonly Change[]): Promise<void> {
  for (const message of inMessages(changes)) await sendMessage(kysely, message)
}

/**
 * Packs the changes into as few messages as possible, each a list in JSON: ids and names of events, so that a character
 * is a byte.
 */
function* inMessages(changes: readonly Change[]): Generator<string> {
  let list = ''
  for (const change of changes) {
    const written = JSON.stringify(change)
    if (list !== '' && list.length + written.length + ',[]'.length > BYTES_A_MESSAGE) {
      yield `[${list}]`
      list = ''
    }
    list += list === '' ? written : `,${written}`
  }
  if (list !== '') yield `[${list}]`
}

export const sendMessage = (kysely: Kysely<Tables>, text: string) =>
  sql`select pg_notify('app_event', ${text})`.execute(kysely)

/** Long enough to share a message, and nothing beside the 2 s that a screen has (ms). */
const ANNOUNCE_DELAY_MS = 100

/** Announces committed changes a moment later, together with others, so that nobody waits for it. */
export function announceSoon({ kysely }: Pick<Database, 'kysely'>): (changes: readonly Change[]) => void {
  let waiting: Change[] = []
  return (changes) => {
    if (changes.length === 0) return
    if (waiting.length === 0)
      setTimeout(() => {
        const together = waiting
        waiting = []
        // The database has just gone away. Readers see the change when they next look.
        announce(kysely, together).catch(() => undefined)
      }, ANNOUNCE_DELAY_MS).unref()
    waiting.push(...changes)
  }
}
