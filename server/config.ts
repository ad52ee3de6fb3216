import { readdirSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { isAbsolute, join, resolve } from 'node:path'
import { domainToASCII } from 'node:url'
import { z } from 'zod'
import { hasPasswordLength } from '#domain/accounts/account.rules.ts'
import { type LoginConfig, loginConfigOf, loginFaultIn, loginSettings } from './login-config.ts'
import { settingsTexts as texts } from './settings.texts.ts'
import { type SourceConfig, sourceConfigOf, sourceFaultIn, sourceSettings } from './source-config.ts'

function wholeNumber(least: number, most: number) {
  const said = texts.wholeNumber(least, most)
  return z.coerce.number(said).int(said).min(least, said).max(most, said)
}

const anyPort = wholeNumber(0, 65_535)
const port = (usual: number) => anyPort.default(usual)

/** Number of school years, at most a hundred: dates have years of four digits. */
const years = wholeNumber(1, 100).default(2)

/** Excludes virtual file systems of the kernel: Node's recursive mkdir never returns there. */
const isOnDisk = (path: string): boolean => !/^\/(proc|sys)(\/|$)/.test(resolve(path))

const environmentSchema = z.object({
  NODE_ENV: z.string().optional(),
  PORT: port(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUSH_PORT: port(3001),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_PORT: anyPort.optional(),
  PUSH_METRICS_PORT: anyPort.optional(),
  DATA_DIR: z.string().min(1).refine(isOnDisk, texts.onDisk).default('data'),
  WATCH_DISKS: z
    .string()
    .refine((value) => listOf(value).every(isAbsolute), texts.folders)
    .optional(),
  DATABASE_URL: z
    .string()
    .regex(/^(sqlite:|postgres(ql)?:\/\/)/, { error: texts.databaseUrl, abort: true })
    .refine((url) => url.startsWith('sqlite:') || namesOneHost(url), texts.oneHost)
    .refine((url) => isOnDisk(url.replace(/^sqlite:/, '')), texts.onDisk)
    .optional(),
  DATABASE_LISTEN_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, texts.postgresUrl)
    .refine(namesOneHost, texts.oneHost)
    .optional(),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: texts.httpUrl, abort: true })
    .refine(isOrigin, texts.noPath)
    .optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^/]/, texts.smtpUrl)
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*@[^\r\n]*$/, texts.mailAddress)
    .optional(),
  OEAPI_CONTACT: z
    .string()
    .regex(/^[^@\s]+@[^@\s]+$/, texts.mailAddress)
    .optional(),
  MAIL_PER_MINUTE: wholeNumber(0, 60_000).default(600),
  KEEP_RESULTS: years,
  KEEP_PRESENCE: years,
  KEEP_MESSAGES: years,
  KEEP_WAITING: years,
  KEEP_IMPORTS: years,
  KEEP_BACKUP_DAYS: wholeNumber(1, 366).default(14),
  KEEP_BACKUP_MONTHS: wholeNumber(0, 120).default(12),
  ...loginSettings,
  ...sourceSettings,
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/, texts.subject)
    .optional(),
  PUSH_TEST_ORIGIN: z
    .string()
    .regex(/^https:\/\/(localhost|127\.0\.0\.1):\d+$/, texts.testOrigin)
    .optional(),
  TRUST_PROXY: z
    .string()
    .refine((value) => listOf(value).every(isProxy), texts.addresses)
    .optional(),
  REGISTRATION_DOMAINS: z
    .string()
    .refine((value) => listOf(value).every((domain) => asciiDomain(domain) !== ''), texts.domains)
    .optional(),
  SCHOOL_ADDRESS: z
    .string()
    .trim()
    .max(200)
    .refine((value) => !/\p{C}/u.test(value), texts.oneLine)
    .optional(),
  WEB_APP: z
    .string()
    .min(1)
    .default(join(import.meta.dirname, '../dist')),
  SERVICE_WORKER: z.enum(['on', 'off']).default('on'),
  DEMO: z.enum(['0', '1']).optional(),
  DEMO_PASSWORD: z
    .string()
    .refine((password) => hasPasswordLength(password), texts.passwordLength)
    .optional(),
})

/** Sentence for a broken rule that has none of its own, by the kind of rule. */
function sentenceOf(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_value') return texts.oneOf(issue.values.map(String))
  if (issue.code === 'too_big' && issue.origin === 'string') return texts.longest(Number(issue.maximum))
  if (issue.code === 'too_small' && issue.origin === 'string') return texts.empty
  return texts.invalid
}

export const settingNames: readonly string[] = Object.keys(environmentSchema.shape)

export interface Config {
  host: string
  /** 0 means any free port */
  port: number
  pushPort: number
  /** where Prometheus reads the metrics of each server; nowhere without a port */
  metrics: { host: string; port: number | undefined; pushPort: number | undefined }
  /** absolute path; contains secrets, letters and the SQLite file */
  dataDir: string
  /** folders beside `dataDir` whose disks are measured too */
  watchDisks: string[]
  /** 'sqlite:/path/app.db' or 'postgres://…' */
  databaseUrl: string
  /** address of PostgreSQL itself if `databaseUrl` is a pooler's; otherwise the same */
  databaseListenUrl: string
  /** address of the app in people's browsers, without a slash at the end */
  publicUrl: string
  /** 'smtp://user:password@host:587' or 'smtps://…'; without it letters become files in dataDir/mail */
  smtpUrl: string | undefined
  /** e.g. 'Wiskunde inschrijven <wiskunde@school.nl>' */
  mailFrom: string
  /** person that administrators of other systems may write to */
  oeapiContact: string
  /** most messages and invitations mailed per minute by each process; 0 means no limit */
  mailPerMinute: number
  /**
   * number of school years for which each kind is kept, the current one included; presence includes names of invigilators,
   * waiting means the outcomes of waits
   */
  keep: { results: number; presence: number; messages: number; waiting: number; imports: number }
  /** numbers of days and months whose newest regular backup is kept; days and months without one do not count */
  keepBackups: { days: number; months: number }
  logins: LoginConfig
  /** where students come from by the Open Education API; undefined without one */
  source: SourceConfig | undefined
  /** contact of this server's administrator for push services: 'mailto:…' or 'https://…' */
  vapidSubject: string
  /** push services on this machine, for tests; none in production */
  pushTestOrigins: readonly string[]
  /** addresses or CIDR ranges whose X-Forwarded-* are trusted; none by default */
  trustProxy: string[]
  /** mail domains that may register, with subdomains, in ASCII and lower case; empty for all */
  registrationDomains: string[]
  /** where the rooms of the school are, as a map finds it */
  schoolAddress: string | undefined
  /** absolute path of the built app; undefined if another program serves it */
  webApp: string | undefined
  /** false: browsers get instructions to remove the worker they have */
  serviceWorker: boolean
  demo: boolean
  demoPassword: string | undefined
}

/**
 * Reads the settings from an environment, and from the folder in which systemd gives a service its secrets, which win. Empty
 * values count as absent. Throws `ConfigError` naming every bad one.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const all = { ...env, ...credentialsIn(env.CREDENTIALS_DIRECTORY) }
  const nonEmpty = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined && value !== ''))
  const { data, error } = environmentSchema.safeParse(nonEmpty, { error: sentenceOf })
  if (error) throw new ConfigError(error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  const faults = [loginFaultIn(data), sourceFaultIn(data)].filter((fault) => fault !== undefined)
  if (faults.length > 0) throw new ConfigError(faults)
  const dataDir = resolve(data.DATA_DIR)
  const publicUrl = (data.PUBLIC_URL ?? `http://${inUrl(data.HOST)}:${data.PORT}`).replace(/\/+$/, '')
  const databaseUrl = data.DATABASE_URL ?? `sqlite:${join(dataDir, 'app.db')}`
  const mailFrom = data.MAIL_FROM ?? `Wiskunde inschrijven <niet-beantwoorden@${mailHost(publicUrl)}>`
  return {
    host: data.HOST,
    port: data.PORT,
    pushPort: data.PUSH_PORT,
    metrics: { host: data.METRICS_HOST, port: data.METRICS_PORT, pushPort: data.PUSH_METRICS_PORT },
    dataDir,
    watchDisks: data.WATCH_DISKS === undefined ? [] : listOf(data.WATCH_DISKS),
    databaseUrl,
    databaseListenUrl: data.DATABASE_LISTEN_URL ?? databaseUrl,
    publicUrl,
    smtpUrl: data.SMTP_URL,
    mailFrom,
    oeapiContact: data.OEAPI_CONTACT ?? addressIn(mailFrom),
    mailPerMinute: data.MAIL_PER_MINUTE,
    keep: {
      results: data.KEEP_RESULTS,
      presence: data.KEEP_PRESENCE,
      messages: data.KEEP_MESSAGES,
      waiting: data.KEEP_WAITING,
      imports: data.KEEP_IMPORTS,
    },
    keepBackups: { days: data.KEEP_BACKUP_DAYS, months: data.KEEP_BACKUP_MONTHS },
    logins: loginConfigOf(data),
    source: sourceConfigOf(data),
    vapidSubject: data.VAPID_SUBJECT ?? `mailto:${addressIn(mailFrom)}`,
    pushTestOrigins: data.PUSH_TEST_ORIGIN && data.NODE_ENV !== 'production' ? [data.PUSH_TEST_ORIGIN] : [],
    trustProxy: data.TRUST_PROXY === undefined ? [] : listOf(data.TRUST_PROXY),
    registrationDomains:
      data.REGISTRATION_DOMAINS === undefined ? [] : listOf(data.REGISTRATION_DOMAINS).map(asciiDomain),
    schoolAddress: data.SCHOOL_ADDRESS,
    webApp: data.WEB_APP === 'none' ? undefined : resolve(data.WEB_APP),
    serviceWorker: data.SERVICE_WORKER === 'on',
    demo: data.DEMO === undefined ? data.NODE_ENV !== 'production' : data.DEMO === '1',
    demoPassword: data.DEMO_PASSWORD,
  }
}

/** Settings among the files of this folder: a file has the name of its setting, and the value is all of its text. */
function credentialsIn(folder: string | undefined): Record<string, string> {
  if (folder === undefined) return {}
  const names = readOrRefuse(
    () => readdirSync(folder),
    (code) => texts.unreadableFolder(folder, code),
  )
  const files = names
    .filter((name) => settingNames.includes(name))
    .map((name) => [
      name,
      readOrRefuse(
        () => readFileSync(join(folder, name), 'utf8').trim(),
        (code) => texts.unreadableSecret(name, code),
      ),
    ])
  const empty = files.filter(([, value]) => value === '').map(([name = '']) => texts.emptySecret(name))
  // An empty value would mean the default: for DATABASE_URL another database, which is empty.
  if (empty.length > 0) throw new ConfigError(empty)
  return Object.fromEntries(files)
}

function readOrRefuse<Read>(read: () => Read, said: (code: string) => string): Read {
  try {
    return read()
  } catch (error) {
    throw new ConfigError([said(String(Object(error).code))])
  }
}

/** Mail domain of the app. IP addresses would need brackets (RFC 5321 §4.1.3), and nobody gets mail there. */
const mailHost = (publicUrl: string): string => {
  const { hostname } = new URL(publicUrl)
  return /^[\d.]+$|:/.test(hostname) ? 'localhost' : hostname
}

const addressIn = (mailFrom: string): string => /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim()

/** Invalid settings; the message lists all of them, without their values (one may be a password). */
export class ConfigError extends Error {
  override name = 'ConfigError'
  constructor(problems: string[]) {
    super(texts.unusable(problems))
    // An administrator reads the message; a stack trace would push it out of sight.
    this.stack = this.message
  }
}

/** Whether proxy-addr accepts the text: an address, a range, or one of its names for ranges. */
function isProxy(address: string): boolean {
  const [ip = '', bits, ...rest] = address.split('/')
  if (['loopback', 'linklocal', 'uniquelocal'].includes(address)) return true
  const longest = { 4: 32, 6: 128 }[isIP(ip)] ?? -1
  return longest > 0 && rest.length === 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= longest))
}

/** libpq accepts several hosts, separated by commas, and tries them in turn; pg and this app do not. */
function namesOneHost(url: string): boolean {
  const [, host = ''] = /^\w+:\/\/(?:[^@/]*@)?([^/?]*)/.exec(url) ?? []
  return !host.includes(',') && !/[?&]host=[^&]*(,|%2c)/i.test(url)
}

const listOf = (text: string): string[] => text.split(',').map((part) => part.trim())

/** '@School.NL' → 'school.nl', in ASCII (RFC 5890); '' if it is no domain. */
function asciiDomain(domain: string): string {
  const ascii = domainToASCII(domain.replace(/^@/, ''))
  return /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(ascii) ? ascii : ''
}

/** Whether an address is an origin only: the app needs one to itself. */
function isOrigin(address: string): boolean {
  const { pathname, search, hash, username } = new URL(address)
  return pathname === '/' && search + hash + username === ''
}

/** Puts an IPv6 address in brackets, for use in a URL. */
const inUrl = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host)

/** Names that only work on one machine or network, or as an example (RFC 2606, 6761, 6762 and 8375). */
const NOWHERE = /(^|\.)(example|invalid|test|localhost|local|internal|home\.arpa|example\.(com|net|org))$/

/** Whether people elsewhere could mail ('mailto:…') or open ('https://…') this address, judging by its name. */
export function isReachable(address: string): boolean {
  const host = /^mailto:[^@\s,?]+@([^@\s,?]+)$/.exec(address)?.[1] ?? httpsHostIn(address)
  return /^([a-z0-9-]+\.)+[a-z][a-z0-9-]+$/i.test(host) && !NOWHERE.test(host.toLowerCase())
}

function httpsHostIn(address: string): string {
  const url = URL.parse(address)
  return url?.protocol === 'https:' ? url.hostname : ''
}
