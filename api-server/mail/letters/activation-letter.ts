import { ACTIVATION_HOURS } from '#api-server/auth/link-limits.ts'
import type { Letter } from '#api-server/mail/letter.ts'

/** To whoever registered: proves that the address is theirs. */
export const activationLetter = ({ username, href }: { username: string; href: string }): Letter => ({
  subject: 'Activeer je account voor Wiskunde inschrijven',
  paragraphs: [
    `Je hebt je met ${username} geregistreerd bij Wiskunde inschrijven. Activeer je account om te kunnen inloggen.`,
  ],
  action: { label: 'Account activeren', href },
  afterwards: [
    `De link is ${ACTIVATION_HOURS} uur geldig en werkt één keer.`,
    'Heb je je niet geregistreerd? Dan hoef je niets te doen: zonder activatie kan niemand het account gebruiken.',
  ],
})
