export const roomListTexts = {
  loadFailed: 'De lokalen zijn niet op te halen',
  what: 'Een lijst per lokaal, of voor de deur alleen studentnummers. Nergens staat wie extra tijd heeft.',
  room: 'Lokaal',
  all: 'Alle lokalen',
  option: (name: string, students: number) => `${name} (${students.toLocaleString('nl-NL')})`,
  byRoom: 'Per lokaal',
  byRoomFailed: 'Het is niet gelukt om de presentielijst voor het toetsmoment te exporteren.',
  door: 'Deurlijst',
  doorFailed: 'Het is niet gelukt om de deurlijst te maken.',
}
