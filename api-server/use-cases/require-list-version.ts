import type { Transaction } from 'kysely'
import type { TestmomentRow } from '#api-server/queries/find-testmoment.ts'
import type { Tables } from '#database/tables.ts'
import type { TestmomentModule } from '#domain/testmoments/testmoment.schema.ts'
import type { ListedModule } from '#domain/testmoments/testmoment-edit.rules.ts'
import { testmomentModulesTexts } from '#domain/testmoments/testmoment-edit.texts.ts'
import { requireVersion } from '../platform/edits.ts'
import { describeTestmoment } from './describe-testmoments.ts'

export interface ListEdit {
  moment: TestmomentRow
  /** the moment's, when its list was read; without one the edit is unconditional */
  version: number | undefined
  wished: readonly ListedModule[]
  listed: readonly TestmomentModule[]
}

/** Throws `version-stale` when somebody changed the moment since, with both lists by the names of their modules. */
export async function requireListVersion(
  trx: Transaction<Tables>,
  { moment, version, wished, listed }: ListEdit,
): Promise<void> {
  if (version === undefined || version === moment.version) return
  const rows = await trx.selectFrom('module').select(['id', 'name']).orderBy('name').execute()
  const toggles = new Map(wished.map(({ id, auto_enroll }) => [id, auto_enroll]))
  const modules = rows.flatMap(({ id, name }) => {
    const auto_enroll = toggles.get(id)
    return auto_enroll === undefined ? [] : { name, auto_enroll }
  })
  const theirs = { modules: listed, version: moment.version }
  requireVersion<{ modules: readonly Pick<TestmomentModule, 'name' | 'auto_enroll'>[] }>({ modules, version }, theirs, {
    texts: testmomentModulesTexts,
    reply: await describeTestmoment(trx, moment),
  })
}
