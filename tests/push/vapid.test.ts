import { createPublicKey, verify } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createVapidHeaders, readVapidKeys } from '#push-server/sender/vapid.ts'

const HOUR = 3_600_000
const ORIGIN = 'https://fcm.googleapis.com'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'wiskunde-vapid-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

describe('the keys', () => {
  test('are made at the first start, for nobody else to read, and are the same from then on', async () => {
    const [one, other] = await Promise.all([readVapidKeys(dataDir), readVapidKeys(dataDir)])
    expect(other.newest).toEqual(one.newest)
    expect((await readVapidKeys(dataDir)).newest).toEqual(one.newest)
    expect(Buffer.from(one.newest.publicKey, 'base64url')).toHaveLength(65)
    const folder = join(dataDir, 'keys/vapid')
    expect(readdirSync(folder)).toEqual(['1.key'])
    expect(statSync(join(folder, '1.key')).mode & 0o777).toBe(0o600)
  })

  test('with a second one beside it the first still sends to subscriptions with it; retired, it sends no more', async () => {
    const { newest: first } = await readVapidKeys(dataDir)
    const folder = join(dataDir, 'keys/vapid')
    writeFileSync(join(folder, '2.key'), Buffer.alloc(32, 7).toString('base64url'))
    const both = await readVapidKeys(dataDir)
    expect(both.newest.publicKey).not.toBe(first.publicKey)
    expect(both.find(first.publicKey)).toEqual(first)
    expect(both.find(both.newest.publicKey)).toEqual(both.newest)

    rmSync(join(folder, '1.key'))
    const one = await readVapidKeys(dataDir)
    expect(one.newest).toEqual(both.newest)
    expect(one.find(first.publicKey)).toBeUndefined()
  })

  test('a file that holds no key is said by its name, not by what is in it', async () => {
    await readVapidKeys(dataDir)
    const path = join(dataDir, 'keys/vapid/1.key')
    const text = readFileSync(path, 'utf8').slice(0, 20)
    writeFileSync(path, text)
    await expect(readVapidKeys(dataDir)).rejects.toThrow(path)
    await expect(readVapidKeys(dataDir)).rejects.not.toThrow(text)
  })
})

describe('the header', () => {
  const at = { now: 0 }
  const start = async () => {
    // web-push signs for a day at most by the real clock, also after the half day that a test lets pass.
    at.now = Date.now() - 12 * HOUR
    const { newest } = await readVapidKeys(dataDir)
    return { key: newest, headers: createVapidHeaders('mailto:wiskunde@school.nl', () => at.now) }
  }

  test('says who sends where until when, and is signed with the key it names', async () => {
    const { key, headers } = await start()
    const [, token = '', k] = /^vapid t=([^,]+), k=(.+)$/.exec(headers(ORIGIN, key)) ?? []
    expect(k).toBe(key.publicKey)
    const [head = '', body = '', signature = ''] = token.split('.')
    expect(JSON.parse(Buffer.from(body, 'base64url').toString())).toEqual({
      aud: ORIGIN,
      sub: 'mailto:wiskunde@school.nl',
      exp: Math.floor((at.now + 18 * HOUR) / 1000),
    })
    const point = Buffer.from(key.publicKey, 'base64url')
    const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url')
    const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) }
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
    const signed = Buffer.from(`${head}.${body}`)
    const bytes = Buffer.from(signature, 'base64url')
    expect(verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes)).toBe(true)
  })

  test('is signed once for an origin and a key, and again before it runs out', async () => {
    const { key, headers } = await start()
    const first = headers(ORIGIN, key)
    at.now += 12 * HOUR - 1
    expect(headers(ORIGIN, key)).toBe(first)
    at.now += 1
    expect(headers(ORIGIN, key)).not.toBe(first)
  })

  test('is another one for each push service and for each key', async () => {
    const { key, headers } = await start()
    const other = { publicKey: key.publicKey.slice(0, -4), privateKey: key.privateKey }
    expect(headers('https://web.push.apple.com', key)).not.toBe(headers(ORIGIN, key))
    expect(() => headers(ORIGIN, other)).toThrow()
  })
})
