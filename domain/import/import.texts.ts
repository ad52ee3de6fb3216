import { schoolNameRefusalTexts } from '#domain/entities/school-name.texts.ts'
import { MOST_MODULES, MOST_SEATS } from '#domain/testmoments/limits.rules.ts'
import { placeRefusalTexts, scheduleRefusalTexts } from '#domain/testmoments/testmoment-edit.texts.ts'
import { studentNumberRefusalTexts } from '#domain/users/user.texts.ts'
import { MAX_CELL_LENGTH, MAX_COLUMNS } from './csv.rules.ts'
import { MAX_IMPORT_LINES } from './import.rules.ts'
import type {
  ImportFault,
  ImportKind,
  ModuleVerdict,
  StudentVerdict,
  TestmomentVerdict,
  UndoHindrance,
} from './import.schema.ts'

/** What stands beside a line; `about` is what the verdict is about. */
type VerdictText = (about: string) => string

const counted = (count: number) => count.toLocaleString('nl-NL')

const isOne = (count: string): boolean => count === '1'
const students = (count: string): string => (isOne(count) ? 'Eén student is' : `${count} studenten zijn`)

const cellError: VerdictText = (error) =>
  `Ergens op deze regel staat ‘${error}’: een formule die mislukt is. Die cel telt als leeg.`
const repeated: VerdictText = (line) => `Staat ook op regel ${line}. Telt één keer.`
const shifted: VerdictText = () =>
  'Heeft meer kolommen dan de eerste regel. Zet tekst met een scheidingsteken tussen aanhalingstekens.'

export const studentVerdictTexts = {
  new: () => 'Nieuw',
  'new-letters-lost': () =>
    'Nieuw, maar in de naam lijken letters verloren te zijn gegaan. Kijk de naam na, of sla de lijst op als ‘CSV UTF-8’.',
  'new-without-name': () => 'Nieuw, nog zonder naam. De student vult die zelf in.',
  registered: (number) =>
    `Heeft zich zelf geregistreerd, maar niet geactiveerd. Wordt ingevuld volgens deze lijst en krijgt een brief.${number && ` Houdt studentnummer ${number}.`}`,
  known: () => 'Heeft al een account. Blijft zoals het is.',
  'number-added': (number) => `Heeft al een account. Krijgt studentnummer ${number}.`,
  'number-kept': (number) => `Heeft al een account, met studentnummer ${number}. Blijft zoals het is.`,
  'zeros-lost': (number) => `In de lijst ontbreken nullen: het studentnummer blijft ${number}.`,
  updated: () => 'Heeft al een account. Wordt bijgewerkt.',
  'letters-lost': () =>
    'In de naam lijken letters verloren te zijn gegaan. Kijk de naam na, of sla de lijst op als ‘CSV UTF-8’.',
  'name-kept': (name) =>
    `In ‘${name}’ lijken letters verloren te zijn gegaan. De naam blijft zoals hij is; sla de lijst op als ‘CSV UTF-8’.`,
  'department-kept': (name) =>
    `Is al begonnen bij ${name === '' ? 'een andere studierichting' : name}. Die blijft; wissel van studierichting bij Gebruikers.`,
  'is-administrator': () => 'Is beheerder en blijft dat. Wordt overgeslagen.',
  'without-role': () => 'Heeft een account zonder gebruikerstype. Wordt overgeslagen; kies het type bij Gebruikers.',
  repeated,
  contradicted: (line) => `Staat ook op regel ${line}, met andere gegevens. Laat één van de twee staan.`,
  shifted,
  'address-missing': () => 'Het e-mailadres ontbreekt.',
  'address-invalid': () => 'Dit is geen geldig e-mailadres.',
  'name-too-long': () => 'De naam is te lang.',
  'name-unreadable': () => 'De naam bevat tekens die niet leesbaar zijn.',
  'student-number-unreadable': () => studentNumberRefusalTexts['student-number-unreadable'],
  'student-number-too-long': () => studentNumberRefusalTexts['student-number-too-long'],
  'student-number-shortened': () =>
    'Het studentnummer is door een rekenblad ingekort. Maak er in dat programma een kolom met tekst of hele getallen van.',
  'number-taken': (username) => `Dit studentnummer hoort al bij ${username}.`,
  'number-repeated': (line) => `Dit studentnummer staat ook op regel ${line}, bij iemand anders.`,
  'department-unknown': (name) => `Er is geen studierichting ‘${name}’.`,
  'department-archived': (name) => `Studierichting ‘${name}’ is gearchiveerd.`,
  'department-ambiguous': (name) => `Er zijn meer studierichtingen die ‘${name}’ heten.`,
  'cell-error': cellError,
} satisfies Record<StudentVerdict, VerdictText>

export const testmomentVerdictTexts = {
  new: () => 'Nieuw',
  'new-past': () => 'Nieuw, maar al geweest.',
  known: () => 'Is er al op deze dag. Blijft zoals het is.',
  'several-known': () =>
    'Niet te zien is welk toetsmoment op deze dag dit is. Ze blijven zoals ze zijn; zet de begintijd in de lijst, of wijzig ze bij Toetsmomenten.',
  updated: () => 'Is er al op deze dag. Wordt bijgewerkt.',
  'modules-kept': (names) => `${names} blijft ook aangeboden: er zijn studenten ingeschreven of zij wachten er.`,
  'planned-past': () => 'De opening of sluiting in de lijst is al geweest en telt niet meer.',
  'beside-others': (times) =>
    `Op deze dag is er al een toetsmoment om ${times.replace(/, ([^,]*)$/, ' en om $1')} uur.`,
  'beside-listed': (times) =>
    `Op deze dag staat er in de lijst ook een toetsmoment om ${times.replace(/, ([^,]*)$/, ' en om $1')} uur.`,
  'time-moved': (time) => `Het toetsmoment van ${time} uur op deze dag krijgt een andere tijd.`,
  'students-untold': (count) =>
    `${students(count)} ingeschreven, en ${isOne(count) ? 'blijft' : 'blijven'} dat. Je kunt hun een bericht meesturen.`,
  'students-above-limit': (count) =>
    `${students(count)} ingeschreven voor meer modules dan dit maximum, en ${isOne(count) ? 'blijft' : 'blijven'} dat.`,
  'students-above-seats': (count) =>
    `Er zijn er dan ${count} meer ingeschreven dan er plaatsen zijn. Niemand raakt een plaats kwijt.`,
  repeated,
  contradicted: (line) =>
    `Zelfde dag als regel ${line}, met andere gegevens. Voeg de twee samen, of geef elk een eigen begintijd.`,
  shifted,
  'date-missing': () => 'De datum ontbreekt.',
  'date-invalid': () => 'Dit is geen datum. Schrijf bijvoorbeeld 24-11-2026.',
  'duration-invalid': () => 'De duur moet ‘dag’ of ‘week’ zijn.',
  'start-invalid': () => 'De begintijd is geen tijd. Schrijf bijvoorbeeld 09:00.',
  'end-invalid': () => 'De eindtijd is geen tijd. Schrijf bijvoorbeeld 11:30.',
  'location-too-long': () => placeRefusalTexts['location-too-long'],
  'location-unreadable': () => placeRefusalTexts['location-unreadable'],
  'end-without-start': () => placeRefusalTexts['end-without-start'],
  'end-too-early': () => placeRefusalTexts['end-too-early'],
  'week-with-times': () => placeRefusalTexts['week-with-times'],
  'seats-invalid': () =>
    `Het aantal plaatsen moet een getal van 0 tot en met ${counted(MOST_SEATS)} zijn; 0 is onbeperkt.`,
  'limit-invalid': () => `Het maximum moet een getal van 0 tot en met ${MOST_MODULES} zijn; 0 is onbeperkt.`,
  'module-unknown': (name) => `Er is geen module ‘${name}’.`,
  'module-inactive': (name) => `Module ‘${name}’ is niet actief.`,
  'opening-invalid': () => 'De opening is geen tijd. Schrijf bijvoorbeeld 1-11-2026 09:00.',
  'closing-invalid': () => 'De sluiting is geen tijd. Schrijf bijvoorbeeld 20-11-2026 17:00.',
  'opening-past': () => scheduleRefusalTexts['opening-past'],
  'closing-past': () => scheduleRefusalTexts['closing-past'],
  'opening-too-late': () => scheduleRefusalTexts['opening-too-late'],
  'closing-too-late': () => scheduleRefusalTexts['closing-too-late'],
  'schedule-reversed': () => scheduleRefusalTexts['schedule-reversed'],
  'cell-error': cellError,
} satisfies Record<TestmomentVerdict, VerdictText>

export const moduleVerdictTexts = {
  new: () => 'Nieuw',
  known: () => 'Is er al. Blijft zoals hij is.',
  updated: () => 'Is er al. Wordt bijgewerkt.',
  'letters-lost': () =>
    'Er lijken letters verloren te zijn gegaan. Kijk de regel na, of sla de lijst op als ‘CSV UTF-8’.',
  'description-kept': () =>
    'In de beschrijving lijken letters verloren te zijn gegaan. Ze blijft zoals ze is; sla de lijst op als ‘CSV UTF-8’.',
  'module-archived': (name) => `Module ‘${name}’ is gearchiveerd en blijft dat. Wordt overgeslagen.`,
  repeated,
  contradicted: (line) => `Staat ook op regel ${line}, met andere gegevens. Zet alles van deze module op één regel.`,
  shifted,
  'name-missing': () => 'De naam ontbreekt.',
  'name-too-long': () => schoolNameRefusalTexts['school-name-too-long'],
  'name-unreadable': () => schoolNameRefusalTexts['school-name-unreadable'],
  'department-new': (name) => `Studierichting ‘${name}’ is er nog niet en wordt ook gemaakt.`,
  'department-archived': (name) => `Studierichting ‘${name}’ is gearchiveerd. Haal haar terug, of laat haar hier weg.`,
  'department-ambiguous': (name) => `Er zijn meer studierichtingen die ‘${name}’ heten.`,
  'department-name-too-long': (name) => `De naam van studierichting ‘${name}’ is te lang.`,
  'department-name-unreadable': (name) => `De naam van studierichting ‘${name}’ bevat tekens die niet leesbaar zijn.`,
  'cell-error': cellError,
} satisfies Record<ModuleVerdict, VerdictText>

const header: Record<ImportKind, string> = {
  students:
    'Er is geen kolom met e-mailadressen. Zet boven de lijst bijvoorbeeld: voornaam;achternaam;e-mail;studierichting',
  testmoments:
    'Er is geen kolom met datums. Zet boven de lijst bijvoorbeeld: datum;duur;begintijd;eindtijd;plaats;plaatsen;maximum;modules;opent;sluit',
  modules: 'Er is geen kolom met namen. Zet boven de lijst bijvoorbeeld: naam;beschrijving;studierichtingen',
  results:
    'Er is geen kolom met cijfers, of geen met studentnummers of e-mailadressen. Zet boven de lijst bijvoorbeeld: studentnummer;module;cijfer',
}

/** What stands above a list that is refused as a whole; `line` where something on a line is to blame. */
export const importRefusalTexts = {
  'import-empty': () => 'Er staat nog niets in de lijst.',
  'import-too-long': () =>
    `De lijst is te lang: hoogstens ${counted(MAX_IMPORT_LINES)} regels tegelijk. Importeer hem in delen.`,
  'import-quote-open': (_, line) =>
    `Op regel ${line ?? '?'} begint een aanhalingsteken dat nergens eindigt. Haal het weg of zet er een bij.`,
  'import-line-too-long': (_, line) =>
    `Regel ${line ?? '?'} is te lang: hoogstens ${MAX_COLUMNS} kolommen, en ${counted(MAX_CELL_LENGTH)} tekens per kolom. Misschien staat er een aanhalingsteken te veel.`,
  'import-column-missing': (kind) => header[kind],
} satisfies Record<ImportFault, (kind: ImportKind, line?: number) => string>

/** What an import did, as the log has it: '300 toegevoegd, 2 gewijzigd'. */
export const importedLabel = ({ added, changed }: { added: number; changed: number }): string =>
  [added > 0 && `${counted(added)} toegevoegd`, changed > 0 && `${counted(changed)} gewijzigd`]
    .filter(Boolean)
    .join(', ')

/** What turning it back did, as the log has it. */
export const undoneLabel = ({ undone, stayed }: { undone: number; stayed: number }): string =>
  `${counted(undone)} teruggedraaid${stayed > 0 ? `, ${counted(stayed)} gebleven` : ''}`

/** Beside a line of an import that is turned back, and that stays as it is. */
export const undoHindranceTexts = {
  gone: 'Is er niet meer.',
  'logged-in': 'Heeft al ingelogd.',
  activated: 'Is al geactiveerd.',
  edited: 'Is sindsdien gewijzigd.',
  enrolled: 'Er zijn al inschrijvingen.',
  published: 'Is al gepubliceerd.',
  'in-use': 'Wordt al gebruikt.',
  'planned-past': 'De vorige opening of sluiting is al geweest.',
  'number-taken': 'Het vorige studentnummer is nu van iemand anders.',
  'too-old': 'Is te lang geleden: wat er stond, wordt niet meer bewaard.',
} satisfies Record<UndoHindrance, string>
