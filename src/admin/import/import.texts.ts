import type { ImportKind } from '#domain/import/import.schema.ts'
import type { WorkbookProblem } from './workbook.ts'

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('nl-NL')} ${count === 1 ? one : many}`

const students = (count: number) => counted(count, 'student', 'studenten')
const testmoments = (count: number) => counted(count, 'toetsmoment', 'toetsmomenten')
const numbers = (count: number) => counted(count, 'studentnummer', 'studentnummers')
const modules = (count: number) => counted(count, 'module', 'modules')
const results = (count: number) => counted(count, 'uitslag', 'uitslagen')
const lines = (count: number) => counted(count, 'regel', 'regels')
const letters = (count: number) => counted(count, 'brief', 'brieven')

/** How many were made, or would be, and of how many that are there something is filled in. */
interface Outcome {
  added: number
  changed: number
}

interface KindTexts {
  tab: string
  intro: string
  example: string
  columns: string
  importing: (outcome: Outcome) => string
  done: (outcome: Outcome) => string
  /** how many lines say otherwise than what is there, where that is filled in or replaced */
  changed: (count: number) => string
  /** why there is nothing to import */
  nothing: string
}

export const importKindTexts: Record<ImportKind, KindTexts> = {
  students: {
    tab: 'Studenten',
    intro:
      'Nieuwe studenten krijgen een account en een brief om een wachtwoord te kiezen. Wie al een account heeft, blijft zoals het is en krijgt niets; alleen een studentnummer dat nog ontbreekt, wordt aangevuld.',
    example: 'voornaam;achternaam;e-mail;studentnummer;studierichting',
    columns: 'Alleen e-mail is nodig. Ook naam (voluit), tussenvoegsel, gebruikersnaam en opleiding worden herkend.',
    importing: ({ added, changed }) =>
      [added > 0 && `${students(added)} importeren`, changed > 0 && `${numbers(changed)} toevoegen`]
        .filter(Boolean)
        .join(' en '),
    done: ({ added, changed }) =>
      [
        added === 1 && '1 student is geïmporteerd.',
        added > 1 && `${students(added)} zijn geïmporteerd.`,
        changed > 0 && `${students(changed)} ${changed === 1 ? 'heeft' : 'hebben'} een studentnummer gekregen.`,
      ]
        .filter(Boolean)
        .join(' '),
    changed: (count) => `${lines(count)} ${count === 1 ? 'vult' : 'vullen'} een studentnummer aan`,
    nothing: 'Alle studenten van deze lijst hebben al een account. Er is niets te importeren.',
  },
  testmoments: {
    tab: 'Toetsmomenten',
    intro:
      'Nieuwe toetsmomenten zijn gesloten, tot hun opening of tot je ze zelf opent. Een toetsmoment dat er op die dag al is, blijft zoals het is.',
    example: 'datum;duur;begintijd;eindtijd;plaats;plaatsen;maximum;modules;opent;sluit',
    columns:
      'Alleen datum is nodig. Duur is dag of week; plaatsen is hoeveel studenten er passen, maximum hoeveel modules een student mag kiezen; zonder modules gelden ze alle. In één kolom tijd mag ook: 9:00-11:30.',
    importing: ({ added }) => `${testmoments(added)} importeren`,
    done: ({ added }) => (added === 1 ? '1 toetsmoment is geïmporteerd.' : `${testmoments(added)} zijn geïmporteerd.`),
    changed: (count) => `${lines(count)} gewijzigd`,
    nothing: 'Alle toetsmomenten van deze lijst zijn er al. Er is niets te importeren.',
  },
  modules: {
    tab: 'Modules',
    intro:
      'Nieuwe modules horen meteen bij de studierichtingen die de lijst noemt; een studierichting die er nog niet is, wordt gemaakt. Een module die er al is, blijft zoals hij is.',
    example: 'naam;beschrijving;studierichtingen',
    columns: 'Alleen naam is nodig. Studierichtingen scheid je met een komma.',
    importing: ({ added }) => `${modules(added)} importeren`,
    done: ({ added }) => (added === 1 ? '1 module is geïmporteerd.' : `${modules(added)} zijn geïmporteerd.`),
    changed: (count) => `${lines(count)} gewijzigd`,
    nothing: 'Alle modules van deze lijst zijn er al. Er is niets te importeren.',
  },
  results: {
    tab: 'Uitslagen',
    intro:
      'De uitslagen van de lijst komen in het overzicht van dit toetsmoment te staan. Studenten zien er niets van tot je publiceert.',
    example: 'studentnummer;module;cijfer',
    columns:
      'In plaats van studentnummer mag e-mail. Cijfer is 1,0 tot en met 10,0, of V of O (voldoende, onvoldoende). Zonder kolom module geldt de module die je hieronder kiest.',
    importing: ({ added, changed }) => `${results(added + changed)} invullen`,
    done: ({ added }) =>
      added === 1
        ? '1 uitslag is ingevuld, nog niet gepubliceerd.'
        : `${results(added)} zijn ingevuld, nog niet gepubliceerd.`,
    changed: (count) => `${lines(count)} ${count === 1 ? 'vervangt' : 'vervangen'} wat er nu staat`,
    nothing: 'Alle uitslagen van deze lijst staan er al. Er is niets te importeren.',
  },
}

export const importTexts = {
  previewFailed: 'Controleren van de lijst mislukt',
  importFailed: 'Importeren mislukt. Er is niets geïmporteerd',
  tooLarge: 'De lijst is te groot: hoogstens 2 MB tegelijk. Importeer hem in delen.',
  notText: 'Dit is geen lijst. Kies een Excel-bestand (.xlsx) of een CSV-bestand, of plak de lijst hieronder.',
  unreadable: 'Dit bestand kan niet worden gelezen. Sluit het in andere programma’s, of plak de lijst hieronder.',
  firstSheet: (sheet: string, others: number) =>
    `Gelezen is het blad ‘${sheet}’. ${others === 1 ? 'Het andere blad is' : `De ${others} andere bladen zijn`} overgeslagen.`,
  noSchoolyears: 'Er is nog geen schooljaar. Maak er eerst een aan bij Schooljaren.',
  counts: {
    added: (count: number) => `${lines(count)} nieuw`,
    skipped: (count: number) => `${lines(count)} overgeslagen`,
    errors: (count: number) => (count === 1 ? '1 regel klopt niet' : `${lines(count)} kloppen niet`),
  },
  blocked: 'Verbeter deze regels in de lijst en controleer opnieuw. Tot dan wordt er niets geïmporteerd.',
  unused: (names: readonly string[]) => `Niet gebruikt: ${names.map((name) => `‘${name}’`).join(', ')}.`,
  lettersWaiting: (sent: number, total: number) => `${sent.toLocaleString('nl-NL')} van ${letters(total)} verstuurd`,
  lettersSent: (total: number) => (total === 1 ? 'De brief is verstuurd.' : `Alle ${letters(total)} zijn verstuurd.`),
  lettersGivenUp: (count: number) =>
    `${letters(count)} van vandaag en gisteren ${count === 1 ? 'kon' : 'konden'} niet worden bezorgd. Controleer de e-mailadressen bij Gebruikers.`,
  more: (count: number) => `Nog ${lines(count)} tonen`,
}

const orPaste = 'of kopieer de cellen en plak ze hieronder.'

export const workbookTexts = {
  'workbook-too-large':
    'Het bestand is te groot: hoogstens 5 MB. Bewaar alleen het blad met de lijst, en importeer het in delen.',
  'workbook-too-full': `In dit bestand staat te veel om te lezen. Zet alleen de lijst in een nieuw bestand, ${orPaste}`,
  'workbook-encrypted': `Dit bestand is met een wachtwoord beveiligd. Haal het wachtwoord eraf en kies het opnieuw, ${orPaste}`,
  'workbook-old': `Dit is een bestand van een oude Excel (.xls). Kies in Excel ‘Opslaan als’ en dan ‘Excel-werkmap (.xlsx)’, ${orPaste}`,
  'workbook-other': `Dit is geen Excel-bestand (.xlsx). Kies ‘Opslaan als’ en dan .xlsx of CSV, ${orPaste}`,
  'workbook-broken': `Dit Excel-bestand kan niet worden gelezen. Sla het in Excel opnieuw op, ${orPaste}`,
} satisfies Record<WorkbookProblem, string>
