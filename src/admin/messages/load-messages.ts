import { listEducationDepartments } from '#contract/departments.gen.ts'
import { listMessages } from '#contract/messages.gen.ts'
import { listModules } from '#contract/modules.gen.ts'
import { listTestmoments } from '#contract/testmoments.gen.ts'
import type { Audience } from '#domain/messages/message.schema.ts'
import type { Api } from '#src/api/api.ts'
import { activeSchoolyear } from '#src/parts/enrollment-overview.ts'
import { chosenPeople } from '#src/parts/messages/chosen-people.ts'
import type { ChosenGroup } from '#src/parts/messages/write-link.tsx'

const PAGE_SIZE = 20

/** Page size: more moments than a year will ever have. */
const ALL_MOMENTS = 1_000

export interface MessagesFilter {
  /** also what the system sent by itself */
  automatic?: true
}

export const readMessagesFilter = ({ automatic }: { automatic?: unknown }): MessagesFilter =>
  automatic === true ? { automatic } : {}

export const loadMessages = (api: Api, { automatic }: MessagesFilter) =>
  api.call(listMessages, { params: { paging: PAGE_SIZE }, ...(automatic && { query: { automatic: '1' } }) })

/** Loads the groups to choose from; without an active school year there are no moments. */
export async function loadGroups(api: Api) {
  const [schoolyear, departments, modules] = await Promise.all([
    activeSchoolyear(api),
    api.call(listEducationDepartments),
    api.call(listModules),
  ])
  const moments = schoolyear
    ? await api.call(listTestmoments, { params: { schoolyear_id: schoolyear.id, paging: ALL_MOMENTS } })
    : null
  return { moments: moments?.entities ?? [], departments: departments.entities, modules: modules.entities }
}

export type Groups = Awaited<ReturnType<typeof loadGroups>>

/** The chosen group; null while the choice is incomplete. */
export function audienceOf({ kind, testmoment_id, module_id, education_department_id }: ChosenGroup): Audience | null {
  switch (kind) {
    case 'testmoment':
    case 'waiting':
    case 'absent':
      return testmoment_id === undefined ? null : { kind, testmoment_id, ...(module_id !== undefined && { module_id }) }
    case 'department':
      return education_department_id === undefined ? null : { kind, education_department_id }
    case 'users': {
      const user_ids = [...chosenPeople()]
      return user_ids.length === 0 ? null : { kind, user_ids }
    }
    case 'not-activated':
    case 'never-enrolled':
      return { kind }
    default:
      return null
  }
}
