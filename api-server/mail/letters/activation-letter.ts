import { ACTIVATION_HOURS } from '#api-server/auth/link-limits.ts'
import type { Letter } from '#api-server/mail/letter.ts'

export interface Registered {
  username: string
  href: string
  /** when it was, e.g. 'di 24 nov 2026 om 09:00' */
  asked: string
  /** e.g. 'Chrome op Android' */
  device: string
}

/**
 * To the address that was registered: proves that it is theirs, and opens the account with the password of that
 * registration. It may have been somebody else's, so it says by what the owner can tell.
 */
export const activationLetter = ({ username, href, asked, device }: Registered): Letter => ({
  subject: 'Activeer je account voor Wiskunde inschrijven',
  paragraphs: [
    `Met ${username} is een account aangevraagd bij Wiskunde inschrijven, op ${asked} (${device}).`,
    'Was jij dat? Activeer dan je account. Daarna log je in met het wachtwoord dat je toen hebt gekozen.',
  ],
  action: { label: 'Account activeren', href },
  afterwards: [
    `De link is ${ACTIVATION_HOURS} uur geldig en werkt één keer. Heb je je vaker geregistreerd? Dan telt het wachtwoord dat bij de link hoort die je gebruikt.`,
    'Herken je dit niet? Gebruik de link dan niet: iemand anders kent het wachtwoord dat erbij hoort. Zonder activatie kan niemand het account gebruiken.',
  ],
})
