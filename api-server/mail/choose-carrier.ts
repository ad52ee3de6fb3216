import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Carrier } from './carrier.ts'
import { createFileCarrier } from './file-carrier.ts'
import { createSmtpCarrier } from './smtp-carrier.ts'

/** By mail where a mail server is set; else as files, each with a line in the log that says which. */
export const chooseCarrier = ({ smtpUrl, dataDir }: Config, log: FastifyBaseLogger): Carrier =>
  smtpUrl
    ? createSmtpCarrier(smtpUrl)
    : createFileCarrier(join(dataDir, 'mail'), (path) => log.info({ path }, `no SMTP_URL, letter kept as ${path}`))
