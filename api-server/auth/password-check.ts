import { verifyPassword } from '#server/password-hash.ts'
import { unavailable } from '#server/problem.ts'

/** More at a time would take all threads that Node also needs for files and DNS (measured: fs.stat p99 of 2.6 s). */
const AT_A_TIME = 2

/** Some three seconds of work; whoever comes behind had better try again. */
const WAITING = 200

/** A hash of nobody's password, at the usual cost: an unknown account takes the same work as a known one. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$qbSeQckzwa/I+GS6cOGWXw$5DxwgJ+7FuE018HQfcs0CpAEyCqITMRxC9B2NqJMikY'

/** `encoded` is null for an account without a password, or none at all: the answer is then false, after the same work. */
export type CheckPassword = (encoded: string | null, password: string) => Promise<boolean>

/** Throws `unavailable` when too many are waiting. */
export function createPasswordCheck(): CheckPassword {
  let busy = 0
  const waiting: (() => void)[] = []

  const enter = async () => {
    if (busy < AT_A_TIME) {
      busy += 1
      return
    }
    if (waiting.length >= WAITING) throw unavailable()
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else busy -= 1
  }

  return async (encoded, password) => {
    await enter()
    try {
      const matches = await verifyPassword(encoded ?? NOBODY, password)
      return encoded !== null && matches
    } finally {
      leave()
    }
  }
}
