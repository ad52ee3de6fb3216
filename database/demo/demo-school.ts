import type { AutomaticMoment } from '#domain/enrollments/automatic.rules.ts'
import type { ModuleFacts } from '#domain/enrollments/enrollment.rules.ts'
import type { DepartmentName } from './departments.ts'
import type { ModuleName } from './modules.ts'
import type { DemoMoment } from './moments.ts'

/** The school as it stands in the database, with what students are judged by. */
export interface DemoSchool {
  modules: ReadonlyMap<ModuleName, Pick<ModuleFacts, 'id' | 'active'>>
  departments: ReadonlyMap<DepartmentName, SchoolDepartment>
  moments: readonly SchoolMoment[]
}

export interface SchoolDepartment {
  id: number
  auto_enroll: boolean
  module_ids: ReadonlySet<number>
}

export interface SchoolMoment extends AutomaticMoment, Pick<DemoMoment, 'key' | 'hasBeenOpen'> {}

/** What must be there, since the demo's lists refer to each other by name. */
export function known<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key)
  if (value === undefined) throw new Error(`The demo school has no ${key}.`)
  return value
}
