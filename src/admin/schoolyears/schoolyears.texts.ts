import { counted, countedTestmoments, dottedNumber } from '#domain/entities/counts.texts.ts'
import { whatHangsText } from '#domain/schoolyears/schoolyear.texts.ts'

import { registerTexts } from '#src/parts/registers/register.texts.ts'

export const schoolyearsTexts = {
  ...registerTexts('schooljaar', 'Nieuw schooljaar'),
  intro: 'Het actieve schooljaar bepaalt welke toetsmomenten studenten zien. Er is er hooguit één actief.',
  none: 'Er zijn nog geen schooljaren. Maak het eerste aan.',
  recessesOf: (recesses: number, schoolyear: string) =>
    recesses === 0 ? `Lesvrije weken invullen voor ${schoolyear}` : `${recesses} lesvrije weken van ${schoolyear}`,
  fillRecesses: 'Lesvrije weken invullen',
  copyFrom: 'overnemen uit …',
  makeMoments: 'Toetsmomenten maken of importeren',
  next: (name: string) => `Verder met ${name}`,
  restore: (name: string) => `Schooljaar ${name} terughalen`,
  restored: (name: string) => `Schooljaar ${name} is teruggehaald.`,
  archiveFailed: 'Archiveren of terughalen van schooljaar mislukt',
  deletion: (recesses: number) => [
    'Dit schooljaar heeft geen toetsmomenten.',
    ...(recesses === 0
      ? []
      : [recesses === 1 ? 'De ene lesvrije periode gaat mee.' : `De ${recesses} lesvrije perioden gaan mee.`]),
    'Dit kan niet ongedaan worden gemaakt.',
  ],
  whatHangs: whatHangsText,
  activated: (name: string, made: number) =>
    made === 0
      ? `Schooljaar ${name} is nu actief`
      : `Schooljaar ${name} is nu actief. ${made === 1 ? 'Er is 1 student automatisch ingeschreven' : `Er zijn ${dottedNumber(made)} automatische inschrijvingen gemaakt`}`,
  activityQuestion: ({ name, active }: { name: string; active: boolean }) =>
    `Schooljaar ${name} ${active ? 'uitzetten' : 'activeren'}?`,
  deactivated: (name: string) => `Schooljaar ${name} is niet meer actief.`,
  loadFailed: 'Ophalen van schooljaren mislukt',
  more: 'Meer schooljaren laden',
  momentsOf: (moments: number, schoolyear: string) => `${moments} toetsmomenten van ${schoolyear}`,
  copyInto: (schoolyear: string) => `Overnemen uit een ander schooljaar in ${schoolyear}`,
  copy: 'Toetsmomenten overnemen uit een ander schooljaar',
  notActiveYet: 'Een nieuw schooljaar is nog niet actief: studenten zien er niets van tot je het activeert.',
}

export const recessesTexts = {
  intro: (name: string) =>
    `Weken en dagen in ${name} waarop je school geen lessen geeft. Wie een datum voor een toetsmoment kiest, ziet het als die erin valt; er wordt niets om geweigerd.`,
  log: 'Logboek van dit schooljaar',
  notSaved: 'Nog niet opgeslagen',
  nameless: 'zonder naam',
  last: 'Tot en met',
  acts: 'Hele weken, of verwijderen',
  wholeWeeks: (weeks: string, name: string) => `${weeks}, van maandag tot en met zondag: ${name}`,
  none: 'Er staan nog geen lesvrije weken. Voeg ze hieronder toe.',
  proposal: 'De data zijn een voorstel: pas ze aan zoals jouw school ze heeft.',
  holidays: 'Feestdagen zijn vanzelf bekend; die hoef je niet in te vullen.',
  saved: (name: string) => `De lesvrije weken van ${name} zijn opgeslagen.`,
  saveFailed: 'Opslaan van lesvrije weken mislukt',
}

export const copyTexts = {
  intro: (name: string) =>
    `De toetsmomenten die je aanvinkt, komen ook in ${name}: met hun tijd, locatie, maximum en modules, en gesloten voor inschrijvingen. Er verandert niets aan het jaar waaruit ze komen.`,
  withoutRooms: 'Lokalen gaan niet mee: of ze dan vrij zijn, is nog niet bekend. Kies ze bij het nieuwe toetsmoment.',
  source: 'Overnemen uit',
  newDates: 'Nieuwe datums',
  sameWeekday: 'Zelfde weekdag',
  daysLater: 'Aantal dagen later',
  plans: 'Geplande opening en sluiting',
  toSchoolyears: 'Naar de schooljaren',
  allMoments: (schoolyear: string) => `Alle toetsmomenten van ${schoolyear}`,
  caption: 'Toetsmomenten om over te nemen',
  newDate: 'Nieuwe datum',
  changeDate: (moment: string) => `Nieuwe datum van ${moment} wijzigen`,
  toProposal: 'Terug naar voorstel',
  allModules: 'Alle modules',
  noSource: 'Er is geen ander schooljaar met toetsmomenten om over te nemen.',
  empty: (name: string) => `${name} heeft geen toetsmomenten om over te nemen.`,
  counted: (chosen: number, all: number) => `${dottedNumber(chosen)} van ${countedTestmoments(all)} aangevinkt`,
  remarked: (count: number) => (count === 0 ? '' : `${count} met een opmerking`),
  plansHint: 'Even ver verschoven als het toetsmoment zelf; wat al geweest is, komt niet mee.',
  noPlans: 'In dit schooljaar staat geen opening of sluiting meer gepland.',
  make: (count: number) => `${countedTestmoments(count)} aanmaken`,
  question: 'Toch aanmaken?',
  confirm: 'Toch aanmaken',
  made: (count: number, name: string) =>
    `${counted(count, 'toetsmoment is aangemaakt', 'toetsmomenten zijn aangemaakt')} in ${name}, gesloten voor inschrijvingen`,
  failed: 'Overnemen van toetsmomenten mislukt. Er is niets aangemaakt',
  daysUnreadable: 'Vul een heel aantal dagen in, bijvoorbeeld 364. Eerder mag ook: -7.',
}
