import { countImportLetters } from '#contract/import.ts'
import { listSchoolyears } from '#contract/schoolyears.ts'
import type { Api } from '#src/api/api.ts'

/** Letters that are still under way. */
export const loadStudentImport = (api: Api) => api.call(countImportLetters)

/** All school years there will ever be, for the dropdown. */
const ALL_YEARS = 1_000

/** The school years that moments can go to, and the one that was asked for, else the active one, else the latest. */
export async function loadTestmomentImport(api: Api, schoolyearId: number | undefined) {
  const { entities: schoolyears } = await api.call(listSchoolyears, { params: { paging: ALL_YEARS } })
  const chosen =
    schoolyears.find(({ id }) => id === schoolyearId) ?? schoolyears.find(({ active }) => active) ?? schoolyears[0]
  return { schoolyears, chosen: chosen ?? null }
}

export type LoadedTestmomentImport = Awaited<ReturnType<typeof loadTestmomentImport>>
