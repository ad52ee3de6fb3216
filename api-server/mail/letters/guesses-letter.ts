import type { Letter } from '#api-server/mail/letter.ts'

/** To whose account many wrong passwords were tried: if it was them, how to go on; if not, what to know. */
export const guessesLetter = ({ username, href }: { username: string; href: string }): Letter => ({
  subject: 'Veel mislukte pogingen om in te loggen op je account',
  paragraphs: [
    `Bij Wiskunde inschrijven is kort na elkaar meer dan 20 keer een verkeerd wachtwoord geprobeerd voor je account ${username}.`,
    'Was jij het en weet je je wachtwoord niet meer? Vraag dan een nieuw wachtwoord aan.',
  ],
  action: { label: 'Nieuw wachtwoord aanvragen', href },
  afterwards: [
    'Was jij het niet? Dan hoef je niets te doen, als je dit wachtwoord nergens anders gebruikt. Je kunt gewoon inloggen; op een nieuw apparaat kan het nu iets langer duren.',
    'Je krijgt deze e-mail hoogstens één keer per dag.',
  ],
})
