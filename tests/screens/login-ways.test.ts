import { expect, test } from 'vitest'
import type { LoginMethods } from '#domain/logins/login.schema.ts'
import { type SchoolLoginFailure, schoolLoginTexts } from '#domain/logins/login.texts.ts'
import { linkFailureText } from '#src/settings/login-section.tsx'
import { remainingText } from '#src/settings/login-way.tsx'

const at = '2026-03-01T08:00:00.000Z'
const methods: LoginMethods = {
  password: true,
  school: null,
  passkeys: [],
  totp: null,
  recovery_codes_left: 0,
  second_factor_required: false,
  _links: {},
}
const school = { label: 'School', linked_at: at, last_used_at: null, _links: {} }
const passkey = { id: 3, name: 'Telefoon', backed_up: true, created_at: at, last_used_at: null, _links: {} }

test('somebody who removes a login method reads which are left', () => {
  expect(remainingText(methods)).toBe('Daarna log je in met je wachtwoord.')
  expect(remainingText({ ...methods, totp: { created_at: at } })).toBe(
    'Daarna log je in met je wachtwoord en een code.',
  )
  expect(remainingText({ ...methods, school, passkeys: [passkey] })).toBe(
    'Daarna log je in met je wachtwoord, je schoolaccount of een passkey.',
  )
  expect(remainingText({ ...methods, password: false })).toMatch(/^Daarna kun je niet meer inloggen/)
})

test('why linking came to nothing is a sentence of ours, whatever the address said', () => {
  expect(linkFailureText(null)).toBeNull()
  expect(linkFailureText('login-over')).toBeNull()
  expect(linkFailureText({ school: 'other-account', code: 'Bel-0900' })).toBe(schoolLoginTexts['other-account'])
  for (const word of ['Bel 0900', 'constructor', '__proto__', '']) {
    // an address says what it likes
    const school = word as SchoolLoginFailure
    expect(linkFailureText({ school, code: null })).toBe('Het schoolaccount koppelen is niet gelukt.')
  }
})
