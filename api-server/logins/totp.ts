import { createCipheriv, createDecipheriv, randomBytes, timingSafeEqual } from 'node:crypto'
import { HOTP, Secret, TOTP } from 'otpauth'
import { lockStudents } from '#api-server/platform/locks.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Transaction } from '#database/tables.ts'
import type { TotpStart } from '#domain/logins/login.schema.ts'
import { derivedKey, type KeyRing, type Keys } from '#server/keys.ts'

/** Parameters that every authenticator app supports (RFC 6238); some support no others. */
const CODES = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const STEP = CODES.period * 1_000

/** Name that the authenticator app shows beside the user's address. */
const ISSUER = 'Wiskunde inschrijven'

/** Length of the secret, as RFC 4226 recommends. */
const SECRET_BYTES = 20

interface TotpDeps {
  keys: Pick<Keys, 'secrets'>
}

/**
 * Makes a new secret for an authenticator app, effective after the first right code. Each start makes a new one: an earlier
 * one may be known to somebody else. Undefined if one is in use already.
 */
export async function beginTotp(
  trx: Transaction,
  { keys }: TotpDeps,
  { id, username }: { id: number; username: string },
  now: number,
): Promise<TotpStart | undefined> {
  await lockStudents(trx, [id])
  const secret = new Secret({ size: SECRET_BYTES })
  const row = {
    secret: sealed(keys.secrets[0], id, secret),
    created_at: new Date(now).toISOString(),
    confirmed_at: null,
    last_step: null,
  }
  const begun = await trx
    .insertInto('totp')
    .values({ user_id: id, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row).where('totp.confirmed_at', 'is', null))
    .returning('user_id')
    .executeTakeFirst()
  if (!begun) return undefined
  const uri = new TOTP({ ...CODES, issuer: ISSUER, label: username, secret }).toString()
  return { secret: secret.base32, uri }
}

/** Confirms the begun app by its first right code; false for a wrong code, or if none was begun. */
export async function confirmTotp(
  trx: Transaction,
  { keys }: TotpDeps,
  { userId, code }: { userId: number; code: string },
  now: number,
): Promise<boolean> {
  await lockStudents(trx, [userId])
  const totp = await trx
    .selectFrom('totp')
    .select('secret')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  const step = totp && stepOf(opened(keys.secrets, userId, totp.secret), code, { after: -1, now })
  if (step === undefined) return false
  await trx
    .updateTable('totp')
    .set({ confirmed_at: new Date(now).toISOString(), last_step: step })
    .where('user_id', '=', userId)
    .execute()
  return true
}

/**
 * Whether this code is right at `now`: the one that the app shows then, no step early or late. Each code is valid once: of
 * two simultaneous requests with the same code the second waits and finds it used.
 */
export async function useTotpCode(
  trx: Transaction,
  { keys }: TotpDeps,
  userId: number,
  code: string,
  now: number,
): Promise<boolean> {
  await lockStudents(trx, [userId])
  const totp = await trx
    .selectFrom('totp')
    .select(['secret', 'last_step'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const step = totp && stepOf(opened(keys.secrets, userId, totp.secret), code, { after: totp.last_step ?? -1, now })
  if (step === undefined) return false
  await trx.updateTable('totp').set({ last_step: step }).where('user_id', '=', userId).execute()
  return true
}

/** Step of a code that may still be used; undefined for a wrong or used code. */
function stepOf(secret: Secret, typed: string, { after, now }: { after: number; now: number }): number | undefined {
  const code = typed.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(code)) return undefined
  const counter = Math.floor(now / STEP)
  if (counter <= after) return undefined
  const right = HOTP.generate({ secret, counter, algorithm: CODES.algorithm, digits: CODES.digits })
  return timingSafeEqual(Buffer.from(right), Buffer.from(code)) ? counter : undefined
}

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts for this user: in another user's row it can't be decrypted. */
function sealed(key: Buffer, userId: number, secret: Secret): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, derivedKey(key, 'totp'), iv).setAAD(Buffer.from(`totp ${userId}`))
  const text = Buffer.concat([cipher.update(secret.bytes), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
}

/** Encrypts by the newest key what an older one encrypted: those need not be kept afterwards. */
export async function sealAnew({ kysely }: Database, [newest, ...older]: KeyRing): Promise<void> {
  if (older.length === 0) return
  const rows = await kysely.selectFrom('totp').select(['user_id', 'secret']).execute()
  for (const { user_id, secret } of rows) {
    const again = sealed(newest, user_id, opened([newest, ...older], user_id, secret))
    // An app that was begun meanwhile is sealed by the newest already.
    const same = kysely.updateTable('totp').set({ secret: again }).where('user_id', '=', user_id)
    await same.where('secret', '=', secret).execute()
  }
}

/** Decrypts a stored secret. Throws if it was not encrypted for this user with one of these keys. */
function opened([newest, ...older]: KeyRing, userId: number, kept: string): Secret {
  try {
    return openedBy(newest, userId, kept)
  } catch (error) {
    const [next, ...rest] = older
    if (!next) throw error
    return opened([next, ...rest], userId, kept)
  }
}

function openedBy(key: Buffer, userId: number, kept: string): Secret {
  const bytes = Buffer.from(kept, 'base64url')
  const decipher = createDecipheriv(CIPHER, derivedKey(key, 'totp'), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(`totp ${userId}`))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
  return new Secret({ buffer: new Uint8Array(text).buffer })
}
