import { INVITATION_DAYS } from '#api-server/auth/link-limits.ts'
import type { Letter } from '#api-server/mail/letter.ts'

/** To whose account waits for a password, since the school made it or sends this anew: choosing one makes it theirs. */
export const invitationLetter =
  (publicUrl: string) =>
  ({ username, href }: { username: string; href: string }): Letter => ({
    subject: 'Je account voor Wiskunde inschrijven staat klaar',
    paragraphs: [
      `Bij Wiskunde inschrijven staat een account voor je klaar, met het adres ${username}.`,
      'Kies een wachtwoord om te beginnen. Daarna kun je inloggen en controleer je je gegevens.',
    ],
    action: { label: 'Wachtwoord kiezen', href },
    afterwards: [
      `De link is ${INVITATION_DAYS} dagen geldig en werkt één keer. Is hij verlopen? Vraag dan een nieuwe aan op ${publicUrl}/password-reset.`,
      'Hoor je niet bij deze school? Dan hoef je niets te doen: zonder wachtwoord kan niemand het account gebruiken.',
    ],
  })
