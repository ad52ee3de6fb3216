import type { ChanceKind } from './chances.ts'

export const chanceTexts = {
  'not-over': 'Zodra dit toetsmoment voorbij is, kun je je inschrijven om deze toets opnieuw te doen.',
  taken: 'Je doet deze toets opnieuw:',
  waiting: 'Je wacht op een plaats om deze toets opnieuw te doen:',
  open: 'Doe deze toets opnieuw. Je kunt je nu inschrijven:',
  full: 'Doe deze toets opnieuw:',
  opening: 'Je kunt deze toets opnieuw doen:',
  closed: 'Je kunt deze toets opnieuw doen:',
  nothing: 'Er is nog geen nieuw toetsmoment voor deze module gepland. Zodra het er is, staat het hier.',
} satisfies Record<ChanceKind, string>

export const notOfferedText = (moduleName: string): string =>
  `Module ${moduleName} hoort nu niet bij je studierichting. Vraag je docent of je de toets opnieuw kunt doen.`

export const historyTexts = {
  newChance: (module: string) => `Nieuwe kans voor ${module}`,
  allMoments: (module: string) => `Alle toetsmomenten voor ${module}`,
  none: 'Je hebt nog geen toetsen gemaakt',
  whatComes: 'Na een toetsmoment lees je hier of je aanwezig was, en je uitslag.',
  loading: 'Je toetsen worden geladen…',
} as const

/** Shown once, with a picture. */
export const passedText = (moduleName: string): string => `Gefeliciteerd! Je hebt ${moduleName} gehaald.`
