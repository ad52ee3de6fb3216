export type SubscribingRefusal =
  | 'push-endpoint-unknown'
  | 'push-keys-unusable'
  /** made for a VAPID key that the server no longer has */
  | 'push-vapid-key-unknown'
  /** its owner removed the device from the list; only a new choice on the device adds it again */
  | 'push-device-removed'
  /** its push service reported it as gone: the browser must subscribe again */
  | 'push-endpoint-gone'

/** Parts of a `URL`. Declared here because the domain has no DOM types. */
interface ParsedAddress {
  href: string
  /** with the colon */
  protocol: string
  username: string
  password: string
  hostname: string
  /** '' is the default port */
  port: string
  hash: string
}

/** Hosts of browsers' push services. */
const HOSTS: ReadonlySet<string> = new Set([
  // Chrome and related browsers
  'fcm.googleapis.com',
  // Chromium that Google did not build
  'jmt17.google.com',
])

/** Domains of push services with several hosts (Edge, Safari, Firefox). Only their owners can create names in these. */
const SUFFIXES = ['.notify.windows.com', '.push.apple.com', '.push.services.mozilla.com']

/** Longest address; Microsoft's have about 500 characters. */
const MAX_ADDRESS_LENGTH = 2_048

/**
 * Whether our server may post to this endpoint. Any browser may send one: if all were allowed, anybody could make our server
 * request what only it can reach. Checked when it is stored and when a push is sent.
 */
export const isPushEndpoint = ({ href, protocol, username, password, hostname, port, hash }: ParsedAddress): boolean =>
  protocol === 'https:' &&
  port === '' &&
  username === '' &&
  password === '' &&
  hash === '' &&
  href.length <= MAX_ADDRESS_LENGTH &&
  isPushService(hostname)

const isPushService = (hostname: string): boolean =>
  HOSTS.has(hostname) ||
  (HOST_NAME.test(hostname) && SUFFIXES.some((suffix) => hostname.endsWith(suffix) && hostname.length > suffix.length))

/** No empty label or final dot: DNS ignores a final dot, other software does not. */
const HOST_NAME = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/
