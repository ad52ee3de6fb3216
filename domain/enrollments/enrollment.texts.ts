import { whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import type { EnrollmentRefusal, UnenrollmentRefusal } from './enrollment.rules.ts'
import type { UnansweredWish } from './enrollment.schema.ts'
import { unansweredLabel } from './enrollment-status.texts.ts'
import type { MomentObstacle } from './moment-obstacle.rules.ts'
import type { HeldElsewhere, MoveHalf, MoveObstacle, MoveRefusal } from './move.rules.ts'

type TextOfModule = (moduleName: string) => string

interface RefusalTexts {
  /** on a moment's card, in the list of one module's moments */
  card: TextOfModule
  /** in the list of test moments, and beside a module in the moment's dialog */
  list: TextOfModule
  /** if the server refuses unexpectedly */
  toast: string
}

function always(text: string): TextOfModule {
  return () => text
}
const everywhere = (text: string): RefusalTexts => ({ card: always(text), list: always(text), toast: text })
const elsewhere = (moduleName: string) => `Je bent al op een ander moment ingeschreven voor module ${moduleName}`

/** 'Sloten' is the word of the first specification. Wherever it is shown, the next sentence explains it. */
export const noSlotsText = 'Je hebt voor dit toetsmoment geen sloten meer over.'
const noMoreModulesText = 'Je mag hier geen module meer kiezen.'
const explainedNoSlotsText = `${noSlotsText} ${noMoreModulesText}`

export const fullText = 'Dit toetsmoment is vol.'
const fullAndListText = `${fullText} Je kunt op de wachtlijst.`

export const enrollmentRefusalTexts = {
  'schoolyear-inactive': everywhere('Dit toetsmoment hoort niet bij het actieve schooljaar.'),
  'testmoment-past': everywhere('Dit toetsmoment is al geweest.'),
  'enrollments-closed': {
    card: always('De inschrijvingen voor dit toetsmoment zijn nu gesloten.'),
    list: always('Inschrijvingen voor dit toetsmoment zijn gesloten.'),
    toast: 'De inschrijvingen voor dit toetsmoment zijn gesloten',
  },
  'module-unavailable': {
    card: (moduleName) => `Module ${moduleName} is op dit toetsmoment niet voor jou beschikbaar.`,
    list: (moduleName) => `Module ${moduleName} is op dit toetsmoment niet voor jou beschikbaar.`,
    toast: 'Deze module is op dit toetsmoment niet voor jou beschikbaar.',
  },
  'module-completed': {
    card: (moduleName) => `Je hebt module ${moduleName} al afgerond.`,
    list: (moduleName) => `Je hebt module ${moduleName} al afgerond.`,
    toast: 'Je hebt deze module al afgerond.',
  },
  'existing-enrollment': {
    card: elsewhere,
    list: elsewhere,
    toast: 'Je bent al op een ander moment ingeschreven voor deze module.',
  },
  'no-slots-left': everywhere(explainedNoSlotsText),
  // Shown beside the button to join the list, so the text does not mention the list.
  'moment-full': { card: always(fullText), list: always(fullAndListText), toast: fullAndListText },
} satisfies Record<EnrollmentRefusal, RefusalTexts>

export const unenrollmentRefusalTexts = {
  'testmoment-past': {
    card: always('✔ Je was ingeschreven voor dit toetsmoment. Het is al geweest.'),
    list: always('Dit toetsmoment is al geweest.'),
    toast: 'Dit toetsmoment is al geweest. Je kunt je niet meer uitschrijven.',
  },
  'test-recorded': {
    card: (moduleName) =>
      `✔ Je bent ingeschreven voor dit toetsmoment. Je aanwezigheid of uitslag voor module ${moduleName} is genoteerd: uitschrijven kan niet meer.`,
    list: (moduleName) =>
      `Je aanwezigheid of uitslag voor module ${moduleName} is genoteerd. Uitschrijven kan niet meer.`,
    toast: 'Voor deze toets is een aanwezigheid of uitslag genoteerd. Uitschrijven of verplaatsen kan niet meer.',
  },
  'enrollments-closed': {
    card: always('✔ Je bent ingeschreven voor dit toetsmoment. De inschrijvingen zijn nu gesloten.'),
    list: always('Inschrijvingen voor dit toetsmoment zijn gesloten.'),
    toast: 'De inschrijvingen voor dit toetsmoment zijn gesloten',
  },
} satisfies Record<UnenrollmentRefusal, RefusalTexts>

export const enrollmentOutcomeTexts = {
  enrolled: (moduleName: string, moment: string) => `Je bent ingeschreven voor module ${moduleName}: ${moment}`,
  unenrolled: (moduleName: string, moment: string) => `Je bent uitgeschreven voor module ${moduleName}: ${moment}`,
  enrollFailed: 'Er is iets misgegaan bij het inschrijven.',
  unenrollFailed: 'Er is iets misgegaan bij het uitschrijven.',
  enrollmentNotFound: 'De inschrijving is niet gevonden.',
}

export const leavingRefusalTexts = {
  'testmoment-past': 'Het toetsmoment waarvoor je nu bent ingeschreven is al geweest. Je kunt niet meer verplaatsen.',
  'enrollments-closed':
    'De inschrijvingen voor het toetsmoment waarvoor je nu bent ingeschreven zijn gesloten. Je blijft daar ingeschreven.',
  'test-recorded':
    'Bij het toetsmoment waarvoor je nu bent ingeschreven is je aanwezigheid of uitslag genoteerd. Je blijft daar ingeschreven.',
} satisfies Record<UnenrollmentRefusal, string>

/** Text after 'Je bent al op een ander moment ingeschreven…': the moment, and why moving from there is not offered. */
export function heldElsewhereText({ testmoment, obstacle }: HeldElsewhere, moduleName: string, now: number): string {
  const where = `Dat is toetsmoment ${whenAndWhereLabel(testmoment, now)}.`
  return obstacle ? `${where} ${obstacleText(obstacle, moduleName)}` : where
}

/** Why a module cannot be moved from its current moment, as a text of its own. */
export function obstacleText({ half, refusal }: MoveObstacle, moduleName: string): string {
  return moveObstacleTexts[refusal]?.[half] ?? `Verplaatsen kan niet. ${moveRefusalTexts[refusal].card(moduleName)}`
}

/** Obstacles with a text of their own, by the half of the move; null says what the card says. */
const moveObstacleTexts = {
  'schoolyear-inactive': null,
  'testmoment-past': null,
  'enrollments-closed': {
    leaving: 'Verplaatsen kan niet: de inschrijvingen daarvoor zijn gesloten.',
    enrolling: null,
  },
  'module-unavailable': null,
  'module-completed': null,
  'existing-enrollment': null,
  'no-slots-left': null,
  'moment-full': {
    leaving: null,
    enrolling: 'Hier is nu geen plaats. Je kunt wachten om te verplaatsen: tot die tijd blijf je daar ingeschreven.',
  },
  'test-recorded': {
    leaving: 'Verplaatsen kan niet: daar is je aanwezigheid of uitslag genoteerd.',
    enrolling: null,
  },
} satisfies Record<MoveRefusal, Record<MoveHalf, string | null> | null>

/** Refusals of either half of a move; if both have one, that of enrolling is shown. */
export const moveRefusalTexts = { ...unenrollmentRefusalTexts, ...enrollmentRefusalTexts } satisfies Record<
  MoveRefusal,
  RefusalTexts
>

export const moveOutcomeTexts = {
  moved: (moduleName: string, from: string, to: string) => `Module ${moduleName} is verplaatst van ${from} naar ${to}`,
  moveFailed: 'Er is iets misgegaan bij het verplaatsen.',
}

/** Why a student can't choose (more) modules at a moment, in the list of test moments. */
export const momentObstacleTexts = {
  closed: 'Inschrijvingen voor dit toetsmoment zijn gesloten.',
  'nothing-offered': 'Voor dit toetsmoment is geen module van jouw studierichting beschikbaar.',
  'all-completed': 'Je hebt alle modules die voor dit toetsmoment beschikbaar zijn al afgerond.',
  'no-slots-left': explainedNoSlotsText,
  full: fullAndListText,
} satisfies Record<MomentObstacle, string>

/** Slots left in a module's dialog; the seed prescribes the words. `slots` is Infinity at a moment without a limit. */
export const slotsLeftText = (slots: number): string =>
  slots === Number.POSITIVE_INFINITY ? 'Onbeperkt aantal' : `${slots} inschrijfsloten over`

/** The same in a moment's dialog, in plain words, since a student chooses between modules there. */
export const modulesLeftText = (left: number): string =>
  left > 0 ? `Je mag bij dit toetsmoment nog ${left} ${left === 1 ? 'module' : 'modules'} kiezen` : noSlotsText

export const unansweredTexts = {
  enrolled: {
    list: (module) => `${unansweredLabel}: inschrijving voor ${module}`,
    dialog: 'Nog niet bekend of je bent ingeschreven. Zodra de server antwoordt, zie je het hier.',
  },
  unenrolled: {
    list: (module) => `${unansweredLabel}: uitschrijving voor ${module}`,
    dialog: 'Nog niet bekend of je bent uitgeschreven. Zodra de server antwoordt, zie je het hier.',
  },
  moved: {
    list: (module) => `${unansweredLabel}: verplaatsing van ${module}`,
    dialog: 'Nog niet bekend of je bent verplaatst. Zodra de server antwoordt, zie je het hier.',
  },
  waiting: {
    list: (module) => `${unansweredLabel}: wachtlijst voor ${module}`,
    dialog: 'Nog niet bekend of je op de wachtlijst staat. Zodra de server antwoordt, zie je het hier.',
  },
  left: {
    list: (module) => `${unansweredLabel}: van de wachtlijst voor ${module}`,
    dialog: 'Nog niet bekend of je van de wachtlijst af bent. Zodra de server antwoordt, zie je het hier.',
  },
} satisfies Record<UnansweredWish['wish'], { list: (module: string) => string; dialog: string }>

export const noTestmomentsText = 'Er zijn geen toetsmomenten beschikbaar voor deze module'

export const goneTexts = {
  testmoment: 'Dit toetsmoment is er niet (meer), of het is al geweest.',
  module: 'Deze module staat niet (meer) in je overzicht.',
}
