import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

export interface Certificate {
  /** PEM; the certificate is its own authority */
  cert: string
  /** PEM */
  key: string
}

/**
 * Makes a self-signed certificate for this machine (RFC 5280), for test servers that speak TLS. Node makes keys but no
 * certificates, and not every machine has openssl. Clients have to trust it, for example by NODE_EXTRA_CA_CERTS.
 */
export function makeCertificate(days = 1): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const body = toBeSigned(publicKey, days)
  const certificate = sequence(body, ECDSA_WITH_SHA256, bits(sign('sha256', body, privateKey)))
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

function toBeSigned(publicKey: KeyObject, days: number): Buffer {
  const name = sequence(set(sequence(oid(0x55, 0x04, 0x03), text('tests'))))
  const now = Date.now()
  const validity = sequence(instant(now - DAY), instant(now + days * DAY))
  const names = octets(sequence(tagged(0x82, Buffer.from('localhost')), tagged(0x87, Buffer.from([127, 0, 0, 1]))))
  const mayVouch = octets(sequence(tagged(0x01, Buffer.from([0xff]))))
  return sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    // The first byte is from 1 to 127: the number is positive and has no leading zero.
    integer(Buffer.concat([Buffer.from([0x42]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(sequence(oid(0x55, 0x1d, 0x11), names), sequence(oid(0x55, 0x1d, 0x13), mayVouch))),
  )
}

const DAY = 86_400_000

/** DER (X.690): a tag, the length of the contents, and the contents. */
function tagged(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Buffer[]) => tagged(0x30, ...parts)
const set = (part: Buffer) => tagged(0x31, part)
const integer = (bytes: Buffer) => tagged(0x02, bytes)
const octets = (part: Buffer) => tagged(0x04, part)
const bits = (bytes: Buffer) => tagged(0x03, Buffer.from([0]), bytes)
const text = (letters: string) => tagged(0x0c, Buffer.from(letters))
const oid = (...bytes: number[]) => tagged(0x06, Buffer.from(bytes))
/** 'YYMMDDHHMMSSZ' */
const instant = (time: number) =>
  tagged(0x17, Buffer.from(`${new Date(time).toISOString().slice(2, 19).replaceAll(/[-:T]/g, '')}Z`))

const ECDSA_WITH_SHA256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))
