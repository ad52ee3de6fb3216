import { isIP } from 'node:net'

/** What proxy-addr takes: an address, a range, or one of its names for some. */
export const isProxy = (address: string): boolean => {
  const [ip = '', bits, ...rest] = address.split('/')
  if (['loopback', 'linklocal', 'uniquelocal'].includes(address)) return true
  const longest = { 4: 32, 6: 128 }[isIP(ip)] ?? -1
  return longest > 0 && rest.length === 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= longest))
}

/** What stands between commas. */
export const listOf = (text: string): string[] => text.split(',').map((part) => part.trim())

/** The app has an origin to itself. */
export const isOrigin = (address: string): boolean => {
  const { pathname, search, hash, username } = new URL(address)
  return pathname === '/' && search + hash + username === ''
}

/** An IPv6 address stands between brackets there. */
export const inUrl = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host)
