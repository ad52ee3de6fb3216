import { once } from 'node:events'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface ReceivedLetter {
  /** of the envelope, which is what decides where a letter goes */
  to: string
  from: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  /** the first in the text, as people would copy it */
  link: string
}

/** A real SMTP server for all addresses, which keeps what it is given. */
export interface Mailbox {
  /** for SMTP_URL */
  url: string
  port: number
  /** everything that came, oldest first */
  letters: readonly ReceivedLetter[]
  /** the oldest letter to this address that was not taken before, as soon as it is there */
  take(to: string): Promise<ReceivedLetter>
  stop(): Promise<void>
}

export interface MailboxOptions {
  /** to come back where another one was */
  port?: number
  /** answered to RCPT TO, e.g. 550; nothing is refused by default */
  refuse?: (address: string) => number | undefined
}

export async function startMailbox({ port = 0, refuse = () => undefined }: MailboxOptions = {}): Promise<Mailbox> {
  const letters: ReceivedLetter[] = []
  const untaken: ReceivedLetter[] = []
  let arrived = Promise.withResolvers<void>()

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      const responseCode = refuse(address)
      if (responseCode === undefined) done()
      else done(Object.assign(new Error(`no mail for ${address}`), { responseCode }))
    },
    onData: async (stream, { envelope }, done) => {
      const letter = await read(stream)
      for (const { address } of envelope.rcptTo) {
        letters.push({ ...letter, to: address })
        untaken.push({ ...letter, to: address })
      }
      done()
      arrived.resolve()
      arrived = Promise.withResolvers()
    },
  })
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('the mailbox has no port')

  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    letters,
    take: async (to) => {
      for (;;) {
        const index = untaken.findIndex((letter) => letter.to === to)
        const [letter] = index < 0 ? [] : untaken.splice(index, 1)
        if (letter) return letter
        await arrived.promise
      }
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

async function read(stream: AsyncIterable<Buffer>): Promise<ReceivedLetter> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return readLetter(Buffer.concat(chunks))
}

/** A letter as a mail program would show it, also from an .eml file. */
export async function readLetter(source: Buffer): Promise<ReceivedLetter> {
  const mail = await PostalMime.parse(source)
  const text = mail.text ?? ''
  return {
    to: mail.to?.[0]?.address ?? '',
    from: mail.from?.address ?? '',
    subject: mail.subject ?? '',
    text,
    html: mail.html ?? '',
    headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
    link: /https?:\/\/\S+/.exec(text)?.[0] ?? '',
  }
}
