import { hash, verify } from '@node-rs/argon2'

/** OWASP's first choice for argon2id (the library's default variant): 19 MiB, two passes, one lane; about 25 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Encoded hash, with its own salt and cost. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST)

/** Throws if `encoded` is no argon2 hash. */
export const verifyPassword = (encoded: string, password: string): Promise<boolean> => verify(encoded, password)
