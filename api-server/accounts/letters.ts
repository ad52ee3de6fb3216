import { findAddressee, findRegistration, findResetLetter } from '#api-server/accounts/account.queries.ts'
import {
  ACTIVATION_HOURS,
  INVITATION_DAYS,
  type LinkPurpose,
  linkKeyOf,
  RESET_MINUTES,
} from '#api-server/accounts/link-key.ts'
import type { AddressedLetter, Letter, LetterKind } from '#api-server/platform/mail/letter.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { ClaimedTask } from '#database/outbox/outbox-tasks.ts'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import type { KeyRing } from '#server/keys.ts'

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

interface Registered {
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

export interface LetterDesk {
  database: Database
  /** of `Keys` */
  links: KeyRing
  publicUrl: string
}

/**
 * Writes a letter as things stand now, which may be long after it was asked for: with the link that works now, or
 * undefined where there is none to give (used, expired, the account gone or never there).
 */
export async function writeLetter(
  desk: LetterDesk,
  task: ClaimedTask<LetterKind>,
  now: number,
): Promise<AddressedLetter | undefined> {
  switch (task.kind) {
    case 'activation-letter':
      return writeActivation(desk, task.payload.registration_id, now)
    case 'account-exists-letter':
      return writeReset(desk, task.payload.password_reset_id, now, accountExistsLetter)
    case 'password-reset-letter':
      return writeReset(desk, task.payload.password_reset_id, now, passwordResetLetter)
    case 'invitation-letter':
      return writeReset(desk, task.payload.password_reset_id, now, invitationLetter(desk.publicUrl))
    case 'password-changed-letter':
      return writeNotice(desk, task.payload.user_id, passwordChangedLetter)
    case 'first-password-letter':
      return writeNotice(desk, task.payload.user_id, firstPasswordLetter)
    case 'guesses-letter':
      return writeNotice(desk, task.payload.user_id, guessesLetter)
  }
}

async function writeActivation(desk: LetterDesk, registrationId: number, now: number) {
  const registration = await findRegistration(desk.database.kysely, registrationId)
  if (!registration || isOver(registration.expires_at, now)) return undefined
  const { username, device, created_at, nonce } = registration
  const href = linkTo(desk, 'activate', 'activation', nonce)
  return addressed(
    registration,
    activationLetter({ username, href, device, asked: instantLabel(created_at, 'any-time') }),
  )
}

async function writeReset(desk: LetterDesk, resetId: number, now: number, write: typeof passwordResetLetter) {
  const reset = await findResetLetter(desk.database.kysely, resetId)
  if (!reset || reset.used_at !== null || isOver(reset.expires_at, now)) return undefined
  const href = linkTo(desk, 'password-change', 'password-reset', reset.nonce)
  return addressed(reset, write({ username: reset.username, href }))
}

async function writeNotice(
  { database, publicUrl }: LetterDesk,
  userId: number | null,
  write: typeof passwordChangedLetter,
) {
  const user = userId === null ? undefined : await findAddressee(database.kysely, userId)
  if (!user) return undefined
  return addressed(user, write({ username: user.username, href: `${publicUrl}/password-reset` }))
}

const linkTo = ({ publicUrl, links }: LetterDesk, path: string, purpose: LinkPurpose, nonce: string) =>
  `${publicUrl}/${path}/${linkKeyOf(links, purpose, nonce)}`

const isOver = (expiresAt: string, now: number) => Date.parse(expiresAt) <= now

const addressed = (user: { username: string; first_name: string }, letter: Letter): AddressedLetter => ({
  to: user.username,
  firstName: user.first_name,
  letter,
})

const DAY = 24 * 3_600_000

/** Long enough to look up why a letter never came. */
const LETTERS_KEPT = 30 * DAY

/** Until then a link that is over is said to be that, and after it to be unknown. */
const LINKS_KEPT = 7 * DAY

/** Deletes what was done long ago, and links that are long over. `now` in ms since the epoch. */
export async function forgetOldLetters({ kysely }: Database, now: number): Promise<void> {
  const before = (age: number) => new Date(now - age).toISOString()
  await kysely.deleteFrom('outbox').where('done_at', '<', before(LETTERS_KEPT)).execute()
  await kysely.deleteFrom('password_reset').where('expires_at', '<', before(LINKS_KEPT)).execute()
  await kysely.deleteFrom('registration').where('expires_at', '<', before(LINKS_KEPT)).execute()
}
