import { counted } from '#domain/entities/counts.texts.ts'
import { messagedText } from '#src/parts/writing/save.texts.ts'

const lines = (count: number) => counted(count, 'regel', 'regels')

export const historyTexts = {
  intro:
    'Welke lijsten zijn geïmporteerd. Een import kun je terugdraaien: je ziet eerst wat er ongedaan wordt gemaakt en wat blijft.',
  empty: 'Er is nog niets geïmporteerd. Kies hierboven wat je wilt importeren.',
  loadFailed: 'Ophalen van eerdere imports mislukt',
  gonePerson: 'een verwijderde gebruiker',
  nameOf: (kind: string, when: string) => `${kind}, ${when}`,
  stands: 'Geïmporteerd',
  undone: (when: string, by: string) => `Teruggedraaid ${when} door ${by}`,
  caption: 'Eerdere imports',
  more: 'Meer imports laden',
}

export const undoTexts = {
  title: (kind: string) => `${kind} geïmporteerd`,
  did: ({ added, changed }: { added: number; changed: number }) =>
    `${lines(added)} nieuw${changed > 0 ? `, ${lines(changed)} bijgewerkt` : ''}`,
  would: (count: number) => `${lines(count)} ${count === 1 ? 'wordt' : 'worden'} ongedaan gemaakt`,
  stays: (count: number) => `${lines(count)} ${count === 1 ? 'blijft' : 'blijven'}`,
  wasUndone: (count: number) => `${lines(count)} ${count === 1 ? 'is' : 'zijn'} al ongedaan gemaakt`,
  explain:
    'Wat sinds de import niet is aangeraakt, wordt ongedaan gemaakt: wat nieuw was verdwijnt, en wat is bijgewerkt krijgt terug wat er stond. De rest blijft zoals die is.',
  nothingLeft: 'Van deze import is niets meer terug te draaien.',
  allUndone: 'Deze import is helemaal teruggedraaid.',
  button: 'Import terugdraaien',
  question: (kind: string) => `Import van ${kind.toLowerCase()} terugdraaien?`,
  consequence: ({ undone, stays }: { undone: number; stays: number; was_undone: number }) =>
    `${lines(undone)} ${undone === 1 ? 'wordt' : 'worden'} ongedaan gemaakt${stays === 0 ? '.' : `; ${lines(stays)} ${stays === 1 ? 'blijft zoals hij is' : 'blijven zoals ze zijn'}.`}`,
  accounts:
    'De accounts die door deze import zijn gemaakt, worden verwijderd. De link in een activatiemail die al is verstuurd, werkt dan niet meer.',
  final: 'Dit kun je niet ongedaan maken. De lijst opnieuw importeren kan wel.',
  confirm: (count: number) => `${lines(count)} ongedaan maken`,
  failed: 'Terugdraaien mislukt. Er is niets veranderd',
  changed: 'Er is intussen iets veranderd. Dit is de stand van nu; er is nog niets teruggedraaid.',
  done: ({ undone, stayed, students_messaged }: { undone: number; stayed: number; students_messaged: number }) =>
    `${lines(undone)} ${undone === 1 ? 'is' : 'zijn'} ongedaan gemaakt${stayed === 0 ? '' : `; ${lines(stayed)} ${stayed === 1 ? 'is' : 'zijn'} gebleven`}${messagedText(students_messaged)}.`,
  outcome: { added: 'Nieuw', changed: 'Bijgewerkt' },
  becomes: {
    undone: { added: 'Wordt verwijderd', changed: 'Krijgt terug wat er stond' },
    'was-undone': 'Is ongedaan gemaakt',
  },
  staysBecause: (reason: string) => `Blijft. ${reason}`,
  gone: 'is er niet meer',
  noLines: 'Er zijn geen regels meer: wat deze import maakte, is er niet meer.',
  filters: {
    all: 'Alle',
    undone: 'Wat ongedaan wordt gemaakt',
    stays: 'Wat blijft',
    'was-undone': 'Wat al ongedaan is gemaakt',
  },
  more: (count: number) => `Nog ${lines(count)} tonen`,
  whichLines: 'Welke regels',
  lines: 'Regels van deze import',
}
