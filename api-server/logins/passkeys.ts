import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { lockStudents } from '#api-server/platform/locks.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Transaction } from '#database/tables.ts'
import type { PasskeyJson } from '#domain/logins/login.schema.ts'
import { MAX_PASSKEYS, passkeyName } from '#domain/logins/second-factor.rules.ts'
import { derivedKey, type Keys } from '#server/keys.ts'
import { Problem } from '#server/problem.ts'
import { CHALLENGE_LIFETIME_MS, spendChallenge } from './tickets.ts'

interface PasskeyDeps {
  database: Pick<Database, 'kysely'>
  keys: Pick<Keys, 'identities' | 'secrets'>
  /** address in people's browsers: passkeys belong to its host and work on no other site */
  publicUrl: string
  clock: () => number
}

/**
 * Loaded for the first passkey: with its certificates the library takes 7 MB and a tenth of a second at the start, and few
 * schools use passkeys daily.
 */
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** EdDSA, ES256 and RS256: those of current devices. By default the library offers post-quantum ones first if Node has them. */
const ALGORITHMS = [-8, -7, -257]

const siteOf = ({ publicUrl }: PasskeyDeps) => {
  const { hostname, origin } = new URL(publicUrl)
  return { expectedRPID: hostname, expectedOrigin: origin }
}

/** Options for proving one's identity by a passkey: one of this user's, or any of this site if the user is not known yet. */
export async function passkeyOptions(deps: PasskeyDeps, userId: number | undefined): Promise<PasskeyJson> {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: siteOf(deps).expectedRPID,
    challenge: newChallenge(deps, { purpose: 'prove', userId }),
    userVerification: 'required',
    timeout: CHALLENGE_LIFETIME_MS,
    ...(userId !== undefined && { allowCredentials: await credentialsOf(deps, userId) }),
  })
  return { ...options }
}

/** Options for a new passkey; devices that hold one of this user already are excluded. */
export async function newPasskeyOptions(
  deps: PasskeyDeps,
  { id, username, ...names }: { id: number; username: string; first_name: string; last_name: string },
): Promise<PasskeyJson> {
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: 'Wiskunde inschrijven',
    rpID: siteOf(deps).expectedRPID,
    userName: username,
    userDisplayName: `${names.first_name} ${names.last_name}`.trim(),
    userID: Uint8Array.from(userHandle(deps, id)),
    challenge: newChallenge(deps, { purpose: 'add', userId: id }),
    timeout: CHALLENGE_LIFETIME_MS,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: await credentialsOf(deps, id),
  })
  return { ...options }
}

async function credentialsOf({ database }: PasskeyDeps, userId: number) {
  const rows = await database.kysely
    .selectFrom('passkey')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ credential_id, transports }) => ({
    id: credential_id,
    transports: transportsSchema.parse(JSON.parse(transports)),
  }))
}

/** Id of a user for their devices: the same in all passkeys, and it reveals nothing about them. */
const userHandle = ({ keys }: PasskeyDeps, userId: number): Buffer =>
  createHmac('sha256', keys.identities).update(`passkey-user ${userId}`).digest()

/** Schema of a base64url text with at most `most` characters. */
const bytesSchema = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+$/)

const transportsSchema = z.array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])).max(10)

const idsSchema = {
  id: bytesSchema(1_400),
  rawId: bytesSchema(1_400),
  type: z.literal('public-key'),
  // We request no extensions.
  clientExtensionResults: z.unknown().transform(() => ({})),
}

const assertionSchema = z.object({
  ...idsSchema,
  response: z.object({
    clientDataJSON: bytesSchema(4_000),
    authenticatorData: bytesSchema(4_000),
    signature: bytesSchema(2_000),
    userHandle: bytesSchema(100).nullish(),
  }),
})

const attestationSchema = z.object({
  ...idsSchema,
  response: z.object({
    clientDataJSON: bytesSchema(4_000),
    attestationObject: bytesSchema(20_000),
    transports: z
      .array(z.unknown())
      .max(50)
      .optional()
      .transform((given = []) => given.flatMap((name) => transportsSchema.element.safeParse(name).data ?? [])),
  }),
})

/**
 * Verifies a passkey and returns its user, who must be `userId` if that is given. Each challenge is answered once; a counter
 * that does not rise indicates a copy and is refused. Throws `passkey-refused` for anything wrong, also for a deactivated
 * account.
 */
export async function verifyPasskey(
  trx: Transaction,
  deps: PasskeyDeps,
  passkey: PasskeyJson,
  userId: number | undefined,
  now: number,
): Promise<{ userId: number }> {
  const { data: assertion } = assertionSchema.safeParse(passkey)
  if (!assertion) throw refused(userId)
  const { id: credentialId, response } = assertion
  const owner = await trx
    .selectFrom('passkey')
    .select('user_id')
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  if (!owner || (userId !== undefined && owner.user_id !== userId)) throw refused(userId)
  // Lock the account first: a deletion or an end of its logins comes entirely before or after.
  await lockStudents(trx, [owner.user_id])
  const kept = await trx
    .selectFrom('passkey')
    .innerJoin('user', 'user.id', 'passkey.user_id')
    .select(['passkey.id', 'passkey.public_key', 'passkey.counter', 'user.activated'])
    .where('passkey.credential_id', '=', credentialId)
    .where('passkey.user_id', '=', owner.user_id)
    .executeTakeFirst()
  if (!kept?.activated) throw refused(owner.user_id)
  // If the request names no user, the passkey itself must.
  const handle = response.userHandle ?? undefined
  const rightHandle = userHandle(deps, owner.user_id).toString('base64url')
  if (handle === undefined ? userId === undefined : handle !== rightHandle) throw refused(owner.user_id)

  const { verifyAuthenticationResponse } = await library()
  const answered = { challenge: '' }
  const verified = await verifyAuthenticationResponse({
    ...siteOf(deps),
    response: { ...assertion, response: { ...response, userHandle: rightHandle } },
    expectedChallenge: (challenge) => {
      answered.challenge = challenge
      return isOurs(deps, challenge, { purpose: 'prove', userId }, now)
    },
    credential: {
      id: credentialId,
      publicKey: Uint8Array.from(Buffer.from(kept.public_key, 'base64url')),
      counter: kept.counter,
    },
    requireUserVerification: true,
  }).catch(() => undefined)
  if (!verified?.verified) throw refused(owner.user_id)
  if (!(await spendChallenge(trx, { challenge: answered.challenge, userId: owner.user_id }, now)))
    throw refused(owner.user_id)
  const { newCounter, credentialBackedUp } = verified.authenticationInfo
  await trx
    .updateTable('passkey')
    .set({ counter: newCounter, backed_up: credentialBackedUp, last_used_at: new Date(now).toISOString() })
    .where('id', '=', kept.id)
    .execute()
  return { userId: owner.user_id }
}

const refused = (user: number | undefined) => new Problem('passkey-refused', { noted: { user } })

/** Throws `passkey-refused` for anything wrong with it, `passkey-known`, `passkeys-full` or `passkey-name-missing`. */
export async function addPasskey(
  trx: Transaction,
  deps: PasskeyDeps,
  { userId, passkey, name: given }: { userId: number; passkey: PasskeyJson; name: string },
  now: number,
): Promise<void> {
  const name = passkeyName(given)
  if (name === undefined) throw new Problem('passkey-name-missing')
  const { data: attestation } = attestationSchema.safeParse(passkey)
  if (!attestation || !(await isWithoutMaker(attestation.response.attestationObject))) throw refused(userId)
  await lockStudents(trx, [userId])
  const { held } = await trx
    .selectFrom('passkey')
    .select(({ fn }) => fn.countAll<number>().as('held'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (held >= MAX_PASSKEYS) throw new Problem('passkeys-full')

  const { verifyRegistrationResponse } = await library()
  const answered = { challenge: '' }
  const verified = await verifyRegistrationResponse({
    ...siteOf(deps),
    response: attestation,
    expectedChallenge: (challenge) => {
      answered.challenge = challenge
      return isOurs(deps, challenge, { purpose: 'add', userId }, now)
    },
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined)
  if (!verified?.verified) throw refused(userId)
  if (!(await spendChallenge(trx, { challenge: answered.challenge, userId }, now))) throw refused(userId)
  const { credential, credentialBackedUp } = verified.registrationInfo
  const added = await trx
    .insertInto('passkey')
    .values({
      user_id: userId,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: JSON.stringify(attestation.response.transports),
      name,
      backed_up: credentialBackedUp,
      created_at: new Date(now).toISOString(),
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) throw new Problem('passkey-known')
}

/**
 * Whether the passkey comes without a certificate of the device's maker. We request none, and browsers omit it. We do not even
 * read one: checking it could make the server request an address that the certificate names.
 */
async function isWithoutMaker(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await helpers()
  try {
    const attestation = decodeAttestationObject(Uint8Array.from(Buffer.from(attestationObject, 'base64url')))
    const format = attestation.get('fmt')
    return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined)
  } catch {
    return false
  }
}

/** Purpose of a challenge, which is invalid for another purpose or user. */
interface Asked {
  purpose: 'prove' | 'add'
  userId: number | undefined
}

const NONCE_BYTES = 16
const TIME_BYTES = 6

/** Challenge of random bytes, its time, and a MAC of both and the purpose: nothing is stored until it is answered. */
function newChallenge(deps: PasskeyDeps, asked: Asked): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(NONCE_BYTES + TIME_BYTES)
  randomBytes(NONCE_BYTES).copy(head)
  head.writeUIntBE(deps.clock(), NONCE_BYTES, TIME_BYTES)
  return Uint8Array.from(Buffer.concat([head, proofOf(deps, asked, head)]))
}

function isOurs(deps: PasskeyDeps, challenge: string, asked: Asked, now: number): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  const head = bytes.subarray(0, NONCE_BYTES + TIME_BYTES)
  const proof = bytes.subarray(head.length)
  const right = proofOf(deps, asked, head)
  if (proof.length !== right.length || !timingSafeEqual(proof, right)) return false
  return now < head.readUIntBE(NONCE_BYTES, TIME_BYTES) + CHALLENGE_LIFETIME_MS
}

const proofOf = ({ keys }: PasskeyDeps, { purpose, userId }: Asked, head: Buffer): Buffer =>
  createHmac('sha256', derivedKey(keys.secrets[0], 'challenge'))
    .update(`${purpose} ${userId ?? 'anybody'} `)
    .update(head)
    .digest()
