import type { Transaction } from 'kysely'
import { findAddressee } from '#api-server/facts/account.queries.ts'
import type { LinkPurpose } from '#api-server/facts/link-key.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import type { Database } from '#database/engine/open-database.ts'
import { enqueue, type OutboxTasks } from '#database/outbox/outbox-tasks.ts'
import type { Tables } from '#database/tables.ts'
import type { AuditAction } from '#domain/audit/audit.schema.ts'
import { greetedName } from '#domain/users/names.ts'

/** Subjects by kind of change. Each letter also says what an owner does who did not make the change. */
const changes = {
  'school-linked': 'Je schoolaccount is gekoppeld aan je account',
  'school-unlinked': 'Je schoolaccount is losgekoppeld van je account',
  'passkey-added': 'Er is een passkey toegevoegd aan je account',
  'passkey-removed': 'Er is een passkey verwijderd van je account',
  'second-factor-made': 'Voor je account is een tweede stap ingesteld',
  'second-factor-removed': 'Van je account is een tweede stap verwijderd',
  'second-factor-reset': 'Een collega heeft de tweede stap van je account gereset',
  'recovery-codes-renewed': 'Voor je account zijn nieuwe herstelcodes gemaakt',
  'recovery-code-used': 'Er is ingelogd met een herstelcode op je account',
  'codes-guessed': 'Iemand met je wachtwoord vulde steeds verkeerde codes in bij je account',
} satisfies Record<OutboxTasks['login-changed-letter']['changed'], string>

interface LetterDeps {
  database: Database
  publicUrl: string
  linkTo: (path: string, purpose: LinkPurpose, nonce: string) => string
}

interface LoginChange {
  actorId: number
  userId: number
  action: AuditAction
  changed: OutboxTasks['login-changed-letter']['changed']
}

/** Records a change of a way into an account and notifies its owner. `now` in ms since the epoch. */
export async function noteLoginChange(
  trx: Transaction<Tables>,
  { actorId, userId, action, changed }: LoginChange,
  now: number,
): Promise<void> {
  await recordChange(trx, { actorId, action, resource: 'user', resourceId: userId }, now)
  await enqueue(trx, 'login-changed-letter', { user_id: userId, changed }, now)
}

/** Letter to a user who gained or lost a way into their account. */
export async function writeLoginChangedLetter(
  { database, publicUrl }: LetterDeps,
  { user_id, changed }: OutboxTasks['login-changed-letter'],
) {
  const user = await findAddressee(database.kysely, user_id)
  if (!user) return undefined
  return {
    to: user.username,
    firstName: greetedName(user),
    letter: {
      subject: `${changes[changed]} van Wiskunde inschrijven`,
      paragraphs: [
        `${changes[changed]} ${user.username}.`,
        'Was jij het niet? Kies dan meteen een nieuw wachtwoord, kijk bij Instellingen waarmee je inlogt en waarschuw een collega of docent.',
      ],
      action: { label: 'Naar je instellingen', href: `${publicUrl}/settings#inloggen` },
      afterwards: ['Was jij het wel? Dan hoef je niets te doen.'],
    },
  }
}

/** Letter with the link for a second factor, to an administrator who logged in by password alone; undefined once it expired. */
export async function writeSecondFactorLetter(
  { database, linkTo }: LetterDeps,
  { ticket_id }: OutboxTasks['second-factor-letter'],
  now: number,
) {
  const ticket = await database.kysely
    .selectFrom('login_ticket')
    .innerJoin('user', 'user.id', 'login_ticket.user_id')
    .select(['user.username', 'user.first_name', 'user.last_name', 'login_ticket.data', 'login_ticket.expires_at'])
    .where('login_ticket.id', '=', ticket_id)
    .executeTakeFirst()
  if (!ticket || Date.parse(ticket.expires_at) <= now) return undefined
  const { nonce } = JSON.parse(ticket.data) as { nonce: string }
  return {
    to: ticket.username,
    firstName: greetedName(ticket),
    letter: {
      subject: 'Stel je tweede stap in voor Wiskunde inschrijven',
      paragraphs: [
        `Iemand heeft ingelogd met het wachtwoord van je account ${ticket.username}. Voor een docent is een wachtwoord alleen niet genoeg.`,
        'Stel een passkey of een authenticator-app in als tweede stap. Daarna ben je ingelogd.',
      ],
      action: { label: 'Tweede stap instellen', href: linkTo('second-factor', 'second-factor', nonce) },
      afterwards: [
        'De link is 60 minuten geldig en werkt één keer.',
        'Was jij het niet? Kies dan meteen een nieuw wachtwoord: iemand anders kent het.',
      ],
    },
  }
}
