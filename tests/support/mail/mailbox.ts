import { once } from 'node:events'
import type { Socket } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface ReceivedLetter {
  /** recipient on the envelope, which decides where a letter goes */
  to: string
  from: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  /** first link in the text, as people would copy it */
  link: string
}

/** A real SMTP server for all addresses that keeps the letters. */
export interface Mailbox {
  /** value for SMTP_URL */
  url: string
  port: number
  /** all letters, oldest first */
  letters: readonly ReceivedLetter[]
  /** number of connections so far */
  readonly connections: number
  /** takes the oldest letter to this address that was not taken before; waits for one */
  take(to: string): Promise<ReceivedLetter>
  stop(): Promise<void>
}

export interface MailboxOptions {
  /** port, for a server that replaces another one */
  port?: number
  /** answer to RCPT TO, e.g. 550 or '550 5.7.1 Relay access denied'; undefined accepts, which is the default */
  refuse?: (address: string) => number | string | undefined
  /** password of the sender; undefined asks for none */
  password?: string | undefined
  /** breaks the connection after such a letter and before the answer: the sender cannot know that it arrived */
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
    // Time for senders that keep a connection open for their next letter.
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, done) => {
      const refusal = refuse(address)
      if (refusal === undefined) return done()
      const [code = '', ...words] = String(refusal).split(' ')
      const said = words.length === 0 ? `no such user ${address}` : words.join(' ')
      done(Object.assign(new Error(said), { responseCode: Number(code) }))
    },
    onData: async (stream, { envelope, remotePort }, done) => {
      // A sender that stops in the middle of a letter has sent none.
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
  // Broken connections are the sender's problem.
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

/** Reads a letter as a mail program does, also from an .eml file. */
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
