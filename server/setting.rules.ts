import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'

/** What proxy-addr takes: an address, a range, or one of its names for some. */
export const isProxy = (address: string): boolean => {
  const [ip = '', bits, ...rest] = address.split('/')
  if (['loopback', 'linklocal', 'uniquelocal'].includes(address)) return true
  const longest = { 4: 32, 6: 128 }[isIP(ip)] ?? -1
  return longest > 0 && rest.length === 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= longest))
}

/** Of 'postgres://…'. libpq takes several hosts with commas between, and tries them in turn: pg and we do not. */
export const namesOneHost = (url: string): boolean => {
  const [, host = ''] = /^\w+:\/\/(?:[^@/]*@)?([^/?]*)/.exec(url) ?? []
  return !host.includes(',') && !/[?&]host=[^&]*(,|%2c)/i.test(url)
}

/** What stands between commas. */
export const listOf = (text: string): string[] => text.split(',').map((part) => part.trim())

/** 'school.nl' of '@School.NL', in the letters that stand in an address (RFC 5890); '' for what is no domain. */
export const asciiDomain = (domain: string): string => {
  const ascii = domainToASCII(domain.replace(/^@/, ''))
  return /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(ascii) ? ascii : ''
}

/** The app has an origin to itself. */
export const isOrigin = (address: string): boolean => {
  const { pathname, search, hash, username } = new URL(address)
  return pathname === '/' && search + hash + username === ''
}

/** An IPv6 address stands between brackets there. */
export const inUrl = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host)

/** Names that lead nowhere outside a machine, a house or a book (RFC 2606, 6761, 6762 and 8375). */
const NOWHERE = /(^|\.)(example|invalid|test|localhost|local|internal|home\.arpa|example\.(com|net|org))$/

/** Whether somebody elsewhere could write to this address ('mailto:…') or look there ('https://…'), as far as its name tells. */
export function isReachable(address: string): boolean {
  const host = /^mailto:[^@\s,?]+@([^@\s,?]+)$/.exec(address)?.[1] ?? httpsHostIn(address)
  return /^([a-z0-9-]+\.)+[a-z][a-z0-9-]+$/i.test(host) && !NOWHERE.test(host.toLowerCase())
}

function httpsHostIn(address: string): string {
  const url = URL.parse(address)
  return url?.protocol === 'https:' ? url.hostname : ''
}
