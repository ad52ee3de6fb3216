import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { faultOf } from '#database/engine/database-fault.ts'
import { ROOT } from '../root.ts'
import { FAULTS, FILES, NETWORK, POSTGRES, unavailableTexts } from './terminal.texts.ts'

type Program = 'admin' | 'backup' | 'migrate' | 'move' | 'restore'

/** Command to start a program here: a release has `wiskunde` and no npm. */
export function commandFor(program: Program, args = ''): string {
  const isRelease = existsSync(join(ROOT, 'release.json'))
  const command = isRelease ? `wiskunde ${program}` : `npm run ${program}`
  if (args === '') return command
  return isRelease ? `${command} ${args}` : `${command} -- ${args}`
}

/** Prints in Dutch why a program failed, without a stack, and sets exit code 1. `usage` is shown for unknown arguments. */
export function printFailure(error: unknown, usage?: string): void {
  console.error(failureText(error, usage))
  process.exitCode = 1
}

/** One sentence for the operator; the message of the error if it is not a known one. */
export function failureText(error: unknown, usage?: string): string {
  if (usage !== undefined && codeOf(error)?.startsWith('ERR_PARSE_ARGS')) return usage
  const reason = knownReason(error)
  return reason === undefined ? messageOf(error) : `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`
}

/** Reason of a failure, as the end of a Dutch sentence. */
export const reasonOf = (error: unknown): string => knownReason(error) ?? messageOf(error)

function knownReason(thrown: unknown): string | undefined {
  // It holds one error for each IP address of a host name.
  const error = thrown instanceof AggregateError ? thrown.errors[0] : thrown
  const code = codeOf(error)
  const isOfSocket =
    error instanceof Error && 'syscall' in error && ['connect', 'getaddrinfo'].includes(String(error.syscall))
  if (isOfSocket && code !== undefined && code in NETWORK) return NETWORK[code]
  if (!isOfSocket && code !== undefined && code in FILES)
    return error instanceof Error && 'path' in error ? `${FILES[code]}: ${error.path}` : FILES[code]
  if (code !== undefined && code in POSTGRES) return POSTGRES[code]
  const fault = faultOf(error)
  if (fault === undefined || fault === 'unique-violation') return undefined
  // SQLite gives the same code for a missing folder and for one without write permission.
  if (fault === 'database-away' && error instanceof Error && 'errcode' in error) return unavailableTexts.databaseFile
  return FAULTS[fault]
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

function messageOf(thrown: unknown): string {
  const error = thrown instanceof AggregateError ? thrown.errors[0] : thrown
  return error instanceof Error && error.message ? error.message : String(error)
}
