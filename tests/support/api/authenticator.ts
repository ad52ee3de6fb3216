import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { z } from 'zod'

/** Deviations that a test asks for. Without them the device and browser do everything correctly. */
export interface Misdoings {
  /** origin of the page that asks for the passkey */
  origin?: string
  /** id of the site (relying party) for which the device answers */
  rpId?: string
  /** the device did not verify its user */
  unverified?: boolean
  /** number of signatures that the device reports; always 0 if it does not count them */
  counter?: number
  challenge?: string
  type?: string
  userHandle?: string | undefined
}

interface Passkey {
  id: string
  privateKey: KeyObject
  userHandle: string
}

/** A device that keeps passkeys (WebAuthn level 3): real keys, real signatures, no window. */
export interface Authenticator {
  /** makes a passkey for these options; returns what the browser sends */
  create(options: unknown, misdoings?: Misdoings): Record<string, unknown>
  /** answers with the newest passkey that these options allow */
  get(options: unknown, misdoings?: Misdoings): Record<string, unknown>
}

const creationSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string() }),
  user: z.object({ id: z.string() }),
})
const requestSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  allowCredentials: z.array(z.object({ id: z.string() })).optional(),
})

export function newAuthenticator(origin: string): Authenticator {
  const passkeys: Passkey[] = []

  return {
    create: (options, misdoings = {}) => {
      const asked = creationSchema.parse(options)
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const id = randomBytes(32)
      passkeys.push({ id: base64url(id), privateKey, userHandle: asked.user.id })
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const cose = new Map<unknown, unknown>([
        ...([
          [1, 2],
          [3, -7],
          [-1, 1],
        ] as const),
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, id, cbor(cose)])
      const authData = authenticatorData(asked.rp.id, misdoings, credential)
      const attestation = new Map<unknown, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return {
        ...named(base64url(id)),
        response: {
          clientDataJSON: clientData(origin, { type: 'webauthn.create', challenge: asked.challenge, ...misdoings }),
          attestationObject: base64url(cbor(attestation)),
          transports: ['internal', 'hybrid', 'teleport'],
        },
      }
    },
    get: (options, misdoings = {}) => {
      const asked = requestSchema.parse(options)
      const allowed = asked.allowCredentials?.map(({ id }) => id)
      const passkey = passkeys.findLast(({ id }) => allowed?.includes(id) ?? true) ?? passkeys.at(-1)
      if (!passkey) throw new Error('this device has no passkey')
      const clientDataJSON = clientData(origin, { type: 'webauthn.get', challenge: asked.challenge, ...misdoings })
      const authData = authenticatorData(asked.rpId, misdoings)
      const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
      return {
        ...named(passkey.id),
        response: {
          clientDataJSON,
          authenticatorData: base64url(authData),
          signature: base64url(sign('sha256', Buffer.concat([authData, hash]), passkey.privateKey)),
          userHandle: passkey.userHandle,
          ...('userHandle' in misdoings && { userHandle: misdoings.userHandle }),
        },
      }
    },
  }
}

const base64url = (bytes: Buffer): string => bytes.toString('base64url')

const named = (id: string) => ({ id, rawId: id, type: 'public-key', clientExtensionResults: {} })

const clientData = (own: string, { type, challenge, origin = own }: Misdoings): string =>
  base64url(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })))

const [PRESENT, VERIFIED, ELIGIBLE, BACKED_UP, WITH_KEY] = [0x01, 0x04, 0x08, 0x10, 0x40]

function authenticatorData(asked: string, { rpId = asked, unverified, counter = 0 }: Misdoings, credential?: Buffer) {
  const head = Buffer.alloc(5)
  head.writeUInt8(PRESENT | (unverified ? 0 : VERIFIED) | ELIGIBLE | BACKED_UP | (credential ? WITH_KEY : 0))
  head.writeUInt32BE(counter, 1)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), head, credential ?? Buffer.alloc(0)])
}

/** Encodes the CBOR (RFC 8949) that an authenticator writes. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? headed(1, -1 - value) : headed(0, value)
  if (typeof value === 'string') return Buffer.concat([headed(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([headed(2, value.length), value])
  if (value instanceof Map) return Buffer.concat([headed(5, value.size), ...[...value].flat().map(cbor)])
  throw new Error(`${String(value)} has no CBOR here`)
}

function headed(major: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(major << 5) | argument])
  if (argument < 256) return Buffer.from([(major << 5) | 24, argument])
  return Buffer.from([(major << 5) | 25, argument >> 8, argument & 0xff])
}
