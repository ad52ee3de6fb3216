import { randomUUID } from 'node:crypto'
import type { Selectable, Updateable } from 'kysely'
import { z } from 'zod'
import { findActiveSchoolyear } from '#api-server/facts/schoolyear.queries.ts'
import { planDigest } from '#api-server/platform/plans.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { SourceTables } from '#database/source-tables.ts'
import type { Kysely, Transaction } from '#database/tables.ts'
import type { Grounds } from '#domain/source/source.rules.ts'
import type { SourceConfig } from '#server/source-config.ts'

export type SourceState = Selectable<SourceTables['source']>

/** ms for which a process holds a run without a sign of life: longer than any pause that a source may ask for. */
const HOLD_MS = 20 * 60_000

/** ms without a sign of life after which a teacher may give a run to another process */
const SILENT_MS = 60_000

/** Whether a run is held and gave no sign of life for SILENT_MS: its process is gone, or it is pausing. */
export const isHeldInSilence = ({ held_until }: Pick<SourceState, 'held_until'>, now: number): boolean =>
  held_until !== null && Date.parse(held_until) > now && Date.parse(held_until) - HOLD_MS + SILENT_MS < now

/** Another process was given the run. */
export class HoldLost extends Error {
  override name = 'HoldLost'
}

/** Takes the source for this process and returns its state; undefined while another process works on it, or during a pause. */
export async function holdSource({ kysely }: Database, now: number): Promise<SourceState | undefined> {
  await makeSourceRow(kysely)
  return updateSource(kysely)
    .set({ held_until: new Date(now + HOLD_MS).toISOString(), holder: randomUUID() })
    .where((either) =>
      either.or([either('held_until', 'is', null), either('held_until', '<=', new Date(now).toISOString())]),
    )
    .returningAll()
    .executeTakeFirst()
}

export const makeSourceRow = (kysely: Kysely) =>
  kysely
    .insertInto('source')
    .values({ id: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Changes the state of the school's source, of which there is one. */
export const updateSource = (kysely: Kysely) => kysely.updateTable('source').where('id', '=', 1)

export async function readSource({ kysely }: Database): Promise<SourceState> {
  await makeSourceRow(kysely)
  return kysely.selectFrom('source').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
}

/** Makes other transactions that change the state wait for this one, and returns it. */
export async function lockSource(trx: Transaction): Promise<SourceState> {
  await makeSourceRow(trx)
  return trx.selectFrom('source').selectAll().where('id', '=', 1).forNoKeyUpdate().executeTakeFirstOrThrow()
}

/**
 * Writes the state while this process holds it, and holds it longer; `held_until` in `changes` ends or sets that instead. Throws
 * `HoldLost` once another process holds it.
 */
export async function keepSource(
  { kysely }: Database,
  { holder }: Pick<SourceState, 'holder'>,
  changes: Updateable<SourceTables['source']>,
  now: number,
): Promise<void> {
  const { numUpdatedRows } = await updateSource(kysely)
    .set({ held_until: new Date(now + HOLD_MS).toISOString(), ...changes })
    .where('holder', '=', holder)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new HoldLost()
}

type Settings = Pick<SourceState, 'session_code' | 'number_code_type' | 'programme_codes' | 'module_codes'>

/** Settings and session on which a run is based now; `session` is the code of the academic session, undefined for none. */
export async function groundsOf(
  kysely: Kysely,
  { url, modules }: SourceConfig,
  { session_code, number_code_type, programme_codes, module_codes }: Settings,
): Promise<Grounds & { session: string | undefined }> {
  const session = session_code ?? (await findActiveSchoolyear(kysely))?.name
  const origin = `${addressDigest(url)} ${planDigest(session)}`
  return { session, origin, basis: planDigest(origin, modules, number_code_type, programme_codes, module_codes) }
}

export const addressDigest = (url: string): string => planDigest(url)

const listSchema = z.array(z.string())
export const parseCodes = (json: string): string[] => listSchema.parse(JSON.parse(json))
