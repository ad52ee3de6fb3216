import { listModules } from '#contract/module.ts'
import { getTestmoment } from '#contract/testmoment.ts'
import type { Api } from '#src/api/api.ts'

/** The moment, and all modules of the school; null when only these could not be fetched. */
export async function loadTestmoment(api: Api, params: { schoolyear_id: number; id: number }) {
  const [testmoment, modules] = await Promise.all([
    api.call(getTestmoment, { params }),
    api.call(listModules).catch(() => null),
  ])
  return { testmoment, modules: modules?.entities ?? null }
}
