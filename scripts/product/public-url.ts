import { readConfig } from '#server/config.ts'

/**
 * Sets PUBLIC_URL where nobody did, and gives it: what `npm start` prints, other programs print too. By name: browsers make
 * no passkeys for an address of figures, and take cookies along to the very address alone.
 */
export function presumePublicUrl(): string {
  const { publicUrl } = readConfig(process.env)
  process.env.PUBLIC_URL ||= publicUrl.replace('//127.0.0.1:', '//localhost:')
  return process.env.PUBLIC_URL
}
