import { ACTIVATION_HOURS, RESET_MINUTES } from '#api-server/facts/link-key.ts'
import type { Letter, LetterKind } from '#api-server/platform/mail/letter.ts'
import { INVITATION_DAYS } from '#domain/accounts/account.rules.ts'

interface Facts {
  username: string
  /** address of the letter's only link */
  href: string
  /** page where a new password can be requested */
  resetPage: string
}

interface Registered extends Facts {
  /** when the account was requested, e.g. 'di 24 nov 2026 om 09:00' */
  asked: string
  /** e.g. 'Chrome op Android' */
  device: string
}

const linkLife = `De link is ${ACTIVATION_HOURS} uur geldig en werkt één keer. Heb je je vaker geregistreerd? Dan werkt elke link die nog geldig is.`
const unasked = 'Herken je dit niet? Dan hoef je niets te doen: zonder activatie kan niemand het account gebruiken.'

export const letters = {
  /**
   * To a newly registered address: proves that it belongs to them. It names the time and the device, since somebody else may
   * have registered it; activating in a browser other than that of the registration requires a new password.
   */
  'activation-letter': ({ username, href, asked, device }: Registered) => ({
    subject: 'Activeer je account voor Wiskunde inschrijven',
    paragraphs: [
      `Met ${username} is een account aangevraagd bij Wiskunde inschrijven, op ${asked} (${device}).`,
      'Open de link en druk op ‘Account activeren’. Op het apparaat waarmee je je hebt geregistreerd, log je in met het wachtwoord van toen. Op een ander apparaat kies je een wachtwoord.',
    ],
    action: { label: 'Account activeren', href },
    afterwards: [linkLife, unasked],
  }),

  /** To a user who gave the right password of an account that was never activated; the login screen must not reveal that. */
  'not-activated-letter': ({ username, href, asked, device }: Registered) => ({
    subject: 'Je account is nog niet geactiveerd',
    paragraphs: [
      `Iemand wilde inloggen bij Wiskunde inschrijven met ${username}. Dat account is aangevraagd op ${asked} (${device}) en nog niet geactiveerd.`,
      'Was jij dat? Open de link en druk op ‘Account activeren’. Daarna kun je inloggen.',
    ],
    action: { label: 'Account activeren', href },
    afterwards: [linkLife, unasked],
  }),

  /** To the owner of an address that was registered again; the screen must not reveal that it exists. */
  'account-exists-letter': ({ username, href }: Facts) => ({
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
  }),

  'password-reset-letter': ({ username, href }: Facts) => ({
    subject: 'Kies een nieuw wachtwoord voor Wiskunde inschrijven',
    paragraphs: [`Je hebt gevraagd om een nieuw wachtwoord voor je account ${username}.`],
    action: { label: 'Nieuw wachtwoord kiezen', href },
    afterwards: [
      `De link is ${RESET_MINUTES} minuten geldig en werkt één keer. Daarna log je op al je apparaten opnieuw in.`,
      'Heb je hier niet om gevraagd? Dan hoef je niets te doen: je wachtwoord blijft hetzelfde.',
    ],
  }),

  /**
   * To the owner of an account without a password, made by the school, also when an administrator sends the invitation again:
   * choosing a password makes it theirs.
   */
  'invitation-letter': ({ username, href, resetPage }: Facts) => ({
    subject: 'Je account voor Wiskunde inschrijven staat klaar',
    paragraphs: [
      `Bij Wiskunde inschrijven staat een account voor je klaar, met het adres ${username}.`,
      'Kies een wachtwoord om te beginnen. Daarna kun je inloggen en controleer je je gegevens.',
    ],
    action: { label: 'Wachtwoord kiezen', href },
    afterwards: [
      `De link is ${INVITATION_DAYS} dagen geldig en werkt één keer. Is hij verlopen? Vraag dan een nieuwe aan op ${resetPage}.`,
      'Hoor je niet bij deze school? Dan hoef je niets te doen: zonder wachtwoord kan niemand het account gebruiken.',
    ],
  }),

  /** After a password change: an owner who did not make it notices, and can take the account back. */
  'password-changed-letter': ({ username, href }: Facts) => ({
    subject: 'Je wachtwoord voor Wiskunde inschrijven is gewijzigd',
    paragraphs: [
      `Het wachtwoord van je account ${username} is gewijzigd. Op je andere apparaten ben je uitgelogd; log daar opnieuw in met je nieuwe wachtwoord.`,
      'Was jij het niet? Vraag dan meteen een nieuw wachtwoord aan. Controleer ook of niemand anders in je mailbox kan.',
    ],
    action: { label: 'Nieuw wachtwoord aanvragen', href },
    afterwards: ['Was jij het wel? Dan hoef je niets te doen.'],
  }),

  /** After a first password was chosen: no login ends, but an owner who did not choose it notices. */
  'first-password-letter': ({ username, href }: Facts) => ({
    subject: 'Je wachtwoord voor Wiskunde inschrijven is ingesteld',
    paragraphs: [
      `Het eerste wachtwoord van je account ${username} is gekozen. Je kunt er nu mee inloggen.`,
      'Was jij het niet? Vraag dan meteen een nieuw wachtwoord aan. Controleer ook of niemand anders in je mailbox kan.',
    ],
    action: { label: 'Nieuw wachtwoord aanvragen', href },
    afterwards: ['Was jij het wel? Dan hoef je niets te doen.'],
  }),

  /** After many wrong passwords: how to continue for an owner who typed them, and what to know for one who did not. */
  'guesses-letter': ({ username, href }: Facts) => ({
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
  }),
} satisfies Record<AccountLetter, (facts: Registered) => Letter>

/** Invitation for a user who may not log in by password: their first school login makes the account theirs. */
export const schoolInvitation = ({ username, href }: Pick<Facts, 'username' | 'href'>): Letter => ({
  subject: 'Je account voor Wiskunde inschrijven staat klaar',
  paragraphs: [
    `Bij Wiskunde inschrijven staat een account voor je klaar, met het adres ${username}.`,
    'Log in met je schoolaccount om te beginnen. Daarna controleer je je gegevens. Een wachtwoord voor Wiskunde inschrijven heb je niet nodig.',
  ],
  action: { label: 'Inloggen met je schoolaccount', href },
  afterwards: ['Hoor je niet bij deze school? Dan hoef je niets te doen.'],
})

export type AccountLetter = Exclude<
  LetterKind,
  | 'message-letter'
  | 'enrollment-letter'
  | 'waiting-letter'
  | 'result-letter'
  | 'login-changed-letter'
  | 'address-changed-letter'
  | 'second-factor-letter'
>
