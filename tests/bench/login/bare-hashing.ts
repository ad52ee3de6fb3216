import { verify } from '@node-rs/argon2'

/** As many as the product hashes side by side (api-server/accounts/passwords.ts). */
const AT_A_TIME = 2

/** Verifications a second of the hashing alone, with nothing around it; the parameters are those in `encoded`. */
export async function bareVerifications(encoded: string, password: string, seconds: number): Promise<number> {
  const started = performance.now()
  const deadline = started + seconds * 1000
  let done = 0
  const oneAfterAnother = async () => {
    while (performance.now() < deadline) {
      if (!(await verify(encoded, password))) throw new Error('This is not the password of this hash.')
      done += 1
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, oneAfterAnother))
  return (done * 1000) / (performance.now() - started)
}
