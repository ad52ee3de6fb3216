import type { ErrorReply } from '#contract/refusals.ts'
import type { Api } from '#src/api/api.ts'
import { isRefusedFor } from '#src/api/api-error.ts'

/**
 * The same API; what it refuses because the login is too old is sent again once `prove` says that the person proved who
 * they are, and its caller hears of nothing but the answer. Who does not prove it gets the refusal.
 */
export function withProof(api: Api, prove: () => Promise<boolean>): Api {
  let proofs = 0
  const proven = async () => {
    // A dialog that can't be loaded is none: the refusal says what is the matter.
    const isProven = await prove().catch(() => false)
    if (isProven) proofs += 1
    return isProven
  }
  const keep = async <Reply>(send: () => Promise<Reply>): Promise<Reply> => {
    const before = proofs
    try {
      return await send()
    } catch (error) {
      if (!isRefusedFor<ErrorReply & { reason: 'login-too-old' }>(error, 'login-too-old')) throw error
      // Another call was refused for the same, and its proof holds for this one.
      if (proofs === before && !(await proven())) throw error
      return keep(send)
    }
  }
  return {
    call: (...asked) => keep(() => api.call(...asked)),
    follow: (...asked) => keep(() => api.follow(...asked)),
    download: (...asked) => keep(() => api.download(...asked)),
  }
}

/** On which the window tells that somebody proved at their school who they are. */
export const STEP_UP_CHANNEL = 'step-up'
