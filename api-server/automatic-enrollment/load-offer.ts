import type { Kysely } from 'kysely'
import { listAutomaticDepartments } from '#api-server/queries/list-automatic-departments.ts'
import { type AutomaticOffer, listAutomaticOffers } from '#api-server/queries/list-automatic-offers.ts'
import type { Tables } from '#database/tables.ts'
import type { AutomaticMoment } from '#domain/enrollments/automatic.rules.ts'

/** What the school enrolls in automatically, whoever the student is. */
export interface Offer {
  moments: AutomaticMoment[]
  /** those that the moments list */
  modules: Map<number, { id: number; name: string; description: string }>
  active_module_ids: Set<number>
  module_ids_of_department: Map<number, Set<number>>
}

/** `moduleIds` leaves all other modules out of it. */
export async function loadOffer(kysely: Kysely<Tables>, moduleIds?: ReadonlySet<number>): Promise<Offer> {
  const rows = await listAutomaticOffers(kysely)
  const departments = Map.groupBy(await listAutomaticDepartments(kysely), ({ id }) => id)
  return {
    moments: [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((listed) => momentOf(listed, moduleIds)),
    modules: new Map(rows.map((row) => [row.module_id, moduleOf(row)])),
    active_module_ids: new Set(rows.filter((row) => row.module_active).map((row) => row.module_id)),
    module_ids_of_department: new Map(
      [...departments].map(([id, held]) => [id, new Set(held.map(({ module_id }) => module_id))]),
    ),
  }
}

const moduleOf = ({ module_id, module_name, module_description }: AutomaticOffer) => ({
  id: module_id,
  name: module_name,
  description: module_description,
})

function momentOf(listed: readonly AutomaticOffer[], moduleIds?: ReadonlySet<number>): AutomaticMoment[] {
  const automatic = listed.filter((row) => row.auto_enroll && (moduleIds?.has(row.module_id) ?? true))
  return listed.slice(0, 1).map((row) => ({
    id: row.id,
    date: row.date,
    duration: row.duration,
    enrollments_enabled: row.enrollments_enabled,
    enrollments_close_at: row.enrollments_close_at,
    max_enrollments: row.max_enrollments,
    schoolyear_active: row.schoolyear_active,
    module_ids: listed.map(({ module_id }) => module_id),
    auto_enroll_module_ids: automatic.map(({ module_id }) => module_id),
  }))
}
