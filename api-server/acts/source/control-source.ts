import { z } from 'zod'
import type { ApiContext } from '#api-server/context.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import { findActiveSchoolyear } from '#api-server/facts/schoolyear.queries.ts'
import { linkTo } from '#api-server/platform/paging.ts'
import { planDigest, requirePlan } from '#api-server/platform/plans.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { SourceReply } from '#contract/source.ts'
import {
  decideSource,
  editSource,
  giveSourceVerdict,
  listRefusedResults,
  listSourcePeople,
  previewSourceVerdict,
  runSource,
  settleRefusedResults,
} from '#contract/source.ts'
import type { Database } from '#database/engine/open-database.ts'
import { SOURCE } from '#domain/audit/audit.texts.ts'
import { changedFields, changesOf } from '#domain/entities/differences.ts'
import {
  missingItemSchema,
  type SourceSettings,
  sourceCountsSchema,
  sourceFaultSchema,
  sourceSettingsSchema,
} from '#domain/source/source.schema.ts'
import { describeSending } from './refused-results.ts'
import { readingFrom } from './source-run.ts'
import { codesIn, lockSource, type SourceState } from './source-state.queries.ts'

/** `source`: undefined without a source. `clock` in ms since the epoch. */
type Desk = Pick<ApiContext, 'database' | 'source' | 'clock'>

/** Results of a page of those that did not arrive. */
const RESULTS_PER_PAGE = 100

const missingSchema = z.array(missingItemSchema)

/** State of the source with its last run, and links to what can be done now. */
export async function describeSource({ database, source }: Pick<Desk, 'database' | 'source'>): Promise<SourceReply> {
  const row = await findSource(database)
  const schoolyear = (await findActiveSchoolyear(database.kysely))?.name ?? null
  const confirmation = row ? confirmationOf(row) : null
  const phase = row?.phase ?? 'never'
  const isBusy = phase === 'reading' || phase === 'applying'
  return {
    host: source ? new URL(source.config.url).host : null,
    settings: row ? settingsOf(row) : usual,
    schoolyear,
    phase,
    by_hand: row?.by_hand ?? false,
    started_at: row?.started_at ?? null,
    finished_at: row?.finished_at ?? null,
    fault: sourceFaultSchema
      .nullable()
      .catch(null)
      .parse(row?.fault ?? null),
    counts: row?.counts ? sourceCountsSchema.parse(JSON.parse(row.counts)) : null,
    missing: row ? missingSchema.parse(JSON.parse(row.missing)) : [],
    sending: source?.config.sendsResults ? await describeSending(database.kysely) : null,
    confirmation,
    _links: source
      ? {
          people: linkTo(listSourcePeople, {}),
          edit: linkTo(editSource, {}),
          preview_verdict: linkTo(previewSourceVerdict, {}),
          give_verdict: linkTo(giveSourceVerdict, {}),
          ...(!isBusy && { run: linkTo(runSource, {}) }),
          ...(confirmation !== null && { decide: linkTo(decideSource, {}) }),
          ...(source.config.sendsResults && {
            refused_results: linkTo(listRefusedResults, { params: { paging: RESULTS_PER_PAGE } }),
            settle_results: linkTo(settleRefusedResults, {}),
          }),
        }
      : {},
  }
}

const usual: SourceSettings = {
  session_code: null,
  number_code_type: 'student_number',
  programme_codes: [],
  module_codes: [],
}

const settingsOf = ({
  session_code,
  number_code_type,
  programme_codes,
  module_codes,
}: SourceState): SourceSettings => ({
  session_code,
  number_code_type,
  programme_codes: codesIn(programme_codes),
  module_codes: codesIn(module_codes),
})

const findSource = ({ kysely }: Database): Promise<SourceState | undefined> =>
  kysely.selectFrom('source').selectAll().where('id', '=', 1).executeTakeFirst()

/** Digest of what the last run found; null unless it waits for a teacher. */
function confirmationOf({ run, phase, counts, missing }: SourceState): string | null {
  return phase === 'previewed' || phase === 'braked' ? planDigest(run, counts, missing) : null
}

const about = { resource: 'source', resourceId: 1, subject: SOURCE } as const

/** Sets what the next run reads. */
export async function editSettings({ database, clock }: Desk, settings: SourceSettings, actorId: number) {
  await database.transaction(async (trx) => {
    const row = await lockSource(trx)
    const before = settingsOf(row)
    const tidy = tidied(settings)
    const fields = changedFields<SourceSettings>(tidy, before, sourceSettingsSchema.keyof().options)
    if (fields.length === 0) return
    const { programme_codes, module_codes, ...rest } = tidy
    await trx
      .updateTable('source')
      .set({ ...rest, programme_codes: JSON.stringify(programme_codes), module_codes: JSON.stringify(module_codes) })
      .where('id', '=', 1)
      .execute()
    // The source would not send an unchanged page again, and so not its other codes.
    if (fields.includes('number_code_type')) await trx.deleteFrom('source_page').execute()
    const changes = changesOf<SourceSettings>(fields, before, tidy)
    await recordChange(trx, { actorId, action: 'edited', ...about, changes }, clock())
  })
}

const tidied = ({ session_code, number_code_type, ...codes }: SourceSettings): SourceSettings => ({
  session_code: session_code?.trim() || null,
  number_code_type: number_code_type.trim() || usual.number_code_type,
  programme_codes: tidyCodes(codes.programme_codes),
  module_codes: tidyCodes(codes.module_codes),
})

const tidyCodes = (codes: readonly string[]): string[] => [
  ...new Set(codes.map((code) => code.trim()).filter((code) => code !== '')),
]

/** Begins a run, whose changes wait for a teacher; one that is under way goes on. Without a source nothing begins. */
export async function requestRun({ database, source, clock }: Desk, actorId: number): Promise<void> {
  if (!source) return
  await database.transaction(async (trx) => {
    const row = await lockSource(trx)
    if (row.phase === 'reading' || row.phase === 'applying') return
    const now = clock()
    await trx
      .updateTable('source')
      .set({ ...readingFrom(row, { byHand: true, now }), held_until: null })
      .where('id', '=', 1)
      .execute()
    await recordChange(trx, { actorId, action: 'source-run', ...about }, now)
  })
  source?.wake()
}

/** Carries out or leaves what a run found. Throws `plan-changed`. */
export async function decideOnRun(
  { database, source, clock }: Desk,
  { decision, confirmation }: BodyOf<typeof decideSource>,
  actorId: number,
): Promise<void> {
  const preview = await describeSource({ database, source })
  await database.transaction(async (trx) => {
    const row = await lockSource(trx)
    requirePlan({ ...preview, confirmation: confirmationOf(row) }, confirmation)
    const now = clock()
    const isApplied = decision === 'apply'
    await trx
      .updateTable('source')
      .set(isApplied ? { phase: 'applying' } : { phase: 'left', finished_at: new Date(now).toISOString() })
      .where('id', '=', 1)
      .execute()
    await recordChange(trx, { actorId, action: isApplied ? 'source-applied' : 'source-left', ...about }, now)
  })
  source?.wake()
}
