import type { Api } from '#src/api/api.ts'
import { ApiError } from '#src/api/api-error.ts'

/** Reasons to confirm one's identity again: the last proof is too old, or too weak for stricter settings. */
const proofReasons = ['login-too-old', 'login-too-weak'] as const
export type ProofReason = (typeof proofReasons)[number]

interface Asking {
  /** asks for a proof; resolves to whether it was given */
  prove: (why: ProofReason) => Promise<boolean>
  /** the session is over, and its user is asked to log in above the screen on which they typed */
  isLapsed: () => boolean
  /** waits for that login; resolves to whether the same user logged in */
  comeBack: () => Promise<boolean>
}

/**
 * The same API, but a call refused because the login is too old, too weak or over is sent again after the user confirmed their
 * identity or logged in again; the caller gets only the final answer. If the user does not, the caller gets the refusal.
 */
export function withProof(api: Api, { prove, isLapsed, comeBack }: Asking): Api {
  let proofs = 0
  const proven = async (why: ProofReason) => {
    // A dialog that fails to load counts as no proof: the refusal says what is wrong.
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
      // The server did nothing for a session that is over, so the same user may send the call again in their next session.
      if (error.status === 401 && isLapsed() && (await comeBack())) return keep(send)
      const why = proofReasons.find((reason) => reason === error.reason)
      if (!why) throw error
      // Another call was refused for the same reason, and its proof serves this one too.
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

/** Channel on which the school's window reports that the user confirmed their identity. */
export const STEP_UP_CHANNEL = 'step-up'
