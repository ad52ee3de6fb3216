import { RESET_MINUTES } from '#api-server/auth/link-limits.ts'
import type { Letter } from '#api-server/mail/letter.ts'

/** To whoever forgot their password. */
export const passwordResetLetter = ({ username, href }: { username: string; href: string }): Letter => ({
  subject: 'Kies een nieuw wachtwoord voor Wiskunde inschrijven',
  paragraphs: [`Je hebt gevraagd om een nieuw wachtwoord voor je account ${username}.`],
  action: { label: 'Nieuw wachtwoord kiezen', href },
  afterwards: [
    `De link is ${RESET_MINUTES} minuten geldig en werkt één keer. Daarna log je op al je apparaten opnieuw in.`,
    'Heb je hier niet om gevraagd? Dan hoef je niets te doen: je wachtwoord blijft hetzelfde.',
  ],
})
