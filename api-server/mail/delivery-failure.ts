import type { Failure } from '#database/outbox/settle.ts'

/**
 * What to keep of a failure: the codes only, e.g. 'EENVELOPE 550 RCPT TO'. A mail server's own words may hold the
 * address, and a transport's the password of SMTP_URL. An address that the server refuses for good (5xx, RFC 5321
 * §4.2.1) is not tried again; refusing the sender or the login is a fault that somebody will mend.
 */
export function describeFailure(error: unknown): Failure {
  const { code, responseCode, command } = codesOf(error)
  return {
    error: [code ?? 'failed', responseCode, command].filter((part) => part !== undefined).join(' '),
    permanent: command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500,
  }
}

function codesOf(error: unknown) {
  const known: { code?: string; responseCode?: number; command?: string } = {}
  if (!(error instanceof Error)) return known
  if ('code' in error && typeof error.code === 'string') known.code = error.code
  if ('responseCode' in error && typeof error.responseCode === 'number') known.responseCode = error.responseCode
  if ('command' in error && typeof error.command === 'string') known.command = error.command
  return known
}
