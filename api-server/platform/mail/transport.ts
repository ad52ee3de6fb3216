import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config.ts'

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
  /** Resolves once somebody else answers for the letter. */
  send(mail: Mail): Promise<void>
}

/** By mail where a mail server is set; else as files, each with a line in the log that says which. */
export const chooseTransport = ({ smtpUrl, dataDir }: Config, log: FastifyBaseLogger): Transport =>
  smtpUrl
    ? createSmtpTransport(smtpUrl)
    : createFileTransport(join(dataDir, 'mail'), (path) => log.info({ path }, `no SMTP_URL, letter kept as ${path}`))

/** ms; together well below the lease of a letter, or two processes would send it. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 }

/**
 * Hands letters to a mail server: 'smtp://user:password@host:587' (TLS where the server offers it; `?requireTLS=true`
 * insists) or 'smtps://…'. A connection a letter: they are few, and none is left open to be cut by the other side.
 */
export const createSmtpTransport = (url: string): Transport => ({
  send: async (mail) => {
    // Read when there is something to send: a server that sends nothing does without its memory.
    const { createTransport } = await import('nodemailer')
    await createTransport({ url, ...TIMEOUTS }).sendMail({ ...mail, disableFileAccess: true, disableUrlAccess: true })
  },
})

/**
 * Where no mail server is set: each letter becomes a file that mail programs open, for the eyes of the data's owner
 * alone, since it holds a link that lets one in. `saved` is called with its path.
 */
export const createFileTransport = (folder: string, saved: (path: string) => void): Transport => ({
  send: async (mail) => {
    const { createTransport } = await import('nodemailer')
    const { message } = await createTransport({ streamTransport: true, buffer: true, newline: 'windows' }).sendMail(
      mail,
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
