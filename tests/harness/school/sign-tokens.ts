import { createHmac } from 'node:crypto'
import type { AccessTokenClaims } from '#server/bearer.ts'
import { readKeys } from '#server/keys.ts'
import { teacherAfter } from './bench-school.ts'

const LIFETIME_S = 900

/**
 * An access token for each student and the teacher of the bench school, or for `count` users, by user id, signed with the key that
 * its server reads too.
 */
export async function signTokens(dataDir: string, count = teacherAfter(), now = Date.now()): Promise<string[]> {
  const { accessToken } = await readKeys(dataDir)
  const iat = Math.floor(now / 1000)
  const tokenOf = (id: number) => {
    const claims: AccessTokenClaims = { sub: String(id), sid: id, ver: 1, iat, exp: iat + LIFETIME_S }
    const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
    return `${content}.${createHmac('sha256', accessToken).update(content).digest('base64url')}`
  }
  return Array.from({ length: count + 1 }, (_, id) => tokenOf(id))
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
