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

const PORTS = ['PORT', 'PUSH_PORT', 'METRICS_PORT', 'PUSH_METRICS_PORT'] as const

/** Each server would find the other one there, and fall over it again and again. */
export function portsThatAreShared(given: Partial<Record<(typeof PORTS)[number], number>>): string[] {
  const chosen = PORTS.filter((name) => given[name])
  return chosen.flatMap((name, place) => {
    const other = chosen.slice(0, place).find((earlier) => given[earlier] === given[name])
    return other ? [`${name}: must be another port than ${other}`] : []
  })
}

/** An IPv6 address stands between brackets there. */
export const inUrl = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host)
