import type { ModuleName } from './modules.ts'

interface DemoDepartment {
  name: string
  auto_enroll: boolean
  archived: boolean
  modules: readonly ModuleName[]
}

// biome-ignore format: a department's modules are read as one row
export const demoDepartments = [
  {
    name: 'Werktuigbouwkunde', auto_enroll: true, archived: false,
    modules: ['REK1', 'ALG1', 'ALG2', 'FUN1', 'GON1', 'DIF1', 'DIF2', 'INT1', 'VEC1', 'DVG1'],
  },
  {
    name: 'Elektrotechniek', auto_enroll: true, archived: false,
    modules: ['ALG1', 'ALG2', 'FUN1', 'EXP1', 'GON1', 'DIF1', 'INT1', 'MAT1', 'COM1', 'DVG1', 'NUM1'],
  },
  {
    name: 'HBO-ICT', auto_enroll: false, archived: false,
    modules: ['REK1', 'ALG1', 'ALG2', 'FUN1', 'EXP1', 'MAT1', 'LOG1', 'STA1', 'STA2'],
  },
  {
    name: 'Finance & Control', auto_enroll: false, archived: false,
    modules: ['REK1', 'ALG1', 'FUN1', 'STA1', 'STA2', 'STA3', 'FIN1'],
  },
  {
    name: 'Bouwkunde', auto_enroll: false, archived: false,
    modules: ['REK1', 'ALG1', 'ALG2', 'GON1', 'DIF1', 'VEC1', 'STA1'],
  },
  { name: 'Scheepsbouwkunde', auto_enroll: false, archived: true, modules: ['ALG1', 'GON1', 'DIF1', 'VEC1', 'NUM1'] },
] as const satisfies readonly DemoDepartment[]

export type DepartmentName = (typeof demoDepartments)[number]['name']
