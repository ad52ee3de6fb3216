import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { faultOf, type UnavailableFault } from '#database/engine/database-fault.ts'
import { ROOT } from '../root.ts'

/** Programs that an administrator starts. */
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

const FILES: Record<string, string> = {
  EACCES: 'hier mag deze gebruiker niet bij',
  EPERM: 'hier mag deze gebruiker niet bij',
  EROFS: 'hier kan niet geschreven worden: de schijf is alleen te lezen',
  ENOSPC: 'de schijf is vol',
  EDQUOT: 'de schijf is vol',
  EIO: 'de schijf geeft fouten',
  ENOENT: 'hier is niets',
  ENOTDIR: 'dit is geen map',
  EISDIR: 'dit is een map',
}

const NETWORK: Record<string, string> = {
  ECONNREFUSED: 'daar luistert niemand',
  ENOTFOUND: 'die naam is niet te vinden',
  EAI_AGAIN: 'die naam is nu niet te vinden',
  ENOENT: 'daar luistert niemand',
}

/** SQLSTATE codes of PostgreSQL that say more than a fault does. */
const POSTGRES: Record<string, string> = {
  '28P01': 'het wachtwoord klopt niet',
  '28000': 'die gebruiker mag daar niet inloggen',
  '3D000': 'die database is er niet',
  '42501': 'deze gebruiker van PostgreSQL mag dit niet',
}

const FAULTS: Record<UnavailableFault, string> = {
  deadlock: 'de database was te druk; probeer het nog een keer',
  busy: 'de database is nog in gebruik',
  'database-slow': 'de database gaf niet op tijd antwoord',
  'database-away': 'de database is niet te bereiken',
  'too-many-connections': 'PostgreSQL heeft geen verbinding of geheugen over',
  'disk-full': 'de schijf is vol',
  'disk-broken': 'de schijf geeft fouten',
  'read-only': 'in de database kan niet geschreven worden',
  'tables-missing': 'de tabellen zijn van een andere uitgave',
}

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
  if (fault === 'database-away' && error instanceof Error && 'errcode' in error)
    return 'het bestand van de database kan niet worden geopend; is de map er, en van wie is die?'
  return FAULTS[fault]
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

function messageOf(thrown: unknown): string {
  const error = thrown instanceof AggregateError ? thrown.errors[0] : thrown
  return error instanceof Error && error.message ? error.message : String(error)
}
