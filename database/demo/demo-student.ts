import type { DepartmentName } from './departments.ts'
import type { ModuleName } from './modules.ts'

export interface DemoStudent {
  username: string
  first_name: string
  last_name: string
  /** null while they have not been through the introduction */
  department: DepartmentName | null
  activated: boolean
  /** when the account was made, in ms */
  entered: number
  /** what this student did, for those whose year was written down instead of drawn */
  year?: { enrolled: readonly (readonly [moment: string, module: ModuleName])[]; completed: readonly ModuleName[] }
}

export const DOMAIN = 'demo.wiskunde-inschrijven.example'
export const DAY = 86_400_000
