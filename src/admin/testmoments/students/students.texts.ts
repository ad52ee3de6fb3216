import type { GroupAct } from '#domain/enrollments/group-act.schema.ts'
import { counted, countedEnrollments, countedStudents, dottedNumber } from '#domain/entities/counts.texts.ts'

const are = (count: number) => (count === 1 ? 'is' : 'zijn')

interface ActTexts {
  /** on the button that does it */
  confirm: (students: number) => string
  /** effect of confirming */
  plan: (students: number, tests: number) => string
  /** nothing can be done to any of them */
  nothing: string
  /** while it goes on */
  busy: string
  done: (tests: number) => string
}

const planOf = (done: string) => (count: number, tests: number) =>
  `${countedStudents(count)} ${count === 1 ? 'wordt' : 'worden'} ${done}, samen ${countedEnrollments(tests)}.`

export const actTexts: Record<GroupAct['kind'], ActTexts> = {
  enroll: {
    confirm: (count) => `${countedStudents(count)} inschrijven`,
    plan: planOf('ingeschreven'),
    nothing: 'Niemand van deze lijst kan worden ingeschreven.',
    busy: 'Bezig met inschrijven',
    done: (tests) => `${countedEnrollments(tests)} ${are(tests)} gemaakt.`,
  },
  unenroll: {
    confirm: (count) => `${countedStudents(count)} uitschrijven`,
    plan: planOf('uitgeschreven'),
    nothing: 'Niemand van hen kan worden uitgeschreven.',
    busy: 'Bezig met uitschrijven',
    done: (tests) => `${countedEnrollments(tests)} ${are(tests)} beëindigd.`,
  },
  move: {
    confirm: (count) => `${countedStudents(count)} verplaatsen`,
    plan: planOf('verplaatst'),
    nothing: 'Niemand van hen kan daarheen worden verplaatst.',
    busy: 'Bezig met verplaatsen',
    done: (tests) => `${countedEnrollments(tests)} ${are(tests)} verplaatst.`,
  },
}

export const progressTexts = {
  already: (tests: number) => `${countedEnrollments(tests)} ${tests === 1 ? 'was' : 'waren'} al zo.`,
  progress: (settled: number, total: number) => `${dottedNumber(settled)} van ${countedEnrollments(total)} afgehandeld`,
  remarked: (count: number) =>
    `Bij ${counted(count, 'student of regel', 'studenten of regels')} kon het niet, of niet helemaal.`,
  stopped: (left: number) =>
    `Gestopt. ${countedEnrollments(left)} ${are(left)} nog niet gedaan; wat gedaan is, blijft zo.`,
}

export const studentsTexts = {
  caption: 'Ingeschreven studenten',
  more: 'Meer studenten laden',
  addTitle: 'Studenten toevoegen',
  moveTo: 'Verplaatsen naar…',
  unenroll: 'Uitschrijven',
  toAbsentees: 'Bericht aan de afwezigen',
  loadFailed: 'Ophalen van de studenten mislukt',
  nobody:
    'Er is nog niemand ingeschreven voor dit toetsmoment. Studenten schrijven zich zelf in zodra het open is; je kunt ze ook zelf inschrijven.',
  nobodyFound: 'Geen student gevonden die voldoet.',
  tickAll: (found: number) => `Alle ${dottedNumber(found)} die voldoen aanvinken`,
  ticked: (count: number) => (count === 0 ? 'Niemand aangevinkt' : `${countedStudents(count)} aangevinkt`),
  absent: (absent: number, students: number) => `${dottedNumber(absent)} van ${dottedNumber(students)} afwezig`,
  absentAt: ({ name, absent, students }: { name: string; absent: number; students: number }) =>
    `${name}: ${dottedNumber(absent)} van ${dottedNumber(students)}`,
  notNoted: (count: number) => `van ${dottedNumber(count)} is nog niets genoteerd`,
  check: 'Controleren',
  checkAgain: 'Opnieuw controleren',
  checkRest: 'De rest opnieuw controleren',
  toList: 'Naar de lijst',
  linesOf: (lines: number, most: number) => `${dottedNumber(lines)} van hoogstens ${dottedNumber(most)} regels`,
  previewFailed: 'Controleren mislukt',
  momentsFailed: 'Ophalen van de andere toetsmomenten mislukt',
  momentsNone: 'Er is geen ander toetsmoment dat nog komt.',
  notHere: 'Is hier niet (meer) ingeschreven.',
  tooMany: (lines: number, most: number) =>
    `De lijst heeft ${dottedNumber(lines)} regels. Voeg hoogstens ${dottedNumber(most)} studenten tegelijk toe.`,
  listMissing: 'Plak eerst een lijst, of zoek iemand op naam.',
  modulesMissing: 'Kies voor welke modules.',
  tooManyModules: (most: number) => `Kies hoogstens ${most} modules tegelijk.`,
  paste: 'Of plak e-mailadressen of studentnummers, één per regel',
  forModules: 'Voor welke modules',
  remarks: (lines: number) => `Bij ${counted(lines, 'regel', 'regels')} is iets op te merken.`,
  remarkedLines: 'Regels met een opmerking',
  allModules: 'Alle modules op dit toetsmoment',
  unable: 'Bij wie het niet kan',
  targetMoment: 'Naar toetsmoment',
  chooseMoment: 'Kies een toetsmoment',
}

export const verbs = { enroll: 'inschrijven', move: 'verplaatsen' } as const

export const aboveSeatsTexts = {
  full: (full: number, all: number): string => {
    const why = 'het toetsmoment is vol.'
    if (all === 1) return `Deze student past er niet meer bij: ${why}`
    if (full === all) return `Geen van de ${dottedNumber(all)} studenten past er nog bij: ${why}`
    return `${dottedNumber(full)} van de ${dottedNumber(all)} studenten ${full === 1 ? 'past' : 'passen'} er niet bij: ${why}`
  },
  offer: (verb: string, { full, fit }: { full: number; fit: number }): string =>
    fit > 0
      ? `Ook boven de plaatsen ${verb} (${dottedNumber(full)} te veel)`
      : `Toch ${verb}, boven de plaatsen (${dottedNumber(full)} te veel)`,
  above: (above: number, seats: number): string =>
    `${counted(above, 'student komt', 'studenten komen')} boven de ${counted(seats, 'plaats', 'plaatsen')}. Dat komt in het logboek.`,
  within: 'Toch niet boven de plaatsen',
}
