import { once } from 'node:events'
import type { Socket } from 'node:net'
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
  /** how many there were until now */
  readonly connections: number
  /** the oldest letter to this address that was not taken before, as soon as it is there */
  take(to: string): Promise<ReceivedLetter>
  stop(): Promise<void>
}

export interface MailboxOptions {
  /** to come back where another one was */
  port?: number
  /** answered to RCPT TO, e.g. 550 or '550 5.7.1 Relay access denied'; nothing is refused by default */
  refuse?: (address: string) => number | string | undefined
  /** password of the sender; without it nobody is asked for one */
  password?: string | undefined
  /** breaks the connection once such a letter is there, before it says so: the sender can't know that it is */
  loseAnswer?: (letter: ReceivedLetter) => boolean
}

export async function startMailbox({
  port = 0,
  refuse = () => undefined,
  password,
  loseAnswer = () => false,
}: MailboxOptions = {}): Promise<Mailbox> {
  const letters: ReceivedLetter[] = []
  const untaken: ReceivedLetter[] = []
  const sockets = new Map<number | undefined, Socket>()
  let connections = 0
  let arrived = Promise.withResolvers<void>()

  const server = new SMTPServer({
    authOptional: password === undefined,
    allowInsecureAuth: true,
    disabledCommands: password === undefined ? ['AUTH', 'STARTTLS'] : ['STARTTLS'],
    onAuth: ({ username, password: given }, _session, done) =>
      given === password ? done(null, { user: username }) : done(new Error('another password')),
    logger: false,
    // Of who keeps a connection for the next letter.
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, done) => {
      const refusal = refuse(address)
      if (refusal === undefined) return done()
      const [code = '', ...words] = String(refusal).split(' ')
      const said = words.length === 0 ? `no such user ${address}` : words.join(' ')
      done(Object.assign(new Error(said), { responseCode: Number(code) }))
    },
    onData: async (stream, { envelope, remotePort }, done) => {
      // A sender that breaks off in the middle of a letter has sent none.
      const read = await readAll(stream).catch(() => undefined)
      if (!read) return done(new Error('half a letter'))
      const received = envelope.rcptTo.map(({ address }) => ({ ...read, to: address }))
      letters.push(...received)
      untaken.push(...received)
      if (received.some(loseAnswer)) sockets.get(remotePort)?.destroy()
      else done()
      arrived.resolve()
      arrived = Promise.withResolvers()
    },
  })
  server.server.on('connection', (socket) => {
    connections += 1
    sockets.set(socket.remotePort, socket)
    socket.once('close', () => sockets.delete(socket.remotePort))
  })
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  // A connection that broke is its sender's to mend.
  server.on('error', () => undefined)
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('the mailbox has no port')

  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    letters,
    get connections() {
      return connections
    },
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

async function readAll(stream: AsyncIterable<Buffer>): Promise<ReceivedLetter> {
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
