import type { Api } from '#src/api/api.ts'
import { ApiError } from '#src/api/api-error.ts'

/** Reasons to prove again who one is: the last proof is long ago, or was too little by stricter settings. */
const proofReasons = ['login-too-old', 'login-too-weak'] as const
export type ProofReason = (typeof proofReasons)[number]

interface Asking {
  /** asks for a proof; says whether it was given */
  prove: (why: ProofReason) => Promise<boolean>
  /** the session is over, and its person is asked to log in over what they typed */
  isLapsed: () => boolean
  /** waits for that; says whether it was they who did */
  comeBack: () => Promise<boolean>
}

/**
 * The same API; what it refuses because the login is too old, too weak or over is sent again once the person proved who they
 * are or logged in again, and its caller gets nothing but the answer. A user who does not gets the refusal.
 */
export function withProof(api: Api, { prove, isLapsed, comeBack }: Asking): Api {
  let proofs = 0
  const proven = async (why: ProofReason) => {
    // A dialog that can't be loaded is none: the refusal says what is the matter.
    const isProven = await prove(why).catch(() => false)
    if (isProven) proofs += 1
    return isProven
  }
  const keep = async <Reply>(send: () => Promise<Reply>): Promise<Reply> => {
    const before = proofs
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // Nothing was done in the name of a session that is over, so it may be sent by the next one of the same person.
      if (error.status === 401 && isLapsed() && (await comeBack())) return keep(send)
      const why = proofReasons.find((reason) => reason === error.reason)
      if (!why) throw error
      // Another call was refused for the same, and its proof holds for this one.
      if (proofs === before && !(await proven(why))) throw error
      return keep(send)
    }
  }
  return {
    call: (...asked) => keep(() => api.call(...asked)),
    follow: (...asked) => keep(() => api.follow(...asked)),
    download: (...asked) => keep(() => api.download(...asked)),
  }
}

/** Channel on which the window says that somebody proved at their school who they are. */
export const STEP_UP_CHANNEL = 'step-up'
