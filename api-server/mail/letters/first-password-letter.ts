import type { Letter } from '#api-server/mail/letter.ts'

/** To whose first password was chosen: nothing ends with it, but who did not do it finds out. */
export const firstPasswordLetter = ({ username, href }: { username: string; href: string }): Letter => ({
  subject: 'Je wachtwoord voor Wiskunde inschrijven is ingesteld',
  paragraphs: [
    `Het eerste wachtwoord van je account ${username} is gekozen. Je kunt er nu mee inloggen.`,
    'Was jij het niet? Vraag dan meteen een nieuw wachtwoord aan en controleer of niemand anders in je mailbox kan.',
  ],
  action: { label: 'Nieuw wachtwoord aanvragen', href },
  afterwards: ['Was jij het wel? Dan hoef je niets te doen.'],
})
