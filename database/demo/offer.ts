export const demoModules = [
  { name: 'REK1', description: 'Rekenen: breuken, procenten en verhoudingen', active: true },
  { name: 'ALG1', description: 'Algebra 1: haakjes wegwerken en lineaire vergelijkingen', active: true },
  { name: 'ALG2', description: 'Algebra 2: kwadratische vergelijkingen en ongelijkheden', active: true },
  { name: 'FUN1', description: 'Functies en grafieken', active: true },
  { name: 'EXP1', description: 'Machten, exponenten en logaritmen', active: true },
  { name: 'GON1', description: 'Goniometrie: sinus, cosinus en de eenheidscirkel', active: true },
  { name: 'DIF1', description: 'Differentiëren 1: rekenregels en raaklijnen', active: true },
  { name: 'DIF2', description: 'Differentiëren 2: optimaliseren en buigpunten', active: true },
  { name: 'INT1', description: 'Integreren: primitieven en oppervlakten', active: true },
  { name: 'VEC1', description: 'Vectoren en meetkunde in de ruimte', active: true },
  { name: 'MAT1', description: 'Matrices en stelsels van vergelijkingen', active: true },
  { name: 'COM1', description: 'Complexe getallen', active: true },
  { name: 'DVG1', description: 'Differentiaalvergelijkingen van de eerste orde', active: true },
  { name: 'LOG1', description: 'Logica, verzamelingen en bewijzen', active: true },
  { name: 'STA1', description: 'Beschrijvende statistiek: tabellen, grafieken en spreiding', active: true },
  { name: 'STA2', description: 'Kansrekening en de normale verdeling', active: true },
  { name: 'STA3', description: 'Schatten en toetsen van hypothesen', active: true },
  { name: 'FIN1', description: 'Financiële rekenkunde: rente en annuïteiten', active: true },
  { name: 'NUM1', description: 'Numerieke methoden (wordt niet meer gegeven)', active: false },
] as const

export type ModuleName = (typeof demoModules)[number]['name']

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

/** The rooms in which tests are held, in the order in which they are filled. */
export const demoRooms = [
  { name: 'Sporthal Noord', seats: 180, remark: 'Tassen blijven in de kleedkamers.', extra_time: false },
  { name: 'B1.02', seats: 64, remark: '', extra_time: false },
  { name: 'B1.04', seats: 48, remark: 'De klok loopt vijf minuten voor.', extra_time: false },
  { name: 'C2.11', seats: 24, remark: 'De sleutel ligt bij de receptie.', extra_time: true },
  { name: 'C2.13', seats: 16, remark: '', extra_time: true },
] as const
