import { counted, countedResults, countedStudents, dottedNumber } from '#domain/entities/counts.texts.ts'
import type { PasteFault } from '#domain/import/pasted-results.rules.ts'
import type { ResultVerdict } from '#domain/import/results.texts.ts'
import type { Correction, Publication } from '#domain/results/result.schema.ts'
import { resultLabel, resultRefusalTexts } from '#domain/results/result.texts.ts'
import { saveFailureText } from '#src/parts/writing/save.texts.ts'
import type { ModuleCounts } from './cells.ts'
import type { Pasted } from './clipboard.ts'
import type { Saving } from './saver.ts'

const cells = (count: number) => counted(count, 'cel', 'cellen')
const sentence = (...parts: (string | false)[]): string => parts.filter(Boolean).join(' ')

const MOST_NAMED = 5

/** '0012345, 0012346 en nog 7' */
const some = (named: readonly string[]): string =>
  new Intl.ListFormat('nl').format(
    named.length > MOST_NAMED
      ? [...named.slice(0, MOST_NAMED), `nog ${dottedNumber(named.length - MOST_NAMED)}`]
      : named,
  )

const pasteFaultTexts = {
  'without-numbers':
    'Er is niets geplakt. Kopieer het studentnummer mee: zonder nummer is niet te zien van wie elk cijfer is.',
  'nobody-known': 'Er is niets geplakt. Geen van de nummers is van een student in deze lijst.',
  'without-results': 'Er is niets geplakt. Kopieer de kolom met cijfers mee: er staan alleen studenten in.',
  'without-modules':
    'Er is niets geplakt. Kopieer de regel met modulenamen mee, zoals ze hier heten: zonder is niet te zien van welke module elke kolom is.',
  unreadable: 'Er is niets geplakt: deze cellen zijn niet te lezen. Kopieer alleen de lijst, of kies Importeren.',
} satisfies Record<PasteFault, string>

const lines = ({ length }: readonly string[], one: string, many: string) =>
  `${counted(length, 'regel', 'regels')} ${length === 1 ? one : many}`

/** Remarks on the lines of a paste, those that were not pasted first. */
const remarkTexts: readonly [ResultVerdict, (named: readonly string[]) => string][] = [
  ['student-unknown', (named) => `${lines(named, 'hoort', 'horen')} bij niemand in deze lijst: ${some(named)}.`],
  ['two-people', (named) => `${lines(named, 'noemt', 'noemen')} twee mensen: ${some(named)}.`],
  ['student-ambiguous', (named) => `${lines(named, 'past', 'passen')} bij meer studenten: ${some(named)}.`],
  ['student-missing', (named) => `${lines(named, 'heeft', 'hebben')} geen studentnummer.`],
  ['not-enrolled', (named) => `Niet geplakt bij wie die module hier niet doet: ${some(named)}.`],
  ['module-unknown', (named) => `Niet geplakt, van een module die hier niet is: ${some(named)}.`],
  ['contradicted', (named) => `Niet geplakt, want de lijst heeft twee uitslagen: ${some(named)}.`],
  [
    'no-result',
    (named) => `${lines(named, 'heeft', 'hebben')} geen cijfer en ${named.length === 1 ? 'is' : 'zijn'} overgeslagen.`,
  ],
  ['zeros-lost', (named) => `In het nummer ontbraken nullen: ${some(named)}.`],
  ['number-lettered', (named) => `In het nummer verschilde een letter: ${some(named)}.`],
  ['name-differs', (named) => `Kijk na of de naam klopt: ${some(named)}.`],
  ['sign-dropped', (named) => `Een teken achter het cijfer is weggelaten: ${some(named)}.`],
  ['cell-error', (named) => `Een formule is mislukt en telt als leeg: ${some(named)}.`],
]

export const gridTexts = {
  label: 'Uitslagen',
  cell: (name: string, module: string) => `${name}, ${module}`,
  notEnrolled: (module: string) => `Doet ${module} hier niet`,
  counts: ({ students: all, filled, passed, unpublished }: ModuleCounts) => [
    `${filled} van ${all} ingevuld`,
    `${passed} geslaagd`,
    ...(unpublished > 0 ? [`${unpublished} te publiceren`] : []),
  ],
  mine: (text: string) => `Jouw ${text || 'leeg'}`,
  theirs: (who: string, text: string) => `${who}: ${text}`,
  pasted: (pasted: Pasted): string => {
    if (!pasted.done) return pasteFaultTexts[pasted.fault]
    const { faulty, unknownColumns } = pasted
    return sentence(
      `${countedResults(pasted.results)} geplakt.`,
      faulty > 0 &&
        `${cells(faulty)} ${faulty === 1 ? 'klopt' : 'kloppen'} niet en ${faulty === 1 ? 'is' : 'zijn'} gemarkeerd.`,
      ...remarkTexts.map(([verdict, textOf]) => {
        const named = pasted.remarks.get(verdict) ?? []
        return named.length > 0 && textOf(named)
      }),
      unknownColumns.length > 0 &&
        `${counted(unknownColumns.length, 'kolom is', 'kolommen zijn')} van geen module hier en niet geplakt: ${some(unknownColumns)}.`,
      pasted.results > 0 && 'Ctrl+Z maakt het ongedaan.',
    )
  },
  stepped: (which: 'undo' | 'redo', step: { changed: number; kept: number } | null) =>
    step === null
      ? `Er is niets om ${which === 'undo' ? 'ongedaan te maken' : 'opnieuw te doen'}.`
      : sentence(
          `${cells(step.changed)} ${which === 'undo' ? 'hersteld' : 'opnieuw ingevuld'}.`,
          step.kept > 0 &&
            `${cells(step.kept)} ${step.kept === 1 ? 'is' : 'zijn'} intussen door een collega gewijzigd en ${step.kept === 1 ? 'bleef' : 'bleven'} zo.`,
        ),
}

/** State of saving. An unreachable server is no problem yet: typed text is stored on the device. */
export const savingTexts = {
  saved: 'Alles is opgeslagen',
  saving: 'Bezig met opslaan…',
  waits: ({ unsaved }: Saving) =>
    `${countedResults(unsaved)} nog niet opgeslagen: geen verbinding. Typ gerust door: alles blijft op dit apparaat.`,
  refused: ({ unsaved, problem }: Saving) =>
    saveFailureText(problem, `${countedResults(unsaved)} niet opgeslagen`, resultRefusalTexts),
  again: 'Opnieuw opslaan',
  faulty: (count: number) =>
    `${cells(count)} ${count === 1 ? 'klopt' : 'kloppen'} niet en ${count === 1 ? 'wordt' : 'worden'} niet opgeslagen`,
  stale: (count: number) =>
    `${cells(count)} ${count === 1 ? 'is' : 'zijn'} intussen door een collega gewijzigd: kies wat geldt`,
  left: (count: number) =>
    `${countedResults(count)} ${count === 1 ? 'is' : 'zijn'} nog niet opgeslagen. ${count === 1 ? 'Die staat' : 'Die staan'} op dit apparaat klaar voor als je dit scherm weer opent.`,
}

const withdrawn = 'geen uitslag meer'

export const publishTexts = {
  publish: 'Publiceren',
  title: 'Uitslagen publiceren?',
  doneTitle: 'Gepubliceerd',
  nothing: resultRefusalTexts['nothing-to-publish'],
  failed: 'Publiceren mislukt. Er is niets gepubliceerd',
  changed: 'De uitslagen zijn intussen gewijzigd. Bekijk de nieuwe aantallen en bevestig opnieuw.',
  previewFailed: 'De aantallen konden niet worden opgehaald',
  open: (count: number) =>
    `${cells(count)} ${count === 1 ? 'klopt niet of wacht' : 'kloppen niet of wachten'} op een keuze, en ${count === 1 ? 'doet' : 'doen'} niet mee.`,
  unsaved: 'Er zijn uitslagen die nog niet opgeslagen zijn. Publiceren kan zodra alles opgeslagen is.',
  confirm: (count: number) => `${countedResults(count)} publiceren`,
  /** Planned or actual effects, one per line. */
  lines: (made: Publication, isDone: boolean): string[] => {
    const corrected = made.corrections.length
    return [
      made.results > 0 &&
        `${countedResults(made.results)} ${verb(isDone, made.results, 'wordt', 'worden', 'is', 'zijn')} bekend: ${dottedNumber(made.passed)} geslaagd, ${dottedNumber(made.failed)} niet.`,
      corrected > 0 &&
        `${corrected === 1 ? 'Daarvan was 1' : `Daarvan waren ${dottedNumber(corrected)}`} al bekend met een andere uitslag.`,
      made.completions > 0 &&
        `${counted(made.completions, 'module', 'modules')} ${verb(isDone, made.completions, 'wordt', 'worden', 'is', 'zijn')} afgerond.`,
      made.completions_lifted > 0 &&
        `${counted(made.completions_lifted, 'module', 'modules')} ${verb(isDone, made.completions_lifted, 'is dan', 'zijn dan', 'is', 'zijn')} niet meer afgerond.`,
      made.enrollments_ended > 0 &&
        `${counted(made.enrollments_ended, 'inschrijving', 'inschrijvingen')} op een later moment ${verb(isDone, made.enrollments_ended, 'vervalt', 'vervallen', 'is vervallen', 'zijn vervallen')}.`,
      made.waits_ended > 0 &&
        `${counted(made.waits_ended, 'wachtplaats', 'wachtplaatsen')} ${verb(isDone, made.waits_ended, 'vervalt', 'vervallen', 'is vervallen', 'zijn vervallen')}.`,
      made.enrollments_made > 0 &&
        `${counted(made.enrollments_made, 'student', 'studenten')} ${verb(isDone, made.enrollments_made, 'wordt', 'worden', 'is', 'zijn')} automatisch ingeschreven.`,
      made.without_result > 0 &&
        `${countedStudents(made.without_result)} ${made.without_result === 1 ? 'heeft' : 'hebben'} nog geen uitslag.`,
    ].filter((line) => line !== false)
  },
  notice: 'Studenten krijgen bericht dat hun uitslag bekend is, zonder de uitslag zelf.',
  absent: (count: number) => `${countedStudents(count)} ${count === 1 ? 'was' : 'waren'} afwezig`,
  absentRemark: 'Klopt de uitslag of klopt de aanwezigheid niet? Publiceren kan toch.',
  corrections: 'Wijzigingen van bekende uitslagen',
  change: ({ from, to }: Correction) => `${resultLabel(from)} → ${to ? resultLabel(to) : withdrawn}`,
  ended: (moments: readonly string[]) =>
    `Eerder vervallen en niet hersteld: ${moments.join(', ')}. Schrijf de student zelf opnieuw in als dat nodig is.`,
}

function verb(isDone: boolean, count: number, ...forms: [string, string, string, string]): string {
  const [one, many, wasOne, wereMany] = forms
  return isDone ? (count === 1 ? wasOne : wereMany) : count === 1 ? one : many
}

export const resultsTexts = {
  title: 'Uitslagen',
  intro:
    'Typ een cijfer (7 of 7,5), V of O. Enter gaat naar beneden, Tab naar rechts. Plakken uit Excel kan ook, met het studentnummer erbij. Studenten zien niets tot je publiceert.',
  notYet: resultRefusalTexts['results-not-yet'],
  nobody: 'Er is niemand ingeschreven voor dit toetsmoment. Van wie is ingeschreven, vul je hier de uitslagen in.',
  toStudents: 'Naar de ingeschreven studenten',
  withoutResult: 'Alleen zonder uitslag',
  import: 'Importeren',
  export: 'Exporteren',
  exportFailed: 'Het is niet gelukt om de uitslagen te exporteren.',
  found: (shown: number, all: number) =>
    shown === all ? countedStudents(all) : `${dottedNumber(shown)} van ${countedStudents(all)}`,
  noneFound: 'Geen student gevonden.',
}
