import { createECDH, randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'

interface EncryptedContent {
  encrypt(payload: Buffer, parameters: object): Buffer
  decrypt(body: Buffer, parameters: object): Buffer
}

/** A dependency of web-push, written by the authors of the standard. */
const ece: EncryptedContent = createRequire(createRequire(import.meta.url).resolve('web-push'))('http_ece')

/** The keys of a browser: those that it gives to a sender, and decryption of what it receives. */
export function makeReceiver() {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  const keys = { p256dh: curve.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
  const read = (body: Buffer): string =>
    ece.decrypt(body, { version: 'aes128gcm', privateKey: curve, authSecret: keys.auth }).toString()
  return { keys, read }
}
