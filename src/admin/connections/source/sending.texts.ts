import { countedResults } from '#domain/entities/counts.texts.ts'
import type { SendingRefusal } from '#domain/source/sending.schema.ts'

export const sendingTexts = {
  title: 'Uitslagen versturen',
  intro: (host: string) =>
    `Uitslagen die je publiceert of verbetert, gaan ook naar ${host}. Wat je eerder publiceerde, gaat niet mee.`,
  waiting: (count: number) => `${countedResults(count)} ${count === 1 ? 'wacht' : 'wachten'} op versturen.`,
  lastSent: (when: string) => `Laatst verstuurd: ${when}.`,
  neverSent: 'Er is nog niets verstuurd.',
  fault: 'Versturen lukt nu niet',
  awaitsFirst: 'Versturen begint na de eerste keer ophalen',
  awaitsFirstWhy: (host: string) =>
    `Er gaat niets naar ${host} voordat een docent de eerste keer ophalen heeft doorgevoerd.`,
  refusedTitle: 'Niet aangekomen',
  noneRefused: 'Alles wat is verstuurd, is aangekomen.',
  listFailed: 'Uitslagen ophalen mislukt',
  more: 'Meer uitslagen laden',
  columns: { name: 'Student', place: 'Toets', reason: 'Waarom, en wat je kunt doen' },
  withdrawn: 'ingetrokken',
  ticked: (count: number) => `${countedResults(count)} aangevinkt`,
  resend: 'Opnieuw versturen',
  resent: 'We versturen opnieuw wat je aanvinkte.',
  resendFailed: 'Opnieuw versturen mislukt',
  settle: 'Zelf verwerkt',
  settleQuestion: (count: number) => `${countedResults(count)} zelf verwerkt?`,
  settleConsequence:
    'Wat je zelf hebt verwerkt, gaat van de lijst en versturen we niet meer. Wijzigt de uitslag hier later, dan versturen we die wel.',
  settleConfirm: 'Ja, van de lijst halen',
  settled: 'Van de lijst gehaald.',
  settleFailed: 'Van de lijst halen mislukt',
}

export const sendingRefusalTexts = {
  'number-missing': 'Het account heeft geen studentnummer. Vul het in bij de gebruiker en verstuur opnieuw.',
  'person-none': 'Niemand heeft daar dit studentnummer. Kijk het na en verstuur opnieuw.',
  'person-several': 'Daar hebben meer mensen dit studentnummer. Laat het daar herstellen en verstuur opnieuw.',
  'test-none':
    'De student staat daar niet bij deze toets op deze dag. Laat de student daar toevoegen en verstuur opnieuw.',
  'test-several': 'De student staat daar meer keren bij deze toets. Verwerk de uitslag daar zelf.',
  conflict: 'Daar staat al iets anders. Kijk daar wat er staat, en verwerk de uitslag zelf als die ontbreekt.',
  unprocessable: 'Het systeem neemt deze uitslag niet aan. Verwerk de uitslag daar zelf.',
  denied: 'We mogen daar geen uitslagen schrijven. Vraag de beheerder om toegang en verstuur opnieuw.',
  gone: 'De toets van de student is daar net verwijderd. Kijk het na en verstuur opnieuw.',
  refused: 'Het systeem geeft een antwoord dat we niet verwachten. Verstuur opnieuw of verwerk de uitslag zelf.',
  withdrawn: 'De uitslag is hier ingetrokken nadat we hem verstuurden. Haal hem daar zelf weg.',
} satisfies Record<SendingRefusal, string>
