import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Carrier } from './carrier.ts'

/**
 * Where no mail server is set: each letter becomes a file that mail programs open, for the eyes of the data's owner
 * alone, since it holds a link that lets one in. `say` is told where.
 */
export const createFileCarrier = (folder: string, say: (path: string) => void): Carrier => ({
  carry: async (mail) => {
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
    say(path)
  },
})

/** Sorts by time, and is the same for the same letter: '2026-03-10T09-00-00-000Z-letter-7'. */
const nameOf = ({ date, messageId }: { date: Date; messageId: string }) =>
  `${date.toISOString()}-${messageId.replace(/^<|@.*$/g, '')}`.replace(/[^\w-]/g, '-')
