import { DOT } from '../entities/dotted.ts'
import type { WaitingOutcomeKind } from './waiting.schema.ts'

export const freeSeatsLabel = (free: number): string =>
  free === 0 ? 'Vol' : free === 1 ? 'Nog 1 plaats' : `Nog ${free} plaatsen`

/** '71 van 80', to teachers; without a limit the number alone. */
export const takenSeatsLabel = (taken: number, seats: number): string =>
  seats === 0 ? String(taken) : `${taken} van ${seats}`

export const aboveSeatsLabel = (count: number): string =>
  count === 1 ? '1 student te veel' : `${count} studenten te veel`

/** ' · 12 wachten', after a text about seats; '' if nobody waits. */
export const waitingSuffix = (count: number): string => (count === 0 ? '' : DOT + waitingLabel(count))

export const waitingLabel = (count: number): string => (count === 1 ? '1 wacht' : `${count} wachten`)

export const lineLengthText = (count: number): string =>
  count === 0 ? 'Er wacht nog niemand.' : `Er ${count === 1 ? 'wacht 1 student' : `wachten ${count} studenten`}.`

/** Asked before a student gives up the seat that they have at a full moment, by unenrolling or by a move from there. */
export const givingUpSeatTexts = {
  title: (moduleName: string) => `Je plaats voor module ${moduleName} opgeven?`,
  /** `moment` is the label of the full one */
  full: (moment: string) => `Toetsmoment ${moment} is vol.`,
  next: (waiting: number) =>
    waiting === 0
      ? 'Je plaats kan meteen door een ander worden genomen.'
      : `Je plaats gaat naar wie wacht. ${lineLengthText(waiting)}`,
  back: 'Terug kan dan alleen via de wachtlijst.',
}

/** Asked before a student gives up their place in line: who joined behind them meanwhile is not known here. */
export const leavingLineTexts = {
  title: (moduleName: string) => `Van de wachtlijst voor module ${moduleName} af?`,
  /** `moment` is the label of the full one */
  lost: (place: number, moment: string) =>
    `${placeLabel(place)} voor toetsmoment ${moment}: ga je van de lijst af, dan sta je later weer achteraan.`,
}

export const placeLabel = (place: number): string => `Je bent de ${place}e`

/** For a student enrolled in the module elsewhere; `moment` is the label of that other moment. */
export const waitingToMoveText = (moment: string): string =>
  `Je wacht om te verplaatsen. Je blijft ingeschreven voor ${moment} tot je hier een plaats hebt.`

export const frozenLineText = 'De wachtlijst staat stil zolang de inschrijvingen gesloten zijn.'

export const waitingChangeTexts = {
  joined: (moduleName: string, moment: string, place: number) =>
    `Je staat op de wachtlijst voor module ${moduleName}: ${moment}. ${placeLabel(place)}.`,
  left: (moduleName: string, moment: string) => `Je bent van de wachtlijst af voor module ${moduleName}: ${moment}`,
  joinFailed: 'Er is iets misgegaan bij het aanmelden voor de wachtlijst.',
  leaveFailed: 'Er is iets misgegaan bij het afmelden voor de wachtlijst.',
  entryNotFound: 'Je stond niet meer op de wachtlijst.',
}

export const seatPromotedTitle = 'Je hebt een plaats'

/** Names a place that was waited for: 'module ALG1, toetsmoment di 24 nov'. A card leaves out its own subject. */
export const waitedForLabel = ({ module, moment }: { module?: string; moment?: string }): string =>
  [module && `module ${module}`, moment && `toetsmoment ${moment}`].filter(Boolean).join(', ')

const lostPlace =
  (why: string) =>
  (waitedFor: string): string =>
    `Je staat niet meer op de wachtlijst voor ${waitedFor}. ${why}`

/** Texts for a student who waited, in the app and in the letter; `waitedFor` is its label. */
export const waitingOutcomeTexts = {
  promoted: (waitedFor) => `Je hebt een plaats: je bent ingeschreven voor ${waitedFor}.`,
  'module-completed': lostPlace('Je hebt de module afgerond.'),
  'enrolled-elsewhere': lostPlace('Je bent voor deze module op een ander moment ingeschreven.'),
  'module-unavailable': lostPlace('De module is daar niet meer voor jou beschikbaar.'),
  'testmoment-past': lostPlace('Het toetsmoment is geweest en er kwam geen plaats vrij.'),
  'testmoment-deleted': lostPlace('Het toetsmoment is vervallen.'),
  removed: lostPlace('Een docent heeft je van de lijst gehaald.'),
} satisfies Record<WaitingOutcomeKind, (waitedFor: string) => string>
