import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config.ts'

export interface Mail {
  from: string
  to: string
  subject: string
  text: string
  html: string
  date: Date
  /** same for every attempt, so that a letter sent twice after a crash is recognised as one */
  messageId: string
  headers: Record<string, string>
}

export interface Transport {
  /**
   * Resolves once the mail server has accepted the letter. `many`: it is one of thousands. Rejects with `AnswerLost` if it was
   * sent whole, but it is unknown whether it was accepted.
   */
  send(mail: Mail, many?: boolean): Promise<void>
  close?(): void
}

/** The mail server stalled, or the connection broke, after the last byte of a letter and before the reply. */
export class AnswerLost extends Error {
  override name = 'AnswerLost'
}

/** Chooses SMTP if a mail server is set, else files, each with a log line that names it. */
export const chooseTransport = ({ smtpUrl, dataDir }: Config, log: FastifyBaseLogger): Transport =>
  smtpUrl
    ? createSmtpTransport(smtpUrl)
    : createFileTransport(join(dataDir, 'mail'), (path) => log.info({ path }, `no SMTP_URL, letter kept as ${path}`))

/** ms; together well below the lease of a letter, or two processes would send it. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 }

/**
 * Options for letters that go by the thousand. Servers that scan a letter are slow to reply (RFC 5321 §4.5.3.2.6 allows ten
 * minutes), and no letter should be sent twice because of that.
 */
const MANY = { pool: true, maxConnections: 5, socketTimeout: 45_000, idleTimeout: 2_000 } as const

/**
 * Sends letters to a mail server: 'smtp://user:password@host:587' (TLS if offered; `?requireTLS=true` requires it) or
 * 'smtps://…'. A few letters use one connection each, so none is left open for the other side to cut. Many share five
 * connections, which end when idle for a while.
 */
export function createSmtpTransport(url: string): Transport {
  let pool: Promise<Pool> | undefined
  return {
    send: async (mail, many = false) => {
      if (many) {
        pool ??= openPool(url)
        return (await pool).send(mail)
      }
      // Imported when needed: a server that sends nothing saves the memory.
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
  /** ids of letters whose last byte was sent to the mail server */
  const handedOver = new Set<string>()

  // A letter is read while it is sent, and only when the server asks: once read to the end, it may have been accepted.
  transport.use('stream', ({ message }, done) => {
    const read = message.createReadStream.bind(message)
    message.createReadStream = (options) => {
      const id = message.messageId()
      // A second sending would go unnoticed.
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

/** `to` is a single address, whatever it contains, and nothing in a letter makes nodemailer read a file or fetch a page. */
const guarded = ({ to, ...mail }: Mail) => ({
  ...mail,
  to: { name: '', address: to },
  disableFileAccess: true,
  disableUrlAccess: true,
})

/**
 * Transport without a mail server: each letter becomes a file that mail programs open. Only its owner may read it, since it
 * contains a link that logs in. `saved` is called with its path.
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
    // Renamed when complete, since somebody may be watching the folder.
    await writeFile(`${path}.part`, message, { mode: 0o600 })
    await rename(`${path}.part`, path)
    saved(path)
  },
})

/** File name that sorts by time and is the same for the same letter: '2026-03-10T09-00-00-000Z-letter-7'. */
const nameOf = ({ date, messageId }: { date: Date; messageId: string }) =>
  `${date.toISOString()}-${messageId.replace(/^<|@.*$/g, '')}`.replace(/[^\w-]/g, '-')
