/** The short code by which everyone knows the module, and what it is about. */
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
