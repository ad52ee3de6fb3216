import { INVITATION_DAYS } from '#domain/accounts/account.rules.ts'
import { counted, countedStudents, dottedNumber } from '#domain/entities/counts.texts.ts'
import { dotted } from '#domain/entities/dotted.ts'
import { listLines as lines } from '#domain/import/list-kind.texts.ts'
import type { LegacyEncoding } from './decode-list.ts'
import type { ColumnOrigin } from './list-columns.ts'
import type { WorkbookProblem } from './workbook/refused.ts'

const letters = (count: number) => counted(count, 'activatiemail', 'activatiemails')

/** '‘a’, ‘b’ en ‘c’', and the number of further names. */
const listed = (names: readonly string[]): string => {
  const shown = names.slice(0, MOST_NAMES).map((name) => `‘${name}’`)
  const rest = names.length - shown.length
  return new Intl.ListFormat('nl', { type: 'conjunction' }).format(rest > 0 ? [...shown, `nog ${rest}`] : shown)
}

/** '4, 9 en 12', and the number of further ones. */
const someOf = (numbers: readonly number[]): string => {
  const shown = numbers.slice(0, MOST_NAMES).map(String)
  const rest = numbers.length - shown.length
  return new Intl.ListFormat('nl', { type: 'conjunction' }).format(rest > 0 ? [...shown, `nog ${rest}`] : shown)
}

const MOST_NAMES = 8

export const importTexts = {
  previewFailed: 'Controleren van de lijst mislukt',
  importFailed: 'Importeren mislukt. Er is niets geïmporteerd',
  changed: 'Er is intussen iets veranderd. Bekijk de lijst opnieuw; er is nog niets geïmporteerd.',
  tooLarge: 'De lijst is te groot: hoogstens 2 MB tegelijk. Importeer hem in delen.',
  notText: 'Dit is geen lijst. Kies een Excel-bestand (.xlsx) of een CSV-bestand, of plak de lijst hieronder.',
  unreadable: 'Dit bestand kan niet worden gelezen. Sluit het in andere programma’s, of plak de lijst hieronder.',
  webPage:
    'Dit bestand is een webpagina of XML, ook al heet het .xls. Open het in Excel en kies ‘Opslaan als’ en dan ‘Excel-werkmap (.xlsx)’. Of kopieer de cellen en plak ze hieronder.',
  reading: 'Bestand lezen …',
  emptyFile: (name: string) => `In ‘${name}’ staat niets.`,
  emptySheet: (sheet: string) => `Op het blad ‘${sheet}’ staat niets.`,
  noSchoolyears: 'Er is nog geen schooljaar. Maak er eerst een aan bij Schooljaren.',
  counts: {
    added: (count: number) => `${lines(count)} nieuw`,
    skipped: (count: number) => `${lines(count)} overgeslagen`,
    errors: (count: number) => (count === 1 ? '1 regel klopt niet' : `${lines(count)} kloppen niet`),
    leftOut: (count: number) => `${lines(count)} weggelaten`,
  },
  blocked: (canLeaveOut: boolean) =>
    `Verbeter de regels die niet kloppen en controleer opnieuw${canLeaveOut ? ', of ga zonder ze door' : ''}. Tot dan wordt er niets geïmporteerd. Met het regelnummer spring je naar de regel.`,
  leaveOut: {
    choice: (count: number) => (count === 1 ? 'Zonder deze regel doorgaan' : `Zonder deze ${lines(count)} doorgaan`),
    which: (numbers: readonly number[]) =>
      `${numbers.length === 1 ? 'Regel' : 'Regels'} ${someOf(numbers)}. Wat er niet klopt, staat eronder.`,
    download: 'Deze regels downloaden',
    file: 'weggelaten-regels.csv',
    columns: ['regel', 'reden'],
    done: (numbers: readonly number[]) =>
      numbers.length === 1
        ? `Regel ${someOf(numbers)} is weggelaten.`
        : `${lines(numbers.length)} zijn weggelaten: ${someOf(numbers)}.`,
  },
  stale: 'De lijst is gewijzigd. Controleer opnieuw om verder te gaan.',
  unchecked: 'De lijst is nog niet gecontroleerd.',
  checking: 'De lijst wordt gecontroleerd …',
  verdict: 'Controle',
  check: 'Controleren',
  checkAgain: 'Opnieuw controleren',
  filters: {
    notable: 'Met een melding',
    refused: 'Die niet kloppen',
    added: 'Nieuw',
    changed: 'Die iets bijwerken',
    skipped: 'Overgeslagen',
    all: 'Alle',
  },
  otherNames: 'Heten ze anders? Na het plakken kies je per kolom wat erin staat. Dat wordt onthouden.',
  showLine: 'Toon deze regel in de lijst',
  nothingThere: 'niets',
  noColumns: 'Elke regel is één e-mailadres; namen van kolommen zijn dan niet nodig.',
  update: 'Wat er al is, bijwerken',
  round: 'Cijfers afronden op één decimaal',
  roundHint: '5,45 wordt 5,5. Bij elke afgeronde regel staat wat er in de lijst stond.',
  departed: (count: number) =>
    count === 1
      ? 'Ook de student importeren die is uitgeschreven'
      : `Ook de ${count} uitgeschreven studenten importeren`,
  departedHint: (numbers: readonly number[]) => `${numbers.length === 1 ? 'Regel' : 'Regels'} ${someOf(numbers)}.`,
  merged: (count: number) =>
    `${counted(count, 'samengevoegde cel kreeg', 'samengevoegde cellen kregen')} de waarde van de cel erboven.`,
  uncomputed: (count: number) =>
    `Let op: ${counted(count, 'cel met een formule heeft', 'cellen met een formule hebben')} nog geen uitkomst en ${count === 1 ? 'telt' : 'tellen'} als leeg. Open het bestand in Excel en sla het op.`,
  history: 'Eerdere imports',
  mistaken: 'Toch niet de bedoeling?',
  lettersWaiting: (sent: number, total: number) => `${dottedNumber(sent)} van ${letters(total)} verstuurd`,
  lettersSent: (total: number) =>
    total === 1 ? 'De activatiemail is verstuurd.' : `Alle ${letters(total)} zijn verstuurd.`,
  lettersGivenUp: (count: number) =>
    `${letters(count)} van vandaag en gisteren ${count === 1 ? 'kon' : 'konden'} niet worden bezorgd. Controleer de e-mailadressen bij Gebruikers.`,
  more: (count: number) => `Nog ${lines(count)} tonen`,
  letters: {
    legend: 'Activatiemail',
    now: (count: number) => `Nu versturen (${letters(count)})`,
    nowHint: `Daarmee kiest de student een wachtwoord. De link is ${INVITATION_DAYS} dagen geldig.`,
    later: 'Later versturen',
    laterHint: 'Ze kunnen nog niet inloggen. Je verstuurt ze bij Gebruikers, wanneer je wilt.',
    waiting: (count: number) =>
      count === 1
        ? 'De activatiemail is nog niet verstuurd. Tot dan kan de student niet inloggen.'
        : 'De activatiemails zijn nog niet verstuurd. Tot dan kunnen deze studenten niet inloggen.',
  },
  another: 'Nog een lijst importeren',
  undo: 'Deze import terugdraaien',
  kinds: 'Wat je importeert',
  paste: 'Plak hier de lijst, of sleep een Excel- of CSV-bestand hierheen',
  file: 'Excel- of CSV-bestand',
  whichLines: 'Welke regels',
  caption: 'Regels van de lijst',
  toResults: 'Naar de uitslagen',
  moduleOfBareLines: 'Module van regels zonder module',
  moduleInList: 'Geen: de module staat in de lijst',
  toUsers: 'Naar Gebruikers',
  sentLetters: 'Verstuurde activatiemails',
  toSchoolyears: 'Naar de schooljaren',
  allModules: 'Alle modules',
}

const departments = (count: number) => counted(count, 'studierichting', 'studierichtingen')
const enrollments = (count: number) => counted(count, 'inschrijving', 'inschrijvingen')

interface Enrolled {
  enrollments_made: number
  students_enrolled: number
}

export const moduleTexts = {
  newDepartments: (names: readonly string[]) =>
    `${names.length === 1 ? 'Nieuwe studierichting' : `${names.length} nieuwe studierichtingen`}: ${listed(names)}.`,
  enrolls: ({ enrollments_made, students_enrolled }: Enrolled) =>
    `Er ${enrollments_made === 1 ? 'wordt' : 'worden'} meteen ${enrollments(enrollments_made)} gemaakt, voor ${countedStudents(students_enrolled)}.`,
  enrolled: ({ enrollments_made, students_enrolled }: Enrolled) =>
    `Er ${enrollments_made === 1 ? 'is' : 'zijn'} ${enrollments(enrollments_made)} gemaakt, voor ${countedStudents(students_enrolled)}.`,
  withoutSeat: (count: number) =>
    `Voor ${countedStudents(count)} is er bij geen enkel toetsmoment nog plaats: die ${count === 1 ? 'wordt' : 'worden'} niet ingeschreven.`,
  departmentsMade: (count: number) => `Ook ${count === 1 ? 'is' : 'zijn'} ${departments(count)} gemaakt.`,
  toModules: 'Naar Modules',
  toDepartments: 'Naar Studierichtingen',
}

export const headTexts = {
  list: 'Lijst',
  kinds: { workbook: 'Excel', text: 'CSV of tekst' },
  adapted: 'zelf aangepast',
  nothing: 'Excel, CSV of geplakte cellen',
  facts: (kind: string, count: number, notes: readonly string[]) => dotted([kind, lines(count), ...notes]),
  choose: 'Bestand kiezen',
  another: 'Ander bestand',
  adapt: 'Lijst aanpassen',
}

export const columnTexts = {
  caption: 'Kolommen van de lijst',
  read: (used: number, all: number) =>
    used === all
      ? `Alle ${counted(all, 'kolom', 'kolommen')} worden gelezen`.replace('Alle 1 kolom worden', 'De kolom wordt')
      : `${used} van de ${all} kolommen ${used === 1 ? 'wordt' : 'worden'} gelezen`,
  /** beside the button that imports, so short */
  lost: (names: readonly string[]) =>
    names.length > 2
      ? `${names.length} kolommen niet gebruikt`
      : `${names.map((name) => `‘${name}’`).join(' en ')} niet gebruikt`,
  missing: (labels: readonly string[]) =>
    `Kies in welke kolom ${labels.map((label) => `‘${label}’`).join(' of ')} staat: die is nodig.`,
  line: 'Regel',
  isOf: (column: string, header: string) => `${column}${header === column ? '' : `, ‘${header}’`}: is`,
  notUsed: 'Niet gebruiken',
  needed: ' (nodig)',
  origins: {
    named: 'herkend',
    remembered: 'onthouden',
    chosen: 'gekozen',
    guessed: 'geraden',
    unknown: 'niet herkend',
    nameless: 'zonder naam',
  } satisfies Record<ColumnOrigin, string>,
}

export const departmentTexts = {
  legend: 'Onbekende studierichting: welke wordt bedoeld?',
  name: (name: string, count: number) => `‘${name}’ (${lines(count)})`,
  choose: 'Kies een studierichting',
  near: 'Lijkt erop',
  others: 'Andere',
}

export const addressTexts = {
  legend: 'Een ander e-mailadres bij hetzelfde studentnummer: van wie verandert het?',
  hint: 'Het oude adres krijgt bericht, links in eerdere e-mails werken niet meer en de student logt opnieuw in.',
  change: (name: string, former: string, username: string) =>
    `${name === '' ? '' : `${name}: `}${former} → ${username}`,
}

export const sameDayTexts = {
  legend: 'Op een dag waarop er al een toetsmoment op een andere tijd is',
  other: 'Dit is een ander toetsmoment: het komt erbij',
  otherHint: 'Bijvoorbeeld een ochtend en een middag.',
  same: 'Dit is hetzelfde toetsmoment',
  sameHint: 'Het blijft zoals het is, of krijgt bij bijwerken de tijd van de lijst.',
}

export const sourceTexts = {
  sheet: 'Blad',
  hiddenSkipped: (count: number) => `${counted(count, 'verborgen rij', 'verborgen rijen')} overgeslagen.`,
  hiddenTaken: (count: number) => `${counted(count, 'verborgen rij staat', 'verborgen rijen staan')} ook in de lijst.`,
  takeHidden: 'Ook verborgen rijen meenemen',
  lettersGuessed: (examples: readonly string[]) =>
    `Dit bestand zegt niet hoe zijn letters zijn opgeslagen. Kloppen deze? ${examples.join(', ')}`,
  letters: 'Letters lezen als',
  encodings: {
    'windows-1252': 'West-Europees (Windows)',
    macintosh: 'West-Europees (oude Mac)',
    cp850: 'West-Europees (DOS)',
    'windows-1254': 'Turks',
    'windows-1250': 'Midden-Europees',
  } satisfies Record<LegacyEncoding, string>,
}

/** Number of characters that suffices to recognize a line. */
const SIGNS_OF_LINE = 60

export const headingTexts = {
  label: 'Waar staan de namen van de kolommen?',
  line: (line: number, cells: readonly string[]): string => {
    const text = dotted(cells.filter((cell) => cell.trim() !== ''))
    return `Namen op regel ${line}: ${text.length > SIGNS_OF_LINE ? `${text.slice(0, SIGNS_OF_LINE)} …` : text}`
  },
  none: 'De kolommen hebben geen namen',
}

const orPaste = 'of kopieer de cellen en plak ze hieronder.'

export const workbookTexts = {
  'workbook-too-large':
    'Het bestand is te groot: hoogstens 20 MB. Bewaar alleen het blad met de lijst, en importeer het in delen.',
  'workbook-too-full': `In dit bestand staat te veel om te lezen. Zet alleen de lijst in een nieuw bestand, ${orPaste}`,
  'workbook-encrypted': `Dit bestand is met een wachtwoord beveiligd. Haal het wachtwoord eraf en kies het opnieuw, ${orPaste}`,
  'workbook-old': `Dit is een bestand van een oude Excel (.xls). Kies in Excel ‘Opslaan als’ en dan ‘Excel-werkmap (.xlsx)’, ${orPaste}`,
  'workbook-binary': `Dit is een binaire Excel-werkmap (.xlsb). Kies in Excel ‘Opslaan als’ en dan ‘Excel-werkmap (.xlsx)’, ${orPaste}`,
  'workbook-opendocument': `Dit is een bestand van LibreOffice of OpenOffice (.ods). Kies daar ‘Opslaan als’ en dan ‘Excel 2007-365 (.xlsx)’, ${orPaste}`,
  'workbook-numbers': `Dit is een bestand van Numbers. Kies daar ‘Archief’, ‘Exporteer naar’ en dan ‘Excel’, ${orPaste}`,
  'workbook-other': `Dit is geen Excel-bestand (.xlsx). Kies ‘Opslaan als’ en dan .xlsx of CSV, ${orPaste}`,
  'workbook-broken': `Dit Excel-bestand kan niet worden gelezen. Sla het in Excel opnieuw op, ${orPaste}`,
} satisfies Record<WorkbookProblem, string>
