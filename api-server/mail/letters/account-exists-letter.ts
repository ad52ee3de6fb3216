import { RESET_MINUTES } from '#api-server/auth/link-limits.ts'
import type { Letter } from '#api-server/mail/letter.ts'

/** To whose address was registered again: the screen could not tell them, or it would tell everybody. */
export const accountExistsLetter = ({ username, href }: { username: string; href: string }): Letter => ({
  subject: 'Je hebt al een account bij Wiskunde inschrijven',
  paragraphs: [
    `Iemand heeft zich met ${username} geregistreerd bij Wiskunde inschrijven. Met dat adres heb je al een account, dus er is niets veranderd.`,
    'Was jij het en weet je je wachtwoord niet meer? Kies dan een nieuw wachtwoord.',
  ],
  action: { label: 'Nieuw wachtwoord kiezen', href },
  afterwards: [
    `De link is ${RESET_MINUTES} minuten geldig en werkt één keer.`,
    'Was jij het niet? Dan hoef je niets te doen: je wachtwoord blijft hetzelfde.',
  ],
})
