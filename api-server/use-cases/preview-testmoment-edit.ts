import type { Database } from '#database/engine/open-database.ts'
import type { TestmomentEdit, TestmomentEditPreview } from '#domain/testmoments/testmoment.schema.ts'
import { applyEdit } from '#domain/testmoments/testmoment-edit.rules.ts'
import { requireTestmoment } from './require-testmoment.ts'
import { weighTestmomentEdit } from './weigh-testmoment-edit.ts'

/** Throws `not-found`. */
export async function previewTestmomentEdit(
  { kysely }: Database,
  { id, edit }: { id: number; edit: TestmomentEdit },
  now: number,
): Promise<TestmomentEditPreview> {
  const before = await requireTestmoment(kysely, { id })
  return weighTestmomentEdit(kysely, { before, after: applyEdit(before, edit, now) }, now)
}
