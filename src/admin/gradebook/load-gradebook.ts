import { listEducationDepartments } from '#contract/departments.gen.ts'
import { readGradebook } from '#contract/gradebook.gen.ts'
import { listClassGroups } from '#contract/users.gen.ts'
import { isId } from '#domain/entities/id.rules.ts'
import type { GradebookFilter } from '#domain/results/gradebook.schema.ts'
import type { Api } from '#src/api/api.ts'
import { loadSchoolyearChoices } from '#src/parts/schoolyears.tsx'

const PAGE_SIZE = 50

export interface GradebookSearch extends GradebookFilter {
  /** id of the school year to show; the active one by default */
  schoolyear?: number
}

/** Reads the page's address; ignores invalid filters. A number may be a search or a class group too. */
export const readGradebookSearch = ({
  schoolyear,
  search,
  department,
  class_group,
  uncompleted,
}: Record<string, unknown>): GradebookSearch => ({
  ...(isId(schoolyear) && { schoolyear }),
  ...(((typeof search === 'string' && search !== '') || typeof search === 'number') && { search: String(search) }),
  ...((department === 'none' || isId(department)) && { department }),
  ...(((typeof class_group === 'string' && class_group !== '') || typeof class_group === 'number') && {
    class_group: String(class_group),
  }),
  ...((uncompleted === 'any' || isId(uncompleted)) && { uncompleted }),
})

/** Loads the first page of the requested school year, else of the active one, else of the latest. */
export async function loadGradebook(api: Api, { schoolyear, ...filter }: GradebookSearch) {
  const [schoolyears, departments, classGroups] = await Promise.all([
    loadSchoolyearChoices(api, schoolyear),
    api.call(listEducationDepartments),
    api.call(listClassGroups),
  ])
  const active = schoolyears.find((year) => year.active)
  const chosen = schoolyears.find(({ id }) => id === schoolyear) ?? active ?? schoolyears[0]
  if (!chosen) return null
  const params = { id: chosen.id, paging: PAGE_SIZE }
  const first = await api.call(readGradebook, { params, query: { ...filter, count: true } })
  return {
    ...{ schoolyears, chosen, first },
    departments: departments.entities,
    classGroups: classGroups.entities.map(({ name }) => name),
  }
}

export type LoadedGradebook = NonNullable<Awaited<ReturnType<typeof loadGradebook>>>
