import { hashPassword, verifyPassword } from '#server/password-hash.ts'
import { unavailable } from '#server/problem.ts'
import { createFairWork, type Party } from '../platform/fair-work.ts'

/** More at a time would take all threads that Node also needs for files and DNS (measured: fs.stat p99 of 2.6 s). */
const AT_A_TIME = 2

/** Some three seconds of work; whoever comes behind had better try again. */
const WAITING = 200

/** A hash of nobody's password, at the usual cost: an unknown account takes the same work as a known one. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$qbSeQckzwa/I+GS6cOGWXw$5DxwgJ+7FuE018HQfcs0CpAEyCqITMRxC9B2NqJMikY'

/** All hashing of passwords waits for its turn, see fair-work.rationale.md. Both throw `unavailable` when too many are waiting. */
export interface Passwords {
  /** `encoded` is null for an account without a password, or none at all: the answer is then false, after the same work */
  check(encoded: string | null, password: string, party: Party): Promise<boolean>
  hash(password: string, party: Party): Promise<string>
}

/** `watchQueue` is told how to ask for the number of passwords that wait. */
export function createPasswords(watchQueue?: (length: () => number) => void): Passwords {
  const inTurn = createFairWork(
    { atATime: AT_A_TIME, waiting: WAITING, refuse: () => unavailable('password-queue') },
    watchQueue,
  )
  return {
    check: async (encoded, password, party) => {
      const matches = await inTurn(party, () => verifyPassword(encoded ?? NOBODY, password))
      return encoded !== null && matches
    },
    hash: (password, party) => inTurn(party, () => hashPassword(password)),
  }
}
