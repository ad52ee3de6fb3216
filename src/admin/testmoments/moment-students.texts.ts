import { aboveSeatsLabel } from '#domain/enrollments/waiting.texts.ts'
import { countedStudents, dottedNumber } from '#domain/entities/counts.texts.ts'

const numbered = (name: string, count: number): string => `${name} (${dottedNumber(count)})`

export const listToolTexts = {
  search: 'Zoek op naam, e-mailadres of studentnummer',
  all: (count: number) => numbered('Alle modules', count),
  module: ({ name, students: count }: { name: string; students: number }) => numbered(name, count),
}

export const printTexts = {
  title: 'Presentielijst Genereren',
  checklistFailed: 'Het is niet gelukt om de presentielijst voor het toetsmoment te exporteren.',
  allForHall: 'Eén lijst van alle studenten met hun modules, voor een zaal. Om af te vinken en te laten tekenen.',
  byModule: 'Een lijst per module, elk op eigen bladen. Om af te vinken en te laten tekenen.',
  forInvigilator: 'Voor de surveillant',
  whoHasExtraTime: 'Wie extra tijd heeft. Alleen voor de surveillant: niet om te tekenen, en het gaat niet rond.',
  extraTimeFailed: 'Het is niet gelukt om het blad voor de surveillant te maken.',
  roomsFailed: 'De lokalen zijn niet op te halen',
  roomLists: 'Een lijst per lokaal, of voor de deur alleen studentnummers. Nergens staat wie extra tijd heeft.',
  room: 'Lokaal',
  allRooms: 'Alle lokalen',
  roomOption: numbered,
  byRoom: 'Per lokaal',
  door: 'Deurlijst',
  doorFailed: 'Het is niet gelukt om de deurlijst te maken.',
  revealing: (names: readonly string[]) =>
    `In ${new Intl.ListFormat('nl').format(names)} zitten meer studenten met extra tijd dan anderen. De lijst verraadt wie dat zijn. Zet er anderen bij, of kies een groter lokaal.`,
}

export const changeTexts = {
  aboveSeats: (count: number) => `${aboveSeatsLabel(count)}: wie een plaats heeft, houdt die.`,
  promoted: (count: number) =>
    `${countedStudents(count)} op de wachtlijst ${count === 1 ? 'krijgt' : 'krijgen'} dan meteen een plaats.`,
}
