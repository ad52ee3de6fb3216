import { sql } from 'kysely'
import type { Database } from '#database/engine/open-database.ts'
import type { Kysely } from '#database/tables.ts'
import type { Change } from './change.ts'

/** Largest message: PostgreSQL refuses 8,000 bytes. Most changes take about 80. */
const BYTES_A_MESSAGE = 7_900

/**
 * Notifies every process that listens. Within a transaction, the notice goes out only if and when it commits. `pg_notify` is a
 * function of PostgreSQL; the SQLite engine defines one of the same name. On PostgreSQL, commits that announce wait for each
 * other, so frequent changes (a thousand a second) are announced together, after their commits (`announceSoon`).
 */
export async function announce(kysely: Kysely, changes: readonly Change[]): Promise<void> {
  for (const message of inMessages(changes)) await sendMessage(kysely, message)
}

export const announceEdited = (kysely: Kysely, userIds: readonly number[]): Promise<void> =>
  announce(
    kysely,
    userIds.map((user_id) => ({ event: 'userEdited', user_id })),
  )

/** Packs changes into few messages, each a JSON list: only ids and event names, so a character is a byte. */
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

export const sendMessage = (kysely: Kysely, text: string) => sql`select pg_notify('app_event', ${text})`.execute(kysely)

/** Delay (ms) in which changes gather to share a message; small compared with the 2 s in which a screen must show them. */
const ANNOUNCE_DELAY_MS = 100

/** Announces committed changes a little later, together with others, so that nobody waits for it. */
export function announceSoon({ kysely }: Pick<Database, 'kysely'>): (changes: readonly Change[]) => void {
  let waiting: Change[] = []
  return (changes) => {
    if (changes.length === 0) return
    if (waiting.length === 0)
      setTimeout(() => {
        const together = waiting
        waiting = []
        // The database has become unavailable. Readers see the change when they next fetch.
        announce(kysely, together).catch(() => undefined)
      }, ANNOUNCE_DELAY_MS).unref()
    waiting.push(...changes)
  }
}
