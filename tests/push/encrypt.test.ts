import crypto, { createECDH, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import webPush from 'web-push'
import { encryptFor } from '#push-server/sender/encrypt.ts'
import { ece, makeReceiver } from '../support/push/receiver.ts'

function makeFresh() {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  return { curve, salt: randomBytes(16) }
}

const payloads = fc.uint8Array({ minLength: 1, maxLength: 3_900 }).map((bytes) => Buffer.from(bytes))

describe('what is pushed', () => {
  test('is, byte for byte, what http_ece makes of it', () => {
    fc.assert(
      fc.property(payloads, (payload) => {
        const { keys } = makeReceiver()
        const fresh = makeFresh()
        const expected = ece.encrypt(payload, {
          version: 'aes128gcm',
          dh: keys.p256dh,
          authSecret: keys.auth,
          privateKey: fresh.curve,
          salt: fresh.salt.toString('base64url'),
        })
        expect(encryptFor(keys, payload, fresh).equals(expected)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  test('is, byte for byte, what web-push makes of it', () => {
    const { keys } = makeReceiver()
    for (const text of ['{}', 'Toetsmoment di 24 nov: je kunt je nu inschrijven.', 'é'.repeat(500)]) {
      const fresh = makeFresh()
      // web-push takes its own; these make it take ours. (Of two signatures the mock knows the one with text.)
      vi.spyOn(crypto, 'createECDH').mockReturnValueOnce(fresh.curve)
      vi.spyOn(fresh.curve, 'generateKeys').mockReturnValueOnce(fresh.curve.getPublicKey() as never)
      vi.spyOn(crypto, 'randomBytes').mockImplementationOnce(() => fresh.salt)
      const { cipherText } = webPush.encrypt(keys.p256dh, keys.auth, text, 'aes128gcm')
      vi.restoreAllMocks()
      expect(encryptFor(keys, Buffer.from(text), fresh).equals(cipherText)).toBe(true)
    }
  })

  test('is read by the browser that it is for, and by no other', () => {
    const receiver = makeReceiver()
    const other = makeReceiver()
    const body = encryptFor(receiver.keys, Buffer.from('hallo'))
    expect(receiver.read(body)).toBe('hallo')
    expect(() => other.read(body)).toThrow()
  })

  test('is as the example of RFC 8291 has it', () => {
    const curve = createECDH('prime256v1')
    curve.setPrivateKey(Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'))
    const body = encryptFor(
      {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
      Buffer.from('When I grow up, I want to be a watermelon'),
      { curve, salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url') },
    )
    expect(body.toString('base64url')).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    )
  })

  test('never has the same key or salt twice', () => {
    const { keys } = makeReceiver()
    const heads = Array.from({ length: 100 }, () => encryptFor(keys, Buffer.from('x')).subarray(0, 86))
    expect(new Set(heads.map((head) => head.subarray(0, 16).toString('hex'))).size).toBe(100)
    expect(new Set(heads.map((head) => head.subarray(21).toString('hex'))).size).toBe(100)
  })

  test('keys that are none are said to be that', () => {
    const { keys } = makeReceiver()
    const offCurve = Buffer.alloc(65, 4).toString('base64url')
    for (const p256dh of ['', 'AAAA', offCurve])
      expect(() => encryptFor({ ...keys, p256dh }, Buffer.from('x')), p256dh).toThrow()
  })
})
