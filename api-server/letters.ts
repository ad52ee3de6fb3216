import { noteMessageLapse, settleMessageLetter, writeMessageLetter } from '#api-server/acts/messages/message-letter.ts'
import { writeEnrollmentLetter } from '#api-server/enrollments/enrollment-letter.ts'
import { writeWaitingLetter } from '#api-server/enrollments/waiting/outcomes.ts'
import { findAddressee, findRegistration, findResetLetter } from '#api-server/facts/account.queries.ts'
import { ACTIVATION_HOURS, type LinkPurpose, linkKeyOf, RESET_MINUTES } from '#api-server/facts/link-key.ts'
import { writeLoginChangedLetter, writeSecondFactorLetter } from '#api-server/logins/login-letters.ts'
import { type LetterWriter, settleLetter } from '#api-server/platform/mail/delivery.ts'
import type { AddressedLetter, Letter, LetterKind } from '#api-server/platform/mail/letter.ts'
import { writeResultLetter } from '#api-server/results/result-letter.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { ClaimedTask } from '#database/outbox/outbox-tasks.ts'
import { INVITATION_DAYS } from '#domain/accounts/account.rules.ts'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import type { PasswordLogin } from '#domain/logins/login.schema.ts'
import { passwordLetsIn } from '#domain/logins/second-factor.rules.ts'
import { greetedName, type Named } from '#domain/users/names.ts'
import { rolesOf } from '#domain/users/roles.ts'
import type { KeyRing } from '#server/keys.ts'

/** Facts that every letter may name. */
interface Facts {
  username: string
  /** address of the one action */
  href: string
  /** where a new password can be asked for */
  resetPage: string
}

interface Registered extends Facts {
  /** when it was, e.g. 'di 24 nov 2026 om 09:00' */
  asked: string
  /** e.g. 'Chrome op Android' */
  device: string
}

const linkLife = `De link is ${ACTIVATION_HOURS} uur geldig en werkt één keer. Heb je je vaker geregistreerd? Dan werkt elke link die nog geldig is.`
const unasked = 'Herken je dit niet? Dan hoef je niets te doen: zonder activatie kan niemand het account gebruiken.'

/** Contents of each kind of letter. */
export const letters = {
  /**
   * To the address that was registered: proves that it is theirs. It may have been somebody else who did, so it names the
   * time and the device for the owner to recognise; activating in another browser than the registration's asks for a new
   * password.
   */
  'activation-letter': ({ username, href, asked, device }: Registered) => ({
    subject: 'Activeer je account voor Wiskunde inschrijven',
    paragraphs: [
      `Met ${username} is een account aangevraagd bij Wiskunde inschrijven, op ${asked} (${device}).`,
      'Open de link en druk op ‘Account activeren’. Op het apparaat waarmee je je hebt geregistreerd log je daarna in met het wachtwoord dat je toen hebt gekozen; op een ander apparaat kies je er een.',
    ],
    action: { label: 'Account activeren', href },
    afterwards: [linkLife, unasked],
  }),

  /** To who gave the right password of an account that was never activated: the login screen could not say so. */
  'not-activated-letter': ({ username, href, asked, device }: Registered) => ({
    subject: 'Je account is nog niet geactiveerd',
    paragraphs: [
      `Iemand wilde inloggen bij Wiskunde inschrijven met ${username}. Dat account is aangevraagd op ${asked} (${device}) en nog niet geactiveerd.`,
      'Was jij dat? Open de link en druk op ‘Account activeren’. Daarna kun je inloggen.',
    ],
    action: { label: 'Account activeren', href },
    afterwards: [linkLife, unasked],
  }),

  /** To the owner of an address that was registered again: the screen could not say so, or it would say it to everybody. */
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

  /** To a user who forgot their password. */
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
   * To the owner of an account without a password, which the school made or whose invitation it sends again: choosing one
   * makes it theirs.
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

  /** To whose password was changed: who did not do it finds out, and can take the account back. */
  'password-changed-letter': ({ username, href }: Facts) => ({
    subject: 'Je wachtwoord voor Wiskunde inschrijven is gewijzigd',
    paragraphs: [
      `Het wachtwoord van je account ${username} is gewijzigd. Op je andere apparaten ben je uitgelogd; log daar opnieuw in met je nieuwe wachtwoord.`,
      'Was jij het niet? Vraag dan meteen een nieuw wachtwoord aan en controleer of niemand anders in je mailbox kan.',
    ],
    action: { label: 'Nieuw wachtwoord aanvragen', href },
    afterwards: ['Was jij het wel? Dan hoef je niets te doen.'],
  }),

  /** To whose first password was chosen: nothing ends with it, but who did not do it finds out. */
  'first-password-letter': ({ username, href }: Facts) => ({
    subject: 'Je wachtwoord voor Wiskunde inschrijven is ingesteld',
    paragraphs: [
      `Het eerste wachtwoord van je account ${username} is gekozen. Je kunt er nu mee inloggen.`,
      'Was jij het niet? Vraag dan meteen een nieuw wachtwoord aan en controleer of niemand anders in je mailbox kan.',
    ],
    action: { label: 'Nieuw wachtwoord aanvragen', href },
    afterwards: ['Was jij het wel? Dan hoef je niets te doen.'],
  }),

  /** To whose account many wrong passwords were tried: if it was them, how to go on; if not, what to know. */
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

/** Invitation of a user who may not log in by a password: their first login by the school makes the account theirs. */
const schoolInvitation = ({ username, href }: Pick<Facts, 'username' | 'href'>): Letter => ({
  subject: 'Je account voor Wiskunde inschrijven staat klaar',
  paragraphs: [
    `Bij Wiskunde inschrijven staat een account voor je klaar, met het adres ${username}.`,
    'Log in met je schoolaccount om te beginnen. Daarna controleer je je gegevens. Een wachtwoord voor Wiskunde inschrijven heb je niet nodig.',
  ],
  action: { label: 'Inloggen met je schoolaccount', href },
  afterwards: ['Hoor je niet bij deze school? Dan hoef je niets te doen.'],
})

type AccountLetter = Exclude<
  LetterKind,
  | 'message-letter'
  | 'enrollment-letter'
  | 'waiting-letter'
  | 'result-letter'
  | 'login-changed-letter'
  | 'second-factor-letter'
>

/** These come by the hundred in the minutes after an opening, and let those go first that somebody waits for at a screen. */
const CONFIRMING: readonly LetterKind[] = ['waiting-letter', 'enrollment-letter']

/** These come by the thousand, after an import or to a whole year of students, so they let all others go first. */
const PATIENT: readonly LetterKind[] = ['invitation-letter', 'message-letter', 'result-letter']

/** Somebody waits for these. */
const URGENT: LetterKind[] = [
  'second-factor-letter',
  'login-changed-letter',
  ...Object.keys(letters)
    .filter(isAccountLetter)
    .filter((kind) => !PATIENT.includes(kind)),
]

function isAccountLetter(kind: string): kind is AccountLetter {
  return Object.hasOwn(letters, kind)
}

interface LetterDeps {
  database: Database
  /** key ring of `Keys` */
  links: KeyRing
  publicUrl: string
  /** users who may log in by a password */
  passwords: PasswordLogin
}

/** Gives the delivery its letters. */
export const createLetterWriter = (deps: LetterDeps): LetterWriter => ({
  byUrgency: [URGENT, ...[...CONFIRMING, ...PATIENT].map((kind) => [kind])],
  paced: PATIENT,
  write: (task, now) => writeLetter(deps, task, now),
  noteLapse: async (task) => {
    if (task.kind === 'message-letter') await noteMessageLapse(deps.database, task.payload)
  },
  settle: (task, failure, now) =>
    task.kind === 'message-letter'
      ? settleMessageLetter(deps.database, task, failure, now)
      : settleLetter(deps.database, task, failure, now),
  forgetOld: (now) => forgetOldLetters(deps.database, now),
})

/**
 * Writes a letter as things stand now, which may be long after it was asked for: with the link that works now, or
 * undefined where there is none to give (used, expired, the account gone or never there).
 */
async function writeLetter(
  deps: LetterDeps,
  task: ClaimedTask<LetterKind>,
  now: number,
): Promise<AddressedLetter | undefined> {
  switch (task.kind) {
    case 'activation-letter':
    case 'not-activated-letter':
      return writeActivation(deps, task, now)
    case 'account-exists-letter':
    case 'password-reset-letter':
    case 'invitation-letter':
      return writeReset(deps, task, now)
    case 'enrollment-letter':
      return writeEnrollmentLetter(deps, task.payload, now)
    case 'waiting-letter':
      return writeWaitingLetter(deps, task.payload, now)
    case 'message-letter':
      return writeMessageLetter(deps, task.payload)
    case 'result-letter':
      return writeResultLetter(deps, task.payload)
    case 'login-changed-letter':
      return writeLoginChangedLetter(loginLetters(deps), task.payload)
    case 'second-factor-letter':
      return writeSecondFactorLetter(loginLetters(deps), task.payload, now)
    default:
      return writeNotice(deps, task)
  }
}

const loginLetters = (deps: LetterDeps) => ({
  ...deps,
  linkTo: (path: string, purpose: LinkPurpose, nonce: string) => linkTo(deps, path, purpose, nonce),
})

type ActivationLetter = 'activation-letter' | 'not-activated-letter'

async function writeActivation(deps: LetterDeps, { kind, payload }: ClaimedTask<ActivationLetter>, now: number) {
  const registration = await findRegistration(deps.database.kysely, payload.registration_id)
  if (!registration || isOver(registration.expires_at, now)) return undefined
  const { username, device, created_at, nonce } = registration
  const href = linkTo(deps, 'activate', 'activation', nonce)
  const asked = instantLabel(created_at, 'any-time')
  return addressed(registration, letters[kind]({ username, href, device, asked, resetPage: resetPage(deps) }))
}

type ResetLetter = 'account-exists-letter' | 'password-reset-letter' | 'invitation-letter'

async function writeReset(deps: LetterDeps, { kind, payload }: ClaimedTask<ResetLetter>, now: number) {
  const reset = await findResetLetter(deps.database.kysely, payload.password_reset_id)
  if (!reset || reset.used_at !== null || isOver(reset.expires_at, now)) return undefined
  if (kind === 'invitation-letter' && !passwordLetsIn(deps.passwords, { roles: rolesOf(reset) }))
    return addressed(reset, schoolInvitation({ username: reset.username, href: deps.publicUrl }))
  const href = linkTo(deps, 'password-change', 'password-reset', reset.nonce)
  return addressed(reset, letters[kind]({ username: reset.username, href, resetPage: resetPage(deps) }))
}

async function writeNotice(
  deps: LetterDeps,
  { kind, payload }: ClaimedTask<Exclude<AccountLetter, ActivationLetter | ResetLetter>>,
) {
  const user = payload.user_id === null ? undefined : await findAddressee(deps.database.kysely, payload.user_id)
  if (!user) return undefined
  const href = resetPage(deps)
  return addressed(user, letters[kind]({ username: user.username, href, resetPage: href }))
}

const resetPage = ({ publicUrl }: LetterDeps) => `${publicUrl}/password-reset`

const linkTo = ({ publicUrl, links }: LetterDeps, path: string, purpose: LinkPurpose, nonce: string) =>
  `${publicUrl}/${path}/${linkKeyOf(links, purpose, nonce)}`

const isOver = (expiresAt: string, now: number) => Date.parse(expiresAt) <= now

const addressed = (user: Named & { username: string }, letter: Letter): AddressedLetter => ({
  to: user.username,
  firstName: greetedName(user),
  letter,
})

const DAY = 24 * 3_600_000

/** Long enough to look up why a letter never came. */
const LETTERS_KEPT_MS = 30 * DAY

/** Until then a link that is over is said to be that, and after it to be unknown. */
const LINKS_KEPT_MS = 7 * DAY

/** Deletes what was done long ago, and links that are long over. `now` in ms since the epoch. */
export async function forgetOldLetters({ kysely }: Database, now: number): Promise<void> {
  const before = (age: number) => new Date(now - age).toISOString()
  await kysely.deleteFrom('outbox').where('done_at', '<', before(LETTERS_KEPT_MS)).execute()
  await kysely.deleteFrom('password_reset').where('expires_at', '<', before(LINKS_KEPT_MS)).execute()
  await kysely.deleteFrom('registration').where('expires_at', '<', before(LINKS_KEPT_MS)).execute()
}
