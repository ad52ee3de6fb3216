import { createConnection, createServer } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { startMailbox } from '../support/mail/mailbox.ts'

/**
 * Runs in a machine's network with the host's files: leads a socket in a folder to each of its ports, since nothing else
 * reaches them, and is the mail server that the machine sends its letters to. Ends when its input does.
 */
const [folder = '', mailPort, ...ports] = process.argv.slice(2)
for (const port of ports) {
  // PostgreSQL's clients look for a name of this form.
  const path = join(folder, port === '5432' ? '.s.PGSQL.5432' : port)
  createServer((client) => {
    const server = createConnection(Number(port), '127.0.0.1')
    pipeline(client, server, client, () => {})
  }).listen(path)
}
await startMailbox({ port: Number(mailPort) })
process.stdin.on('end', () => process.exit()).resume()
console.log('ready')
