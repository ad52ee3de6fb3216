import { z } from 'zod'
import type { ApiContext } from '#api-server/context.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import { findActiveSchoolyear } from '#api-server/facts/schoolyear.queries.ts'
import { linkTo } from '#api-server/platform/paging.ts'
import { planDigest, requirePlan } from '#api-server/platform/plans.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { SourceReply } from '#contract/source.calls.ts'
import {
  decideSource,
  editSource,
  giveSourceVerdict,
  hurrySource,
  listRefusedResults,
  listSourcePeople,
  previewSourceVerdict,
  runSource,
  settleRefusedResults,
  trySource,
} from '#contract/source.gen.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Kysely } from '#database/tables.ts'
import { SOURCE } from '#domain/audit/audit.texts.ts'
import { changedFields, changesOf } from '#domain/entities/differences.ts'
import { pick } from '#domain/entities/pick.ts'
import { isFirstRun, isStale, phaseNow } from '#domain/source/source.rules.ts'
import {
  missingItemSchema,
  type SourceSettings,
  sourceCountsSchema,
  sourceFaultSchema,
  sourceSettingsSchema,
} from '#domain/source/source.schema.ts'
import { describeSending } from './refused-results.ts'
import { readingFrom } from './source-run.ts'
import {
  groundsOf,
  isHeldInSilence,
  lockSource,
  parseCodes,
  type SourceState,
  updateSource,
} from './source-state.queries.ts'

/** `source`: undefined without a source. */
type Desk = Pick<ApiContext, 'database' | 'source' | 'clock'>

const RESULTS_PER_PAGE = 100

const missingSchema = z.array(missingItemSchema)

export async function describeSource(desk: Desk): Promise<SourceReply> {
  const { database, source, clock } = desk
  const row = await findSource(database)
  const schoolyear = (await findActiveSchoolyear(database.kysely))?.name ?? null
  const { phase, isFirst, canRun } = await standingOf(database.kysely, desk, row)
  const confirmation = row ? confirmationOf({ ...row, phase }) : null
  const sending = source?.config.sendsResults ? await describeSending(database.kysely, source.config) : null
  const isBusy = phase === 'reading' || phase === 'applying'
  return {
    host: source ? new URL(source.config.url).host : null,
    ...(row ? lastRunOf(row) : NO_RUN),
    schoolyear,
    phase,
    is_first: isFirst,
    is_stale: source !== undefined && row !== undefined && isStale(row, clock()),
    sending,
    confirmation,
    _links: source
      ? linksTo(source.config, {
          isBusy,
          canRun,
          isDecidable: confirmation !== null,
          canHurry:
            (isBusy && row !== undefined && isHeldInSilence(row, clock())) ||
            (sending !== null && sending.waiting > 0 && !sending.awaits_first),
        })
      : {},
  }
}

const lastRunOf = (row: SourceState) => ({
  settings: settingsOf(row),
  by_hand: row.by_hand,
  started_at: row.started_at,
  finished_at: row.finished_at,
  fault: sourceFaultSchema.nullable().catch(null).parse(row.fault),
  counts: row.counts ? sourceCountsSchema.parse(JSON.parse(row.counts)) : null,
  missing: missingSchema.parse(JSON.parse(row.missing)),
})

interface Now {
  isBusy: boolean
  canRun: boolean
  canHurry: boolean
  isDecidable: boolean
}

const linksTo = ({ sendsResults }: { sendsResults: boolean }, { isBusy, canRun, canHurry, isDecidable }: Now) => ({
  people: linkTo(listSourcePeople, {}),
  edit: linkTo(editSource, {}),
  try: linkTo(trySource, {}),
  preview_verdict: linkTo(previewSourceVerdict, {}),
  give_verdict: linkTo(giveSourceVerdict, {}),
  ...(!isBusy && canRun && { run: linkTo(runSource, {}) }),
  ...(canHurry && { hurry: linkTo(hurrySource, {}) }),
  ...(isDecidable && { decide: linkTo(decideSource, {}) }),
  ...(sendsResults && {
    refused_results: linkTo(listRefusedResults, { params: { paging: RESULTS_PER_PAGE } }),
    settle_results: linkTo(settleRefusedResults, {}),
  }),
})

/** State of a run now. Without a source in the settings nothing becomes void. */
async function standingOf(
  kysely: Kysely,
  { source, clock }: Pick<Desk, 'source' | 'clock'>,
  row: SourceState | undefined,
) {
  if (!source || !row) return { phase: row?.phase ?? ('never' as const), isFirst: true, canRun: false, basis: '' }
  const grounds = await groundsOf(kysely, source.config, row)
  const isFirst = isFirstRun(row, grounds)
  return {
    phase: phaseNow(row, grounds, clock()),
    isFirst,
    canRun: !isFirst || row.chosen_url === source.config.url,
    basis: grounds.basis,
  }
}

const usual: SourceSettings = {
  session_code: null,
  number_code_type: 'student_number',
  programme_codes: [],
  module_codes: [],
}

const NO_RUN = {
  settings: usual,
  by_hand: false,
  started_at: null,
  finished_at: null,
  fault: null,
  counts: null,
  missing: [],
}

const settingsOf = (row: SourceState): SourceSettings => ({
  ...pick(row, ['session_code', 'number_code_type']),
  programme_codes: parseCodes(row.programme_codes),
  module_codes: parseCodes(row.module_codes),
})

const findSource = ({ kysely }: Database): Promise<SourceState | undefined> =>
  kysely.selectFrom('source').selectAll().where('id', '=', 1).executeTakeFirst()

/** Digest of what the last run found; null unless it waits for a teacher. */
function confirmationOf({ run, phase, counts, missing }: SourceState): string | null {
  return phase === 'previewed' || phase === 'braked' ? planDigest(run, counts, missing) : null
}

const about = { resource: 'source', resourceId: 1, subject: SOURCE } as const

export async function editSettings({ database, source, clock }: Desk, settings: SourceSettings, actorId: number) {
  await database.transaction(async (trx) => {
    const row = await lockSource(trx)
    const before = settingsOf(row)
    const tidy = tidied(settings)
    const fields = changedFields<SourceSettings>(tidy, before, sourceSettingsSchema.keyof().options)
    if (source) await updateSource(trx).set({ chosen_url: source.config.url }).execute()
    if (fields.length === 0) return
    const { programme_codes, module_codes, ...rest } = tidy
    await updateSource(trx)
      .set({ ...rest, programme_codes: JSON.stringify(programme_codes), module_codes: JSON.stringify(module_codes) })
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

/**
 * Begins a run, whose changes wait for a teacher; one that is under way goes on. Nothing begins without a source, or before a
 * teacher chose what is read of it.
 */
export async function requestRun(desk: Desk, actorId: number): Promise<void> {
  const { database, source, clock } = desk
  if (!source) return
  await database.transaction(async (trx) => {
    const row = await lockSource(trx)
    const { canRun, basis } = await standingOf(trx, desk, row)
    if (row.phase === 'reading' || row.phase === 'applying' || !canRun) return
    const now = clock()
    await updateSource(trx)
      .set({ ...readingFrom(row, { byHand: true, basis, now }), held_until: null, holder: null })
      .execute()
    await recordChange(trx, { actorId, action: 'source-run', ...about }, now)
  })
  source?.wake()
}

/** Carries out or leaves what a run found. Throws `plan-changed`. */
export async function decideOnRun(
  desk: Desk,
  { decision, confirmation }: BodyOf<typeof decideSource>,
  actorId: number,
): Promise<void> {
  const { database, source, clock } = desk
  const preview = await describeSource(desk)
  await database.transaction(async (trx) => {
    const row = await lockSource(trx)
    const { phase } = await standingOf(trx, desk, row)
    requirePlan({ ...preview, confirmation: confirmationOf({ ...row, phase }) }, confirmation)
    const now = clock()
    const isApplied = decision === 'apply'
    await updateSource(trx)
      .set(isApplied ? { phase: 'applying' } : { phase: 'left', finished_at: new Date(now).toISOString() })
      .execute()
    await recordChange(trx, { actorId, action: isApplied ? 'source-applied' : 'source-left', ...about }, now)
  })
  source?.wake()
}

/**
 * Lets another process go on at once with a run whose process says nothing or that is put off, and sends what waits. A process
 * that was only slow writes nothing more.
 */
export async function hurry({ database, source, clock }: Desk, actorId: number): Promise<void> {
  await database.transaction(async (trx) => {
    const row = await lockSource(trx)
    const now = clock()
    if (isHeldInSilence(row, now)) await updateSource(trx).set({ held_until: null, holder: null }).execute()
    await updateSource(trx).set({ sending_until: null }).execute()
    await trx
      .updateTable('result_sending')
      .set({ available_at: new Date(now).toISOString() })
      .where('state', '=', 'waiting')
      .execute()
    await recordChange(trx, { actorId, action: 'source-run', ...about }, now)
  })
  source?.wake()
  source?.wakeSender?.()
}
