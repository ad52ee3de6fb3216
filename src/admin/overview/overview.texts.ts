import { takenSeatsLabel, waitingSuffix } from '#domain/enrollments/waiting.texts.ts'
import { counted, countedRooms, countedStudents, dottedNumber } from '#domain/entities/counts.texts.ts'
import { dotted } from '#domain/entities/dotted.ts'
import { roomLabel } from '#domain/rooms/chair.texts.ts'
import type { FirstSteps, RoomFill, TestmomentStatisticsEntry } from '#domain/statistics/statistics.schema.ts'
import { TOO_FEW, WITHHELD } from '#domain/statistics/statistics.texts.ts'

export const overviewTexts = {
  newAccounts: 'Nieuwe accounts dit jaar',
  perMoment: 'Ingeschreven studenten per toetsmoment',
  absences: 'Niet gekomen, van wie is afgevinkt',
  occupancy: 'Bezetting: ingeschreven van de plaatsen',
  manageMoments: 'Alle toetsmomenten beheren',
  noYear: 'Er is nu geen schooljaar actief. Studenten zien daarom geen toetsmomenten.',
  noMoments: 'Geen Aankomende toetsmomenten gevonden.',
  counts: ({ enrollments, tests, waiting, testmoment: { seats } }: TestmomentStatisticsEntry): string =>
    dotted([
      seats > 0 ? `${takenSeatsLabel(enrollments, seats)} plaatsen bezet` : countedStudents(enrollments),
      counted(tests, 'toets', 'toetsen'),
    ]) + waitingSuffix(waiting),
  /** '2 lokalen: 76 van 80 plaatsen' */
  roomsFilled: (rooms: readonly RoomFill[]): string => {
    const sum = (of: 'taken' | 'seats') => rooms.reduce((total, room) => total + room[of], 0)
    return `${countedRooms(rooms.length)}: ${dottedNumber(sum('taken'))} van ${dottedNumber(sum('seats'))} plaatsen`
  },
  /** 'Zaal 3.14: 38 van 40 plaatsen, 12 aanwezig' */
  roomFilled: ({ name, taken, seats, present }: RoomFill): string =>
    `${roomLabel(name)}: ${dottedNumber(taken)} van ${dottedNumber(seats)} plaatsen${present === null ? '' : `, ${dottedNumber(present)} aanwezig`}`,
  nobodyYet: 'Voor deze toetsmomenten heeft zich nog niemand ingeschreven.',
  nobodyLately: (weeks: number): string => `In de afgelopen ${weeks} weken heeft zich niemand ingeschreven.`,
  ofSchoolyear: 'Uitslagen van schooljaar',
  exportFigures: 'Uitslagen en opkomst exporteren',
  figuresFailed: 'Het is niet gelukt om uitslagen en opkomst te exporteren.',
  noResults: 'Nog geen uitslagen gepubliceerd in dit schooljaar.',
  noPresence: 'Nog geen aanwezigheid afgevinkt in dit schooljaar.',
  smallGroups: `Van een groep van ${TOO_FEW} studenten (één module op één toetsmoment) is niets te zien: die telt nergens mee, ook niet in een totaal.`,
  smallClassGroups: `Ook een klas of studierichting van ${TOO_FEW} studenten is niet te zien.`,
  withheld: `Waar ‘${WITHHELD}’ staat, zou anders een kleine groep uit te rekenen zijn.`,
  classGroupsOf: (department: string): string => `Klassen van ${department}`,
  passedByClassGroup: (department: string): string => `Geslaagd per klas van ${department}`,
  furtherInExport: (count: number): string =>
    count === 1 ? 'Nog 1 regel staat in de export.' : `Nog ${count} regels staan in de export.`,
  filled: (enrollments: number, seats: number, present: number | null): string =>
    `${enrollments} van ${seats}${present === null ? '' : `, ${present} aanwezig`}`,
  notDrawn: (count: number): string =>
    count === 1 ? 'Er komt daarna nog 1 toetsmoment.' : `Er komen daarna nog ${count} toetsmomenten.`,
}

/** News of the school's own system that needs a teacher's decision or attention. */
export const sourceNoticeTexts = {
  braked: 'Ophalen uit het studentensysteem is gestopt: er zou ineens veel veranderen.',
  previewed: 'Wijzigingen uit het studentensysteem wachten op je keuze.',
  failed: 'Ophalen uit het studentensysteem is mislukt.',
  first: 'Er is een studentensysteem gekoppeld. Kies wat we ophalen: tot dan gebeurt er niets.',
  stale: 'Al meer dan een dag is er niets meer bijgewerkt uit het studentensysteem.',
  waiting: (people: number): string =>
    people === 1
      ? '1 student uit het studentensysteem wacht op een docent.'
      : `${dottedNumber(people)} studenten uit het studentensysteem wachten op een docent.`,
  refused: (results: number): string =>
    results === 1
      ? '1 uitslag is niet aangekomen in het studentensysteem.'
      : `${dottedNumber(results)} uitslagen zijn niet aangekomen in het studentensysteem.`,
  stuck: (results: number): string =>
    results === 1
      ? '1 uitslag wacht: versturen naar het studentensysteem lukt nu niet.'
      : `${dottedNumber(results)} uitslagen wachten: versturen naar het studentensysteem lukt nu niet.`,
  awaitsFirst: (results: number): string =>
    `${counted(results, 'uitslag wacht', 'uitslagen wachten')} tot de eerste keer ophalen uit het studentensysteem is doorgevoerd.`,
  look: 'Koppelingen bekijken',
}

export const firstStepsTexts = {
  intro: (done: number, all: number): string =>
    done === 0
      ? 'Je school is nog leeg. In zes stappen kunnen je studenten zich inschrijven.'
      : `${done} van de ${all} stappen ${done === 1 ? 'is' : 'zijn'} klaar.`,
  titles: {
    schoolyear: 'Een schooljaar',
    modules: 'Modules',
    departments: 'Studierichtingen met modules',
    testmoments: 'Toetsmomenten',
    students: 'Studenten',
    rooms: 'Lokalen (mag je overslaan)',
    opened: 'Inschrijving openen',
  },
  explanations: {
    schoolyear: 'Maak het schooljaar en zet het actief: daarin plan je de toetsmomenten.',
    modules: 'Wat studenten kunnen toetsen. Een lijst mag de studierichtingen meteen noemen.',
    departments: 'Een studierichting bepaalt uit welke modules haar studenten kiezen.',
    testmoments: 'Wanneer er getoetst wordt, in het actieve schooljaar. Ze beginnen gesloten.',
    students: 'Zij krijgen een brief waarmee ze hun account activeren, nu of later.',
    rooms: 'Alleen als je studenten over lokalen wilt verdelen.',
    opened: 'Zet bij een toetsmoment de inschrijving aan, of laat die op een tijd vanzelf opengaan.',
  },
} satisfies {
  intro: (done: number, all: number) => string
  titles: Record<keyof FirstSteps, string>
  explanations: Record<keyof FirstSteps, string>
}
