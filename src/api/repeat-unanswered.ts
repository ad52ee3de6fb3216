import { isDone } from './api-error.ts'

/**
 * Sends an idempotent write, such as a choice between on and off. Where it is done and its answer is lost, it is sent once
 * more as a new write, for its answer.
 */
export async function repeatUnanswered<Reply>(send: () => Promise<Reply>): Promise<Reply> {
  try {
    return await send()
  } catch (error) {
    if (!isDone(error)) throw error
    return send()
  }
}
