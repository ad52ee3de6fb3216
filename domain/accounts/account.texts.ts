import type { PasswordFault, UsernameFault } from './account.rules.ts'

export const accountFaultTexts = {
  'username-missing': 'Vul je e-mailadres in.',
  'username-implausible': 'Vul een geldig e-mailadres in, bijvoorbeeld naam@school.nl.',
  'password-missing': 'Vul een wachtwoord in.',
  'password-too-short': 'Je wachtwoord moet minstens 8 tekens lang zijn.',
  'password-too-long': 'Je wachtwoord mag hoogstens 256 tekens lang zijn.',
  'password-common':
    'Dit wachtwoord is makkelijk te raden, omdat veel mensen het gebruiken. Kies een ander wachtwoord.',
  'password-is-username': 'Je wachtwoord mag niet hetzelfde zijn als je e-mailadres.',
  'password-repeat-missing': 'Vul je wachtwoord nog een keer in.',
  'password-repeat-differs': 'De twee wachtwoorden zijn niet hetzelfde.',
} as const satisfies Record<UsernameFault | PasswordFault, string>

export function passwordRefusal(faults: readonly (UsernameFault | PasswordFault)[]) {
  const errors = faults.map((fault) => accountFaultTexts[fault])
  return { reason: { errors }, message: errors.join(' ') }
}

/** Text if only certain domains may register; `domains` as people write them. */
export const foreignDomainText = (domains: readonly string[]): string =>
  `Registreren kan alleen met een e-mailadres van ${new Intl.ListFormat('nl', { type: 'disjunction' }).format(domains)}.`

export const newPasswordHint =
  'Minstens 8 tekens, en niet makkelijk te raden. Een paar losse woorden achter elkaar is prima.'

/** Shown if the link is valid but the user has not shown that they know the password that would count. */
export const passwordNeededText =
  'Kies een wachtwoord om je account te activeren. Op dit apparaat is geen wachtwoord voor dit account gekozen.'

export type ActivationRefusal = 'unknown' | 'expired'

export const activationRefusalTexts = {
  unknown:
    'Deze activatielink is niet bekend of al gebruikt. Heb je je account al geactiveerd, dan kun je gewoon inloggen.',
  expired: 'Deze activatielink is verlopen. Met hetzelfde e-mailadres kun je een nieuwe krijgen.',
} as const satisfies Record<ActivationRefusal, string>

/** `expired` for a known link that is too old or used. */
export type ResetKeyFault = 'unknown' | 'expired'

export const resetKeyTexts = {
  expired: 'De gebruikte wachtwoord herstel link is verlopen.',
  unknown: 'De gebruikte wachtwoord hersel link is niet bekend.',
} as const satisfies Record<ResetKeyFault, string>
