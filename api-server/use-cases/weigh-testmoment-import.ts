import type { Kysely } from 'kysely'
import { listModules } from '#api-server/queries/list-modules.ts'
import { listTestmomentsFrom } from '#api-server/queries/list-testmoments-from.ts'
import type { Tables } from '#database/tables.ts'
import type { TestmomentLine } from '#domain/import/import.schema.ts'
import { readTestmomentList } from '#domain/import/testmoment-list.rules.ts'
import { type JudgedTestmoment, judgeTestmoments } from '#domain/import/testmoment-verdict.rules.ts'
import { countVerdicts } from '#domain/import/verdict-weight.rules.ts'
import { confirmationOf, requireReadable, type WeighedImport } from './require-confirmed-import.ts'
import { requireSchoolyear } from './require-schoolyear.ts'

/** What a list of test moments would come to in a school year; `now` in ms. Throws `not-found` or an `ImportFault`. */
export async function weighTestmomentImport(
  kysely: Kysely<Tables>,
  { text, schoolyear_id }: { text: string; schoolyear_id: number },
  now: number,
): Promise<WeighedImport<JudgedTestmoment, TestmomentLine>> {
  await requireSchoolyear(kysely, schoolyear_id)
  const { rows, unused } = requireReadable(readTestmomentList(text))
  const known = {
    testmoments: await listTestmomentsFrom(kysely, { schoolyearId: schoolyear_id, from: null }),
    modules: await listModules(kysely, { alsoInactive: true }),
  }
  const lines = judgeTestmoments(rows, known, now)
  return {
    lines,
    preview: {
      lines: lines.map(({ module_ids: _, ...shown }) => shown),
      counts: countVerdicts(lines),
      unused_columns: unused,
      confirmation: confirmationOf(lines, `${schoolyear_id} `),
    },
  }
}
