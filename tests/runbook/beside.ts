import { createConnection, createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream'
import { startSchoolProvider } from '../support/api/school-provider.ts'
import { startMailbox } from '../support/mail/mailbox.ts'

/**
 * Runs in a machine's network with the host's files: leads a socket in a folder to each of its ports, since nothing
 * else reaches them, and stands for the school's other systems: the mail server that letters go to, and the provider of
 * its logins. A line of its input has one of them take another password of the product. Ends when its input does.
 */
const [folder = '', publicUrl = '', mailPort, providerPort, ...ports] = process.argv.slice(2)
for (const port of ports) {
  // PostgreSQL's clients look for a name of this form.
  const path = join(folder, port === '5432' ? '.s.PGSQL.5432' : port)
  createServer((client) => {
    const server = createConnection(Number(port), '127.0.0.1')
    pipeline(client, server, client, () => {})
  }).listen(path)
}
let mailbox = await startMailbox({ port: Number(mailPort) })
const sam = { email: 'sam@school.example', email_verified: true, given_name: 'Sam', family_name: 'de Vries' }
const provider = await startSchoolProvider({ publicUrl, people: { sam }, port: Number(providerPort), withPage: true })
console.log('ready')
for await (const line of createInterface({ input: process.stdin })) {
  const [whose, password = ''] = line.split(' ')
  if (whose === 'provider') provider.changeSecret(password)
  else {
    await mailbox.stop()
    mailbox = await startMailbox({ port: Number(mailPort), password })
  }
  console.log('changed')
}
process.exit()
