import type { UnenrollmentRefusal } from '#domain/enrollments/enrollment.rules.ts'
import { remarkText } from '#domain/enrollments/group-act.texts.ts'
import { type Standstill, standstills } from '#domain/enrollments/waiting.rules.ts'
import type { WaitingStudent } from '#domain/enrollments/waiting-list.schema.ts'
import { counted, countedStudents, dottedNumber } from '#domain/entities/counts.texts.ts'

const places = (count: number): string => counted(count, 'plaats', 'plaatsen')

/** Notice above a waiting list that does not move. */
export const standstillTexts = {
  'testmoment-past': 'Dit toetsmoment is geweest. Niemand krijgt nog een plaats.',
  'schoolyear-inactive': 'Dit schooljaar is niet actief. Niemand krijgt nu een plaats; de volgorde blijft.',
  'testmoment-begun':
    'Vanaf de eerste toetsdag krijgt niemand vanzelf een plaats. Je kunt zelf nog wel een plaats geven.',
  'enrollments-closed':
    'De inschrijvingen zijn gesloten. Zolang dat zo is, krijgt niemand vanzelf een plaats; de volgorde blijft. Je kunt zelf wel een plaats geven.',
} satisfies Record<Standstill, string>

/** Why a student cannot leave the moment of which they come; null says what is said of any act. */
const leavingLabels = {
  'testmoment-past': null,
  'enrollments-closed': 'Het moment waarvan de student komt, is gesloten.',
  'test-recorded': null,
} satisfies Record<UnenrollmentRefusal, string | null>

type Entry = Pick<WaitingStudent, 'obstacle' | 'module_name'>

/** Why this student could not get a seat now; null if they could, or if a notice about the whole list says so. */
export function obstacleLabel({ obstacle, module_name }: Entry, now: number): string | null {
  if (!obstacle) return null
  const { refusal, half } = obstacle
  if (half !== 'leaving' && standstills.some((standstill) => standstill === refusal)) return null
  const leaving: Partial<Record<typeof refusal, string | null>> = half === 'leaving' ? leavingLabels : {}
  return leaving[refusal] ?? remarkText('enroll', { outcome: 'refused', obstacle }, module_name, now)
}

/** Why a teacher could not give this student the seat by hand; always a sentence, since no notice is shown there. */
export const refusalLabel = ({ obstacle, module_name }: Entry, now: number): string =>
  (obstacle && remarkText('enroll', { outcome: 'refused', obstacle }, module_name, now)) ??
  'Kan nu geen plaats krijgen.'

export type WaitingAct = 'promote' | 'remove'

export const waitingTexts = {
  more: 'Meer van de wachtlijst laden',
  remove: 'Van de lijst halen',
  promote: 'Plaats geven',
  loadFailed: 'Ophalen van de wachtlijst mislukt',
  nobody:
    'Niemand wacht op een plaats. Is het toetsmoment vol, dan staan hier op volgorde de studenten die erbij willen.',
  toSeats: 'Plaatsen instellen',
  unlimited: 'Dit toetsmoment heeft geen maximum aantal plaatsen: niemand hoeft te wachten.',
  unlimitedWithLine:
    'Dit toetsmoment heeft geen maximum aantal plaatsen meer. Wie wacht en een plaats kan krijgen, krijgt die vanzelf.',
  nobodyFound: 'Niemand gevonden die voldoet.',
  entries: (count: number) => counted(count, 'plek op de lijst', 'plekken op de lijst'),
  ticked: (count: number) => `${counted(count, 'plek', 'plekken')} aangevinkt`,
  moves: (from: string | null) =>
    from ? `Wil verplaatsen van ${from}` : 'Wil worden verplaatst, mocht dat nodig zijn',
  hasSeat: 'Heeft hier al een plaats, voor een andere module',
  cannot: (why: string) => `Kan nu geen plaats krijgen: ${why.charAt(0).toLowerCase()}${why.slice(1)}`,

  /** `who`: the student’s name, or the number of students */
  seatQuestion: (who: string) => `${who} een plaats geven?`,
  aboveQuestion: (seats: number) => `Boven de ${places(seats)} inschrijven?`,
  removeQuestion: (who: string) => `${who} van de wachtlijst halen?`,
  who: countedStudents,
  given: (count: number, seats: number, taken: number) =>
    seats === 0
      ? `${countedStudents(count)} ${count === 1 ? 'krijgt' : 'krijgen'} een plaats.`
      : `${countedStudents(count)} ${count === 1 ? 'krijgt' : 'krijgen'} een plaats. Dan ${taken === 1 ? 'is' : 'zijn'} er ${dottedNumber(taken)} van ${dottedNumber(seats)} bezet.`,
  full: (free: number) =>
    free === 0 ? 'Alle plaatsen zijn bezet.' : `Er ${free === 1 ? 'is' : 'zijn'} nog ${places(free)} vrij.`,
  logged: 'Dat je dit boven het aantal plaatsen doet, komt in het logboek.',
  before: (count: number) =>
    count === 1
      ? 'Er wacht 1 student langer. Die blijft wachten.'
      : `Er wachten ${countedStudents(count)} langer. Die blijven wachten.`,
  notices: {
    promote: 'Wie een plaats krijgt, leest dat in de app en in een e-mail.',
    remove: 'Wie van de lijst gaat, leest dat in de app en in een e-mail. De plaats op de lijst komt niet terug.',
  } satisfies Record<WaitingAct, string>,
  giveSome: (count: number) => `Alleen ${places(count)} geven`,
  confirm: (act: WaitingAct, count: number) =>
    act === 'remove' ? 'Van de lijst halen' : count === 1 ? 'Plaats geven' : `${places(count)} geven`,
  confirmAbove: (seats: number) => `Boven de ${dottedNumber(seats)} inschrijven`,
  nothing: 'Niemand van hen kan nu een plaats krijgen.',
  gone: 'Staat niet meer op de wachtlijst: intussen een plaats, of eraf gehaald.',
  promoted: (count: number) => `${countedStudents(count)} ${count === 1 ? 'heeft' : 'hebben'} een plaats`,
  removed: (count: number) => `${countedStudents(count)} van de wachtlijst gehaald`,
  unable: 'Bij wie het niet kan',
}

const rest = {
  already: (count: number) => `${countedStudents(count)} ${count === 1 ? 'stond' : 'stonden'} er niet meer op.`,
  remarked: (count: number) => `Bij ${countedStudents(count)} kon het niet.`,
  progress: (settled: number, total: number) => `${dottedNumber(settled)} van ${dottedNumber(total)} afgehandeld`,
  stopped: (left: number) => `Gestopt. ${dottedNumber(left)} nog niet gedaan; wat gedaan is, blijft zo.`,
}

export const waitingProgress = {
  promote: { ...rest, busy: 'Bezig met plaatsen geven', done: (count: number) => `${places(count)} gegeven.` },
  remove: {
    ...rest,
    busy: 'Bezig met van de lijst halen',
    done: (count: number) => `${counted(count, 'plek', 'plekken')} van de lijst gehaald.`,
  },
}
