import { type PushKind, type PushWishes, pushKinds } from '#domain/push/push.rules.ts'
import type { PushFailure } from '#domain/push/push.schema.ts'
import type { PushProblem } from './push.machine.ts'

export const pushTexts = {
  want: 'Houd me op de hoogte',
  wanting: 'Bezig met aanzetten…',
  unwant: 'Uitzetten op dit apparaat',
  unwanting: 'Bezig met uitzetten…',
  notLoaded: 'De meldingen konden niet worden opgehaald.',
  putOff: 'Niet nu',
  offer: 'Wil je een melding als de inschrijving voor een toetsmoment opengaat?',
  nothingChosen: 'Meldingen staan op dit apparaat aan, maar je hebt alle soorten uitgezet.',
  onIsAll: 'Meldingen staan op dit apparaat aan.',
  chooseKinds: 'Kies waarvan je een melding krijgt',
  unconfirmed: 'Meldingen staan op dit apparaat aan. Of ze aankomen, kan de app nu niet nagaan.',
  lastFailed: 'Meldingen staan op dit apparaat aan, maar de laatste kwam niet aan.',
  whileDenied: 'Zolang meldingen hier geblokkeerd zijn, krijg je er op dit apparaat geen.',
  remote: 'Op je andere apparaten krijg je ze wel.',
  noDevice: 'Dit geldt zodra je meldingen op een apparaat aanzet.',
  off: 'Meldingen staan op dit apparaat uit.',
  away: 'Je apparaten en keuzes zie je hier zodra er weer verbinding is.',
  unsupported: 'Deze browser kan geen meldingen tonen. Met een recente Chrome, Edge, Firefox of Safari kan het wel.',
  installFirst: 'Op een iPhone of iPad krijg je meldingen zodra de app op je beginscherm staat.',
  howToInstall: 'Zo zet je de app op je beginscherm',
  denied: 'Je hebt meldingen van deze app geblokkeerd. Zo zet je ze weer aan:',
} as const

interface KindTexts {
  label: string
  note: string
  /** sentence for a device that receives it */
  promise: string
}

export const kindTexts: Record<PushKind, KindTexts> = {
  opening: {
    label: 'Als de inschrijving opengaat',
    note: 'Alleen voor toetsmomenten waar je nog iets kunt kiezen en plaats is.',
    promise: 'Je krijgt op dit apparaat een melding als de inschrijving opengaat.',
  },
  reminder: {
    label: 'Een dag voordat de inschrijving sluit',
    note: 'Alleen als je daar dan nog iets kunt kiezen.',
    promise: 'Je krijgt op dit apparaat een melding voordat de inschrijving sluit.',
  },
  seat: {
    label: 'Als je van de wachtlijst een plaats krijgt',
    note: 'Je bent dan ingeschreven voor dat toetsmoment.',
    promise: 'Je krijgt op dit apparaat een melding als je van de wachtlijst een plaats krijgt.',
  },
  message: {
    label: 'Berichten van je docenten',
    note: 'De melding zegt alleen dat er een bericht is. Je leest het in de app.',
    promise: 'Je krijgt op dit apparaat een melding als een docent je een bericht stuurt.',
  },
  change: {
    label: 'Toetsmoment gewijzigd of vervallen',
    note: 'Als een docent je dat laat weten. Ook als je zaal bekend is of wijzigt.',
    promise: 'Je krijgt op dit apparaat een melding als een toetsmoment van jou wijzigt of vervalt.',
  },
  result: {
    label: 'Als je uitslag bekend is',
    note: 'Of als die wijzigt. De uitslag zelf lees je in de app.',
    promise: 'Je krijgt op dit apparaat een melding als een uitslag van jou bekend is.',
  },
}

/** Promises only what the student chose, on any device: the first kind of notice. */
export function notifiedText(wishes: PushWishes): string {
  const chosen = pushKinds.find((kind) => wishes[kind])
  return chosen ? kindTexts[chosen].promise : pushTexts.nothingChosen
}

export const problemTexts = {
  'no-network': 'Er is geen verbinding met de server. Probeer het opnieuw als je weer verbinding hebt.',
  refused: 'De server kon dit apparaat niet aanmelden. Probeer het later opnieuw.',
  'not-ended': 'Uitzetten is niet gelukt: misschien krijg je op dit apparaat nog meldingen. Probeer het opnieuw.',
  browser: 'Deze browser kon zich niet aanmelden voor meldingen. Sommige browsers en privévensters laten dat niet toe.',
} satisfies Record<PushProblem, string>

/** Outcome of the last push to a device; the time follows. */
export const failureTexts = {
  refused: 'De meldingendienst van de browser weigerde de laatste melding',
  busy: 'De meldingendienst van de browser had het te druk voor de laatste melding',
  unreachable: 'De meldingendienst van de browser was niet bereikbaar voor de laatste melding',
} satisfies Record<PushFailure, string>

type Family = 'android' | 'firefox' | 'iphone' | 'safari' | 'chromium'

/** Path to refused permissions in each browser, in the words of its Dutch menus. */
const undoTexts = {
  android: 'Tik op het pictogram links van het adres (of op ⋮ en dan op ⓘ). Kies ‘Rechten’ en zet ‘Meldingen’ aan.',
  firefox: 'Klik op het pictogram links van het adres en haal het kruisje bij ‘Meldingen verzenden: geblokkeerd’ weg.',
  iphone: 'Open Instellingen, kies ‘Meldingen’, dan ‘Wiskunde’, en zet ‘Sta meldingen toe’ aan.',
  safari: 'Open het menu Safari › Instellingen › Websites › Meldingen. Kies bij deze website ‘Sta toe’.',
  chromium: 'Klik op het pictogram links van het adres en zet ‘Meldingen’ aan.',
} satisfies Record<Family, string>

/** Most browsers also claim to be the ones below them, so the first match counts. */
const SIGNS: readonly (readonly [sign: RegExp, family: Family])[] = [
  [/iPhone|iPad|iPod/, 'iphone'],
  [/Firefox\//, 'firefox'],
  [/Android/, 'android'],
  [/Chrome\//, 'chromium'],
  [/Safari\//, 'safari'],
]

export const undoTextFor = (userAgent: string): string =>
  undoTexts[SIGNS.find(([sign]) => sign.test(userAgent))?.[1] ?? 'chromium']
