import { randomBytes } from 'node:crypto'
import fastify from 'fastify'
import { requestPasswordReset } from '#api-server/accounts/password-reset.ts'
import { createPasswords } from '#api-server/accounts/passwords.ts'
import { registerAccount } from '#api-server/accounts/register-account.ts'
import { createLetterWriter } from '#api-server/letters.ts'
import { type DeliveryOptions, deliverLetters } from '#api-server/platform/mail/delivery.ts'
import { createSmtpTransport } from '#api-server/platform/mail/transport.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { KeyRing } from '#server/keys.ts'
import { loggingOptions } from '#server/logging.ts'
import type { Mailbox, ReceivedLetter } from '#tests/support/mail/mailbox.ts'
import { newAddress, PUBLIC_URL, registrationOf } from './account-stage.ts'
import { MORNING } from './test-school.ts'

/** Sends letters when the test says so, with the test's clock. */
export interface PostOffice {
  clock: { now: number }
  links: KeyRing
  logs: string[]
  options: DeliveryOptions
  /** asks for an activation letter; returns its address, a new one if none is given */
  register(username?: string): Promise<string>
  requestReset(username: string): Promise<void>
  /** does one pass, as a server does when it is woken; returns the number of letters taken up */
  deliver(more?: Partial<DeliveryOptions>): Promise<number>
}

const passwords = createPasswords()
const letters = { wake: () => undefined }

export function openPostOffice(database: Database, smtpUrl: string): PostOffice {
  const clock = { now: MORNING }
  const logs: string[] = []
  const links: KeyRing = [randomBytes(32)]
  const options: DeliveryOptions = {
    database,
    writer: createLetterWriter({ database, links, publicUrl: PUBLIC_URL, passwords: 'on' }),
    publicUrl: PUBLIC_URL,
    mailFrom: 'Wiskunde <wiskunde@school.test>',
    transport: createSmtpTransport(smtpUrl),
    perMinute: 0,
    clock: () => clock.now,
    log: fastify(loggingOptions([], { write: (line) => logs.push(line) })).log,
  }
  return {
    clock,
    links,
    logs,
    options,
    register: async (username = newAddress()) => {
      await registerAccount({ database, passwords, letters }, registrationOf(username), clock.now)
      return username
    },
    requestReset: async (username) => {
      await requestPasswordReset({ database, letters }, username, clock.now)
    },
    deliver: (more) => deliverLetters({ ...options, ...more }),
  }
}

/**
 * Delivers all that is due. Returns what arrived, without the text that all letters have, in the order of the outbox: several
 * go at once, and may overtake each other.
 */
export async function deliverAll(post: PostOffice, mailbox: Mailbox): Promise<string[]> {
  while ((await post.deliver()) > 0);
  const taskOf = ({ headers }: ReceivedLetter) => Number(/\d+/.exec(headers['message-id'] ?? ''))
  return mailbox.letters
    .toSorted((one, other) => taskOf(one) - taskOf(other))
    .map(({ to, subject, text }) => `${to}: ${subject}\n${text.split('\n\n').slice(1, -4).join('\n')}`)
}

export async function forgetLetters({ kysely }: Database): Promise<void> {
  await kysely.deleteFrom('outbox').execute()
  await kysely.deleteFrom('password_reset').execute()
  await kysely.deleteFrom('registration').execute()
}
