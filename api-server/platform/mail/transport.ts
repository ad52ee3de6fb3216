import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Tracing } from '#server/tracing.ts'

/** A letter as it travels, whatever sends it. */
export interface Mail {
  from: string
  to: string
  subject: string
  text: string
  html: string
  date: Date
  /** alike at every attempt, so that a letter sent twice by a crash can be seen to be one */
  messageId: string
  headers: Record<string, string>
}

export interface Transport {
  /**
   * Resolves once somebody else answers for the letter. `many`: it is one of thousands. Rejects with `AnswerLost` when it
   * was handed over whole, and nobody knows whether it was taken.
   */
  send(mail: Mail, many?: boolean): Promise<void>
  close?(): void
}

/** The mail server fell silent, or the connection broke, after the last byte of a letter and before the answer to it. */
export class AnswerLost extends Error {
  override name = 'AnswerLost'
}

/** Chooses mail where a mail server is set; otherwise files, each with a line in the log that names it. */
export const chooseTransport = ({ smtpUrl, dataDir }: Config, log: FastifyBaseLogger): Transport =>
  smtpUrl
    ? createSmtpTransport(smtpUrl)
    : createFileTransport(join(dataDir, 'mail'), (path) => log.info({ path }, `no SMTP_URL, letter kept as ${path}`))

/** With a span for each letter, which says nothing about its recipient. */
export const traceMail = (transport: Transport, tracing: Tracing | undefined): Transport =>
  tracing
    ? { ...transport, send: (mail, many) => tracing.span('mail send', {}, () => transport.send(mail, many)) }
    : transport

/** ms; together well below the lease of a letter, or two processes would send it. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 }

/**
 * Servers that look into a letter take their time to answer for it (RFC 5321 §4.5.3.2.6 grants them ten minutes): of those
 * that go by the thousand none is to be sent twice for that.
 */
const MANY = { pool: true, maxConnections: 5, socketTimeout: 45_000, idleTimeout: 2_000 } as const

/**
 * Hands letters to a mail server: 'smtp://user:password@host:587' (TLS where the server offers it; `?requireTLS=true`
 * insists) or 'smtps://…'. A connection a letter, since they are few, and none is left open to be cut by the other side;
 * where they are many, five connections that end when nothing has been sent for a while.
 */
export function createSmtpTransport(url: string): Transport {
  let pool: Promise<Pool> | undefined
  return {
    send: async (mail, many = false) => {
      if (many) {
        pool ??= openPool(url)
        return (await pool).send(mail)
      }
      // Read when there is something to send: a server that sends nothing does without its memory.
      const { createTransport } = await import('nodemailer')
      await createTransport({ url, ...TIMEOUTS }).sendMail(guarded(mail))
    },
    close: () => void pool?.then(({ close }) => close()),
  }
}

interface Pool {
  send(mail: Mail): Promise<void>
  close(): void
}

async function openPool(url: string): Promise<Pool> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url, ...TIMEOUTS, ...MANY })
  /** ids of letters whose last byte went to the mail server */
  const handedOver = new Set<string>()

  // A letter is read while it is sent, and not before the server asked for it: when all of it is read, it may be taken.
  transport.use('stream', ({ message }, done) => {
    const read = message.createReadStream.bind(message)
    message.createReadStream = (options) => {
      const id = message.messageId()
      // Sent once more, it would be known to nobody.
      if (handedOver.has(id)) throw new Error('handed over before')
      return read(options).once('end', () => handedOver.add(id))
    }
    done()
  })
  return {
    send: async (mail) => {
      try {
        await transport.sendMail(guarded(mail))
      } catch (error) {
        const isAnswered = error instanceof Error && 'responseCode' in error
        if (handedOver.has(mail.messageId) && !isAnswered) throw new AnswerLost('no answer', { cause: error })
        throw error
      } finally {
        handedOver.delete(mail.messageId)
      }
    },
    close: () => transport.close(),
  }
}

/** The address is one, whatever stands in it, and nothing in a letter names a file or a page to be fetched. */
const guarded = ({ to, ...mail }: Mail) => ({
  ...mail,
  to: { name: '', address: to },
  disableFileAccess: true,
  disableUrlAccess: true,
})

/**
 * Where no mail server is set: each letter becomes a file that mail programs open, for the eyes of the data's owner
 * alone, since it holds a link that lets one in. `saved` is called with its path.
 */
export const createFileTransport = (folder: string, saved: (path: string) => void): Transport => ({
  send: async (mail) => {
    const { createTransport } = await import('nodemailer')
    const { message } = await createTransport({ streamTransport: true, buffer: true, newline: 'windows' }).sendMail(
      guarded(mail),
    )
    if (!Buffer.isBuffer(message)) throw new Error('the letter was not composed in memory')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, `${nameOf(mail)}.eml`)
    // Under its final name only when it is whole: somebody may be watching the folder.
    await writeFile(`${path}.part`, message, { mode: 0o600 })
    await rename(`${path}.part`, path)
    saved(path)
  },
})

/** Sorts by time, and is the same for the same letter: '2026-03-10T09-00-00-000Z-letter-7'. */
const nameOf = ({ date, messageId }: { date: Date; messageId: string }) =>
  `${date.toISOString()}-${messageId.replace(/^<|@.*$/g, '')}`.replace(/[^\w-]/g, '-')
