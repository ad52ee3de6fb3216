import { counted } from '#domain/entities/counts.texts.ts'
import { resultFaultTexts } from '#domain/results/result.texts.ts'
import { cellErrorText, listLines } from './list-kind.texts.ts'
import { adds, changes, changesNotably, type ListKind, refuses, remarks, skips } from './list-kind.ts'
import { isAddress, isStudentNumber, OTHER_PEOPLE, personColumns, personGuesses } from './people-columns.texts.ts'

const { student_number, username, ...nameColumns } = personColumns
const results = (count: number) => counted(count, 'uitslag', 'uitslagen')

export const resultList = {
  columns: {
    student_number,
    username,
    module: {
      label: 'Module',
      names: ['module', 'modules', 'modulecode', 'modulenaam', 'vak', 'vakcode', 'toets', 'onderdeel'],
    },
    result: {
      label: 'Cijfer',
      required: true,
      names: ['cijfer', 'resultaat', 'uitslag', 'eindcijfer', 'beoordeling', 'grade', 'result'],
    },
    ...nameColumns,
  },
  searched: [
    ...['username', 'student_number', 'module', 'result'],
    ...['first_name', 'prefix', 'last_name', 'whole_name'],
  ],
  others: OTHER_PEOPLE,
  whole: ['toets', 'vak', 'naam', 'name', 'student', 'leerling', 'deelnemer'],
  needs: [['result'], ['student_number', 'username']],
  perModule: true,
  isKey: (cell) => isAddress(cell) || isStudentNumber(cell),
  guesses: [
    ...personGuesses,
    { meaning: 'result', is: (cell) => /^(?:10|[1-9])(?:[.,]\d+)?$|^[vo]$/i.test(cell) },
    { meaning: 'module', is: (cell) => /\p{L}/u.test(cell) },
  ],
  verdicts: {
    new: adds('Nieuw'),
    changed: changes('Vervangt wat er nu staat.'),
    corrected: changesNotably(
      'Wijkt af van de uitslag die al bekend is. Na publiceren krijgt de student daar bericht van.',
    ),
    same: skips('Staat er al.'),
    empty: skips('Geen uitslag. Wordt overgeslagen.'),
    'no-result': remarks((typed) => `Geen cijfer: ‘${typed}’. Wordt overgeslagen.`),
    'summary-row': remarks('Dit is een totaal of gemiddelde, en niet van een student. Wordt overgeslagen.'),
    'sign-dropped': remarks((sign) => `Het teken ‘${sign}’ achter het cijfer is weggelaten.`),
    'cell-error': remarks(cellErrorText),
    repeated: remarks('Staat eerder in de lijst. Telt één keer.'),
    contradicted: refuses((line) => `Staat ook op regel ${line}, met een andere uitslag. Laat één van de twee staan.`),
    shifted: refuses('Heeft meer kolommen dan de eerste regel. Zet een cijfer met een komma tussen aanhalingstekens.'),
    'student-missing': refuses('Het studentnummer of e-mailadres ontbreekt.'),
    'student-unknown': refuses('Er is niemand met dit nummer of adres.'),
    'student-ambiguous': refuses(
      'Meer accounts hebben dit nummer, met nullen ervoor. Zet die nullen in de lijst, of gebruik e-mailadressen.',
    ),
    'two-people': refuses((who) => `Op deze regel staan twee mensen: ${who}. Kijk na van wie dit cijfer is.`),
    'zeros-lost': remarks((number) => `Bedoeld is studentnummer ${number}: in de lijst ontbreken nullen.`),
    'number-lettered': remarks(
      (number) => `Bedoeld is studentnummer ${number}: in de lijst verschilt een letter ervoor.`,
    ),
    'name-differs': remarks((name) => `In de lijst staat ‘${name}’. Kijk na of dit dezelfde student is.`),
    'not-enrolled': refuses('Is hier niet ingeschreven voor deze module.'),
    'module-missing': refuses('De module ontbreekt. Voeg een kolom toe, of kies de module hierboven.'),
    'module-unknown': refuses('Er is geen module die zo heet.'),
    'grade-unreadable': refuses(resultFaultTexts['grade-unreadable']),
    'grade-out-of-range': refuses(resultFaultTexts['grade-out-of-range']),
    'grade-too-precise': refuses('Een cijfer heeft één decimaal. Rond het zelf af, of kies hierboven voor afronden.'),
    'grade-rounded': remarks((typed) => `In de lijst staat ${typed}. Dat is afgerond op één decimaal.`),
  },
  columnMissing:
    'Er is geen kolom met cijfers, of geen met studentnummers of e-mailadressen. Zet boven de lijst bijvoorbeeld: studentnummer;module;cijfer',
  words: {
    tab: 'Uitslagen',
    intro:
      'De uitslagen van de lijst komen in het overzicht van dit toetsmoment te staan. Studenten zien er niets van tot je publiceert.',
    example: 'studentnummer;module;cijfer',
    columns:
      'In plaats van studentnummer mag e-mail. Cijfer is 1,0 tot en met 10,0, of V of O (voldoende, onvoldoende). Zonder kolom module geldt de module die je hieronder kiest.',
    importing: ({ added, changed }) => `${results(added + changed)} invullen`,
    done: ({ added, changed }) =>
      added + changed === 1
        ? '1 uitslag is ingevuld, nog niet gepubliceerd.'
        : `${results(added + changed)} zijn ingevuld, nog niet gepubliceerd.`,
    changed: (count) => `${listLines(count)} ${count === 1 ? 'vervangt' : 'vervangen'} wat er nu staat`,
    nothing: 'Alle uitslagen van deze lijst staan er al. Er is niets te importeren.',
  },
} satisfies ListKind

export type ResultVerdict = keyof typeof resultList.verdicts

/** Words of other systems for a student without a result. */
export const noResultWords: readonly string[] = [
  ...[
    '',
    '-',
    '--',
    '–',
    '—',
    '.',
    '?',
    'x',
    '*',
    'na',
    'n/a',
    '#n/a',
    'nvt',
    'n/v/t',
    'nb',
    'nd',
    'ng',
    'nm',
    'nt',
    'nav',
  ],
  ...['niet van toepassing', 'niet beschikbaar', 'niet bekend', 'niet gemaakt', 'niet deelgenomen', 'niet aanwezig'],
  ...['niet verschenen', 'niet ingeleverd', 'niet beoordeeld', 'geen', 'geen cijfer', 'geen resultaat', 'leeg'],
  ...[
    'afwezig',
    'afw',
    'abs',
    'absent',
    'ziek',
    'noshow',
    'no show',
    'no-show',
    'excused',
    'ex',
    'null',
    'none',
    'nan',
  ],
  ...['vrijstelling', 'vrij', 'vr', 'vrst', 'in afwachting', 'needs grading', 'nog niet nagekeken', 'ingetrokken'],
]
