import type { SourceFaultCode, SourceRemark, SourceSettings } from './source.schema.ts'

export const sourceRemarkTexts = {
  'address-match':
    'Er is een gebruiker met dit e-mailadres, zonder studentnummer. Bevestig dat het dezelfde persoon is, of wijs het af.',
  'address-changed':
    'Het e-mailadres is daar anders, en de gebruiker gebruikt het oude. Bevestig het nieuwe adres, of wijs het af.',
  'department-ends':
    'De studierichting is daar anders, maar dan vervallen inschrijvingen of wachtplekken. Wissel bij de gebruiker.',
  'number-missing': 'Heeft daar geen studentnummer, en wordt daarom overgeslagen.',
  'number-unreadable': 'Het studentnummer is niet te lezen.',
  'number-repeated': 'Meer mensen hebben daar dit studentnummer.',
  'number-ambiguous': 'Hier hebben meer gebruikers dit nummer, op nullen vooraan na.',
  'number-taken': 'Het nieuwe studentnummer is hier al van een andere gebruiker.',
  'number-differs': 'Hier is een gebruiker met dit e-mailadres, maar met een ander studentnummer.',
  'no-student': 'Is hier niet alleen student, en blijft daarom zoals het is.',
  'address-missing': 'Heeft daar geen e-mailadres. Zonder e-mailadres komt er geen account.',
  'address-invalid': 'Het e-mailadres klopt niet.',
  'address-taken': 'Het nieuwe e-mailadres is hier al van een andere gebruiker.',
  'name-unreadable': 'De naam bevat tekens die niet te lezen zijn.',
  'departments-several': 'Volgt daar meer opleidingen. De student kiest zelf een studierichting.',
  rejected: 'Een docent heeft het e-mailadres afgewezen. Je kunt het alsnog bevestigen.',
} satisfies Record<SourceRemark, string>

export const sourceFaultTexts = {
  'source-away': 'Het studentensysteem geeft geen antwoord. We proberen het later opnieuw.',
  'source-address':
    'Het adres van het studentensysteem is niet toegestaan. De beheerder van de server kan dat instellen.',
  'source-elsewhere': 'Het studentensysteem verwijst naar een ander adres. Dat volgen we niet.',
  'source-refused': 'Het studentensysteem laat ons niet toe. Vraag de beheerder om de toegang na te kijken.',
  'source-version': 'Het studentensysteem spreekt niet versie 6.0 van de Open Onderwijs API.',
  'source-missing': 'Het studentensysteem heeft een lijst niet die we nodig hebben.',
  'source-unreadable': 'Het studentensysteem geeft een antwoord dat we niet kunnen lezen.',
  'source-too-large': 'Het studentensysteem geeft een antwoord dat te groot is.',
  'source-repeats': 'Het studentensysteem geeft steeds dezelfde bladzijde.',
  'source-session': 'Het studentensysteem kent dit studiejaar niet. Vul hieronder de code in die het daar heeft.',
} satisfies Record<SourceFaultCode, string>

export const sourceFieldTexts = {
  session_code: { label: 'Code van het studiejaar' },
  number_code_type: { label: 'Soort code van het studentnummer' },
  programme_codes: { label: 'Codes van opleidingen' },
  module_codes: { label: 'Codes van modules' },
} satisfies Record<keyof SourceSettings, { label: string }>
