import { countedStudents, dottedNumber } from '#domain/entities/counts.texts.ts'
import type { SourceCounts, SourcePhase, SourceShown, TrialStep, Verdict } from '#domain/source/source.schema.ts'

export const sourceTexts = {
  title: 'Studentensysteem',
  none: 'Er is geen studentensysteem gekoppeld. De beheerder van de server kan dat instellen.',
  intro: (host: string) => `Elke nacht halen we studenten op bij ${host}. Niemand wordt verwijderd of uitgeschreven.`,
  introFirst: (host: string) =>
    `Studenten kunnen uit ${host} komen. We halen niets op voordat jij hebt gekozen wat, en wijzigen niets voordat jij dat doorvoert. Daarna gaat het elke nacht vanzelf.`,
  choose: 'Kies eerst wat we ophalen',
  chooseAdvice: 'Kijk hieronder of het studiejaar en de codes kloppen, en sla ze op. Dan kun je ophalen.',
  loadFailed: 'Studentensysteem ophalen mislukt',
  began: (when: string) => `Laatste keer: ${when}.`,
  braked: 'Er zou ineens veel veranderen. Daarom is er nog niets gedaan.',
  brakedAdvice: 'Kijk hieronder of het klopt, en kies dan.',
  previewed: 'Dit zou er veranderen. Kijk of het klopt, en kies dan.',
  previewedFirst: 'Dit zou de eerste keer veranderen. Kijk of het klopt, en kies dan binnen zeven dagen.',
  void: 'Wat we vonden geldt niet meer: er is iets gewijzigd, of het is te lang geleden. Er is niets gedaan. Haal opnieuw op.',
  stale: 'Al meer dan een dag is er niets meer bijgewerkt uit het studentensysteem.',
  made: (names: readonly string[]) => `Nieuw: ${names.join(', ')}.`,
  tryIt: 'Verbinding proberen',
  tried: 'Wat we vroegen, en wat er kwam',
  tryFailed: 'Proberen is mislukt',
  trialIsGood: 'De verbinding werkt.',
  hurry: 'Nu opnieuw',
  hurryFailed: 'Opnieuw beginnen is mislukt',
  hurried: 'We gaan meteen verder.',
  run: 'Ophalen',
  runFailed: 'Ophalen mislukt',
  apply: 'Doorvoeren',
  applied: 'We voeren de wijzigingen door.',
  leave: 'Niet doorvoeren',
  left: 'Er is niets gewijzigd.',
  decideFailed: 'Kiezen mislukt',
  settings: 'Wat we ophalen',
  save: 'Opslaan',
  saveFailed: 'Opslaan is niet gelukt',
  saved: 'Opgeslagen. Bij de volgende keer ophalen telt het mee.',
  sessionHint: (schoolyear: string | null) =>
    schoolyear === null ? 'Leeg: het actieve schooljaar.' : `Leeg: ${schoolyear}, het actieve schooljaar.`,
  numberHint: 'Meestal student_number.',
  codesHint: 'Met komma’s ertussen. Wat hier nog niet bestaat, wordt dan aangemaakt.',
  show: 'Bekijk',
  listFailed: 'Studenten ophalen mislukt',
  listEmpty: 'Niemand.',
  more: 'Meer laden',
  columns: { name: 'Student', changes: 'Wijziging', remarks: 'Opmerking' },
  isNew: 'Nieuw account, nog zonder brief',
  alreadySo: 'Staat hier nu zo',
  gone: 'Deze studenten staan daar niet meer. Hun account blijft zoals het is.',
  number: (number: string) => (number === '' ? 'zonder studentnummer' : number),
  toUser: (name: string) => `Gebruiker ${name} bekijken`,
}

export const verdictTexts = {
  hint: 'Vink aan wat je wilt bevestigen of afwijzen.',
  ticked: (count: number) => `${countedStudents(count)} aangevinkt`,
  atMost: (most: number) => `Kies er hoogstens ${most} tegelijk.`,
  accept: 'Bevestigen',
  reject: 'Afwijzen',
  title: (verdict: Verdict) => (verdict === 'confirm' ? 'Wijzigingen bevestigen' : 'Wijzigingen afwijzen'),
  people: 'Wat er verandert',
  columns: { account: 'Gebruiker hier', source: 'Student daar', changes: 'Wijziging' },
  moving:
    'Van een nieuw e-mailadres krijgt het oude adres bericht. De student wordt overal uitgelogd, en links in eerdere e-mails werken niet meer.',
  matching: 'De gebruiker volgt voortaan het studentensysteem.',
  rejecting: 'De gebruiker blijft zoals die is. We vragen het pas opnieuw als het studentensysteem iets anders zegt.',
  nothing: 'Er is niets meer te kiezen.',
  unable: 'Niet meer te kiezen',
  settled: 'Hier hoeft niets meer gekozen te worden.',
  changed: 'Er is intussen iets gewijzigd. Kijk of het nog klopt.',
  previewFailed: 'Ophalen wat er verandert is mislukt',
  failed: 'Kiezen mislukt',
  confirm: (verdict: Verdict, count: number) =>
    `${verdict === 'confirm' ? 'Bevestigen' : 'Afwijzen'} voor ${countedStudents(count)}`,
  done: (verdict: Verdict, count: number) =>
    `${verdict === 'confirm' ? 'Bevestigd' : 'Afgewezen'} voor ${countedStudents(count)}.`,
}

export const sourcePhaseTexts = {
  never: 'Nog niet opgehaald',
  reading: 'Bezig met ophalen',
  previewed: 'Wacht op jouw keuze',
  braked: 'Gestopt: wacht op jouw keuze',
  applying: 'Bezig met doorvoeren',
  done: 'Klaar',
  failed: 'Mislukt',
  left: 'Niet doorgevoerd',
  void: 'Vervallen',
} satisfies Record<SourcePhase, string>

const listTexts: Readonly<Record<string, string>> = {
  '/': 'Wat het systeem kan',
  '/academic-sessions': 'Het studiejaar',
  '/programmes': 'Opleidingen',
  '/programme-offerings': 'Opleidingen in het studiejaar',
  '/persons': 'Studenten',
  '/test-components': 'Toetsen',
  '/courses': 'Cursussen',
}

export const trialTexts = {
  asked: ({ asked }: TrialStep): string => `${listTexts[asked] ?? asked} (${asked})`,
  /** what came, if it was no fault */
  came: ({ found }: TrialStep): string =>
    found === null ? 'gevonden' : found === 0 ? 'een lege lijst' : `${found} op de eerste bladzijde`,
}

export const sourceShownTexts = {
  changes: 'Wijzigingen',
  waiting: 'Wacht op een docent',
  gone: 'Daar weg',
  remarks: 'Overgeslagen',
} satisfies Record<SourceShown, string>

/** Lists what a run found, most important first. */
export const sourceCountTexts = ({ followed, added, changed, gone, waiting, remarked }: SourceCounts): string[] => {
  const found = [
    [added, 'nieuw'],
    [changed, 'gewijzigd'],
    [gone, 'daar weg'],
    [waiting, waiting === 1 ? 'wacht op een docent' : 'wachten op een docent'],
    [remarked, 'overgeslagen'],
  ] as const
  return [
    `${countedStudents(followed)} gevolgd`,
    ...found.flatMap(([count, what]) => (count > 0 ? [`${dottedNumber(count)} ${what}`] : [])),
  ]
}
