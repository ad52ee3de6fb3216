/** Why a browser's subscription is not taken: an address where nothing may be sent, keys that are none, or the wrong ones. */
export type SubscribingRefusal =
  | 'push-endpoint-unknown'
  | 'push-keys-unusable'
  /** made for a VAPID key that the server no longer has */
  | 'push-vapid-key-unknown'
  /** its owner took the device from the list since; only a new wish puts it back */
  | 'push-device-removed'
  /** its push service said that it is over: the browser is to subscribe again */
  | 'push-endpoint-gone'

/** Parts of an address, as a URL parser gives them: every runtime has `URL`. */
interface ParsedAddress {
  href: string
  /** with its colon */
  protocol: string
  username: string
  password: string
  hostname: string
  /** '' is the usual one */
  port: string
  hash: string
}

/** The push services of the browsers that have one, by whole host (Chrome and its kin, Firefox, Safari). */
const HOSTS: ReadonlySet<string> = new Set([
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
])

/** Those with a host for each region (Edge, Apple). Nobody but their owner can make a name under these. */
const SUFFIXES = ['.notify.windows.com', '.push.apple.com', '.push.services.mozilla.com']

/** Longer ones do not occur; Microsoft's have some 500 characters. */
const LONGEST = 2_048

/**
 * Whether our server may post there. An endpoint comes from a browser, so from anyone: a free choice of it has
 * our server ask whatever only it can reach. Asked when it is saved and again when it is sent to.
 */
export const isPushEndpoint = ({ href, protocol, username, password, hostname, port, hash }: ParsedAddress): boolean =>
  protocol === 'https:' &&
  port === '' &&
  username === '' &&
  password === '' &&
  hash === '' &&
  href.length <= LONGEST &&
  isPushService(hostname)

const isPushService = (hostname: string): boolean =>
  HOSTS.has(hostname) ||
  (LABELS.test(hostname) && SUFFIXES.some((suffix) => hostname.endsWith(suffix) && hostname.length > suffix.length))

/** No empty label and no final dot, with which a name is the same to DNS and another one to everybody else. */
const LABELS = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/
