import { readConfig } from '#server/config.ts'

/**
 * Returns PUBLIC_URL, and sets it to `http://localhost:<port>` where it is not set, so that all programs print the same
 * address. It has a name, not an IP address: browsers make no passkeys for an IP address, and bind cookies to the host.
 */
export function presumePublicUrl(): string {
  const { publicUrl } = readConfig(process.env)
  process.env.PUBLIC_URL ||= publicUrl.replace('//127.0.0.1:', '//localhost:')
  return process.env.PUBLIC_URL
}
