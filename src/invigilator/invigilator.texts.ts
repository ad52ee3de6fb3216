import { CODE_DIGITS } from '#domain/presence/presence.rules.ts'

export const invigilatorTexts = {
  title: 'Presentielijst',
  purpose: 'Vul in wie je bent en welke code de docent in de zaal noemt. Een account heb je niet nodig.',
  nameHint: 'De docent ziet hieraan wie wat heeft afgetekend, bijvoorbeeld ‘Joost, zaal 2’.',
  codeWrong: `De code bestaat uit ${CODE_DIGITS} cijfers.`,
  nameMissing: 'Vul je naam in.',
  failed: 'Het is niet gelukt om je aan te melden.',
  strayed: 'Open de link die je van de docent hebt gekregen',
  strayedText:
    'Deze pagina werkt met een surveillantenlink. Het laatste deel van de link hoort erbij: kopieer hem helemaal.',
  ended: 'Dit apparaat is afgemeld',
  endedText:
    'De presentielijst is van dit apparaat gewist. Vraag de docent om een nieuwe link als je nog moet aftekenen.',
  endedSent: 'Wat je tot dan toe hebt afgetekend, is verstuurd.',
  endedSending: (count: number) =>
    `${count === 1 ? '1 aantekening wordt' : `${count} aantekeningen worden`} nog verstuurd. Laat deze pagina open tot dat klaar is; dat kan tot 48 uur na het afmelden.`,
  lost: (count: number) =>
    `${count === 1 ? '1 aantekening telde' : `${count} aantekeningen telden`} niet: gemaakt na het afmelden, te laat verstuurd, of van een student die niet meer op deze lijst stond. Zeg dat tegen de docent.`,
  over: 'De toetsdag is voorbij',
  overText: 'De presentielijst is van dit apparaat gewist.',
  sending: (count: number) =>
    `${count === 1 ? '1 aantekening wordt' : `${count} aantekeningen worden`} nog verstuurd. Laat deze pagina open tot dat klaar is; dat kan tot 48 uur na de toetsdag.`,
  sent: 'Alles wat je hebt afgetekend is verstuurd. Bedankt!',
  as: (name: string) => `Je tekent af als ${name}`,
  codeLabel: 'Code van zes cijfers',
  signingIn: 'Bezig met aanmelden…',
  toList: 'Naar de lijst',
  loading: 'Bezig met laden…',
}
