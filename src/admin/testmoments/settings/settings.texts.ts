import { countedStudents, dottedNumber } from '#domain/entities/counts.texts.ts'
import { MOST_MODULES, MOST_SEATS } from '#domain/testmoments/limits.rules.ts'
import { messagedText, saveTexts } from '#src/parts/writing/save.texts.ts'

const made = (count: number) => (count === 0 ? '' : `. ${countedStudents(count)} automatisch ingeschreven`)

export const testmomentEditTexts = {
  saved: saveTexts.saved,
  saveFailed: 'Er is iets misgegaan bij het opslaan van het toetsmoment',
  modulesLoadFailed: 'Er is iets misgegaan bij het ophalen van de modules voor dit toetsmoment',
  exportFailed: 'Het is niet gelukt om het toetsmoment te exporteren.',
  doubled: (count: number) =>
    `Deze datum kan niet: ${countedStudents(count)} ${count === 1 ? 'zou' : 'zouden'} dan twee keer tegelijk voor dezelfde module ingeschreven staan.`,
  enabled: 'Inschrijvingen actief',
  opensAt: 'Opent op',
  opensByHand: 'Leeg: openen doe je zelf.',
  closesAt: 'Sluit op',
  closesByHand: 'Leeg: sluiten doe je zelf.',
  day: 'Een dag',
  week: 'Een week',
  log: 'Logboek van dit toetsmoment',
  unlimited: 'Ongelimiteerd',
  seatsHint: 'Hoeveel studenten er passen. Leeg: onbeperkt.',
  seatsUnreadable: `Vul een heel getal tot en met ${dottedNumber(MOST_SEATS)} in, of laat het leeg.`,
  limitUnreadable: `Vul een heel getal tot en met ${MOST_MODULES} in.`,
  aboveLimit: (count: number) =>
    `${countedStudents(count)} ${count === 1 ? 'heeft' : 'hebben'} al meer modules gekozen en ${count === 1 ? 'houdt' : 'houden'} die.`,
  enrolledKeep: (count: number) =>
    `${countedStudents(count)} ${count === 1 ? 'is' : 'zijn'} ingeschreven en ${count === 1 ? 'blijft' : 'blijven'} dat na een wijziging van de datum.`,
  holdsAlready: (module: string) => `Dit toetsmoment bevat module ${module} al`,
  moduleAdded: (module: string, count: number) => `Module ${module} is toegevoegd aan het toetsmoment${made(count)}`,
  allAdded: (count: number) => `Modules toegevoegd aan het toetsmoment${made(count)}`,
  addQuestion: (module: string) => `Module ${module} aan het toetsmoment toevoegen?`,
  addAllQuestion: 'Alle modules aan het toetsmoment toevoegen?',
  addAllFailed: 'De modules zijn niet toegevoegd',
  removeQuestion: (module: string) => `Module ${module} van het toetsmoment verwijderen?`,
  moduleRemoved: (module: string) => `Module ${module} is van het toetsmoment verwijderd`,
  automaticQuestion: (module: string) => `Studenten automatisch inschrijven voor module ${module}?`,
  saveQuestion: 'Zo opslaan?',
  automatic: (module: string, on: boolean, count: number) =>
    `Automatisch inschrijven voor module ${module} ${on ? 'ingeschakeld' : 'uitgeschakeld'}${made(count)}`,
  noModules:
    'Er zijn geen modules aan dit toetsmoment toegevoegd: studenten kunnen zich voor alle modules inschrijven. Voeg je modules toe, dan kan inschrijven alleen voor die modules. Per module kun je daarna automatisch inschrijven aanzetten.',
  delete: 'Toetsmoment verwijderen',
  deleted: (moment: string, messaged: number) => `Toetsmoment ${moment} is verwijderd${messagedText(messaged)}.`,
  deleteFailed: 'Het is niet gelukt om het toetsmoment te verwijderen',
  modules: 'Modules van dit toetsmoment',
  automaticEnrolling: 'Automatisch inschrijven',
  automaticFor: (module: string) => `Automatisch inschrijven voor ${module}`,
  modulesFailed: 'Het ophalen van de modules is niet gelukt',
  notInUse: (module: string) => `${module} (niet in gebruik)`,
}

export const placeTexts = {
  weekHasNoTimes: 'Een week heeft geen begin- en eindtijd.',
  placeHint: 'Leeg: studenten zien nog geen locatie.',
} as const
