import type { Kysely, Selectable, Transaction, Updateable } from 'kysely'
import { z } from 'zod'
import type { Database } from '#database/engine/open-database.ts'
import type { SourceTable } from '#database/source-tables.ts'
import type { Tables } from '#database/tables.ts'

export type SourceState = Selectable<SourceTable>

/** ms for which a process holds a run without a sign of life: longer than any pause that a source may ask for. */
const HOLD_MS = 20 * 60_000

/**
 * Takes the source for this process and returns its state; undefined while another process works on it, or during a pause.
 * `now` in ms since the epoch.
 */
export async function holdSource({ kysely }: Database, now: number): Promise<SourceState | undefined> {
  await makeSourceRow(kysely)
  return kysely
    .updateTable('source')
    .set({ held_until: new Date(now + HOLD_MS).toISOString() })
    .where('id', '=', 1)
    .where((either) =>
      either.or([either('held_until', 'is', null), either('held_until', '<=', new Date(now).toISOString())]),
    )
    .returningAll()
    .executeTakeFirst()
}

export const makeSourceRow = (kysely: Kysely<Tables>) =>
  kysely
    .insertInto('source')
    .values({ id: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Makes other transactions that change the state wait for this one, and returns it. */
export async function lockSource(trx: Transaction<Tables>): Promise<SourceState> {
  await makeSourceRow(trx)
  return trx.selectFrom('source').selectAll().where('id', '=', 1).forNoKeyUpdate().executeTakeFirstOrThrow()
}

/** Writes the state while this process holds it, and holds it longer; `held_until` in `state` ends or sets that instead. */
export const keepSource = ({ kysely }: Database, state: Updateable<SourceTable>, now: number) =>
  kysely
    .updateTable('source')
    .set({ held_until: new Date(now + HOLD_MS).toISOString(), ...state })
    .where('id', '=', 1)
    .execute()

const listSchema = z.array(z.string())
export const codesIn = (json: string): string[] => listSchema.parse(JSON.parse(json))
