import type { Letter } from '#api-server/mail/letter.ts'

/** To whose password was changed: who did not do it finds out, and can take the account back. */
export const passwordChangedLetter = ({ username, href }: { username: string; href: string }): Letter => ({
  subject: 'Je wachtwoord voor Wiskunde inschrijven is gewijzigd',
  paragraphs: [
    `Het wachtwoord van je account ${username} is gewijzigd. Op al je apparaten ben je uitgelogd; log opnieuw in met je nieuwe wachtwoord.`,
    'Was jij het niet? Vraag dan meteen een nieuw wachtwoord aan en controleer of niemand anders in je mailbox kan.',
  ],
  action: { label: 'Nieuw wachtwoord aanvragen', href },
  afterwards: ['Was jij het wel? Dan hoef je niets te doen.'],
})
