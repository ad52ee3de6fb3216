import { createRequire } from 'node:module'

/** Loaded past the alias that leads here. */
const argon2: typeof import('@node-rs/argon2') = createRequire(import.meta.url)('@node-rs/argon2')

/**
 * Stands for argon2 in tests of the API, with hashes at the lowest cost that it allows: a thousand at the real cost take half
 * a minute of a core. Files with modules of their own have the real one: `passwords.test.ts` tests the cost,
 * `same-work.test.ts` how many there are.
 */
export const hash: typeof argon2.hash = (password, options) =>
  argon2.hash(password, { ...options, memoryCost: 8, timeCost: 1 })

export const { verify } = argon2
