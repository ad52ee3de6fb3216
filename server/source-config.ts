import { readFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { z } from 'zod'
import { settingsTexts as texts } from './settings.texts.ts'

const text = z.string().trim().min(1)
const rangesIn = (given: string): string[] => given.split(',').map((part) => part.trim())

/** Whether an address is protected by TLS, or on this machine, for trying it out. */
function isGuarded(address: string): boolean {
  const { protocol, hostname, username, password, hash } = new URL(address)
  if (username + password + hash !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))
}

const address = z.url({ error: texts.httpsUrl, abort: true }).refine(isGuarded, texts.guardedSource).optional()

/** Settings of the source of students, see docs/settings.md. */
export const sourceSettings = {
  OEAPI_SOURCE_URL: address,
  OEAPI_SOURCE_TOKEN_URL: address,
  OEAPI_SOURCE_CLIENT_ID: text.optional(),
  OEAPI_SOURCE_CLIENT_SECRET: text.optional(),
  OEAPI_SOURCE_CLIENT_SECRET_FILE: text.optional(),
  OEAPI_SOURCE_SCOPE: text.optional(),
  OEAPI_SOURCE_MODULES: z.enum(['test-components', 'courses']).default('test-components'),
  OEAPI_SOURCE_RESULTS: z.enum(['send', 'keep']).default('keep'),
  OEAPI_SOURCE_PRIVATE_RANGES: z
    .string()
    .refine((given) => rangesIn(given).every(isRange), texts.addresses)
    .optional(),
}

type Given = z.infer<z.ZodObject<typeof sourceSettings>>

export interface SourceConfig {
  /** base of its paths, without a slash at the end */
  url: string
  tokenUrl: string
  clientId: string
  clientSecret: string
  /** OAuth scope to ask for; undefined for none */
  scope: string | undefined
  modules: Given['OEAPI_SOURCE_MODULES']
  /** whether published results are sent there */
  sendsResults: boolean
  /** addresses outside the public internet that it may have */
  privateRanges: BlockList
}

/** Fault in settings that depend on each other; undefined if there is none. */
export function sourceFaultIn(given: Given): string | undefined {
  const needed = [
    given.OEAPI_SOURCE_URL,
    given.OEAPI_SOURCE_TOKEN_URL,
    given.OEAPI_SOURCE_CLIENT_ID,
    given.OEAPI_SOURCE_CLIENT_SECRET ?? given.OEAPI_SOURCE_CLIENT_SECRET_FILE,
  ]
  const isWhole = needed.every((setting) => setting !== undefined)
  if (!isWhole && given.OEAPI_SOURCE_RESULTS === 'send') return texts.nowhereToSend
  if (isWhole || needed.every((setting) => setting === undefined)) return undefined
  return texts.goesWith(
    'OEAPI_SOURCE_URL',
    'OEAPI_SOURCE_TOKEN_URL, OEAPI_SOURCE_CLIENT_ID en OEAPI_SOURCE_CLIENT_SECRET of OEAPI_SOURCE_CLIENT_SECRET_FILE',
  )
}

/** Makes the configuration from valid settings; undefined without a source. Throws if the file of the secret can't be read. */
export function sourceConfigOf(given: Given): SourceConfig | undefined {
  const { OEAPI_SOURCE_URL: url, OEAPI_SOURCE_TOKEN_URL: tokenUrl, OEAPI_SOURCE_CLIENT_ID: clientId } = given
  const { OEAPI_SOURCE_CLIENT_SECRET: secret, OEAPI_SOURCE_CLIENT_SECRET_FILE: file } = given
  if (url === undefined || tokenUrl === undefined || clientId === undefined) return undefined
  return {
    url: url.replace(/\/+$/, ''),
    tokenUrl,
    clientId,
    clientSecret: secret ?? readFileSync(file ?? '', 'utf8').trim(),
    scope: given.OEAPI_SOURCE_SCOPE,
    modules: given.OEAPI_SOURCE_MODULES,
    sendsResults: given.OEAPI_SOURCE_RESULTS === 'send',
    privateRanges: blockListOf(
      given.OEAPI_SOURCE_PRIVATE_RANGES === undefined ? [] : rangesIn(given.OEAPI_SOURCE_PRIVATE_RANGES),
    ),
  }
}

/** 'ipv4' and 'ipv6' with the number of bits of an address; undefined for what is no address. */
const families = { 4: { family: 'ipv4', bits: 32 }, 6: { family: 'ipv6', bits: 128 } } as const
function familyOf(ip: string) {
  const version = isIP(ip)
  return version === 4 || version === 6 ? families[version] : undefined
}

function isRange(range: string): boolean {
  const [ip = '', bits, ...rest] = range.split('/')
  const family = familyOf(ip)
  if (!family || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= family.bits)
}

export function blockListOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [ip = '', bits] = range.split('/')
    const family = familyOf(ip)
    if (family) list.addSubnet(ip, bits === undefined ? family.bits : Number(bits), family.family)
  }
  return list
}
