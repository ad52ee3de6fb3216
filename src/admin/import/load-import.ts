import { countImportLetters, getImport, listImportColumns, listImports } from '#contract/import.gen.ts'
import { readResults } from '#contract/results.gen.ts'
import type { ImportKind } from '#domain/import/import-kinds.ts'
import type { Api } from '#src/api/api.ts'
import { loadSchoolyearChoices } from '#src/parts/schoolyears.tsx'

export const loadRemembered = async (api: Api, kind: ImportKind) =>
  (await api.call(listImportColumns, { params: { kind } })).entities

export async function loadStudentImport(api: Api) {
  const [letters, remembered] = await Promise.all([api.call(countImportLetters), loadRemembered(api, 'students')])
  return { letters, remembered }
}

export type LoadedStudentImport = Awaited<ReturnType<typeof loadStudentImport>>

/** School years for the moments, and the chosen one: the one asked for, else the active one, else the latest. */
export async function loadTestmomentImport(api: Api, schoolyearId: number | undefined) {
  const [schoolyears, remembered] = await Promise.all([
    loadSchoolyearChoices(api, schoolyearId),
    loadRemembered(api, 'testmoments'),
  ])
  const chosen =
    schoolyears.find(({ id }) => id === schoolyearId) ?? schoolyears.find(({ active }) => active) ?? schoolyears[0]
  return { schoolyears, chosen: chosen ?? null, remembered }
}

export type LoadedTestmomentImport = Awaited<ReturnType<typeof loadTestmomentImport>>

export async function loadResultImport(api: Api, testmomentId: number) {
  const [results, remembered] = await Promise.all([
    api.call(readResults, { params: { id: testmomentId } }),
    loadRemembered(api, 'results'),
  ])
  return { results, remembered }
}

export type LoadedResultImport = Awaited<ReturnType<typeof loadResultImport>>

export const loadImports = (api: Api) => api.call(listImports)

export const loadImport = (api: Api, id: number) => api.call(getImport, { params: { id } })
