import type { Carrier } from './carrier.ts'

/** ms; together well below the lease of a letter, or two processes would send it. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 }

/**
 * Hands letters to a mail server: 'smtp://user:password@host:587' (TLS where the server offers it; `?requireTLS=true`
 * insists) or 'smtps://…'. A connection a letter: they are few, and none is left open to be cut by the other side.
 */
export const createSmtpCarrier = (url: string): Carrier => ({
  carry: async (mail) => {
    // Read when there is something to send: a server that sends nothing does without its memory.
    const { createTransport } = await import('nodemailer')
    await createTransport({ url, ...PATIENCE }).sendMail({ ...mail, disableFileAccess: true, disableUrlAccess: true })
  },
})
