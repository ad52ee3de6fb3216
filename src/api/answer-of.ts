import { isDone } from './api-error.ts'

/**
 * Sends a write and waits until it is done: gives its answer, or null where only the answer was lost (decision 56). Rejects
 * where it was refused, was not received, or its outcome is unknown. Screens use it by `useWrite`, machines directly.
 */
export async function answerOf<Reply>(send: () => Promise<Reply>): Promise<{ reply: Reply } | null> {
  try {
    return { reply: await send() }
  } catch (error) {
    if (!isDone(error)) throw error
    return null
  }
}

/**
 * Sends an idempotent write, such as a choice between on and off. Where it is done and its answer is lost, it is sent once
 * more as a new write, for its answer.
 */
export const repeatUnanswered = async <Reply>(send: () => Promise<Reply>): Promise<Reply> => {
  const answer = await answerOf(send)
  return answer ? answer.reply : send()
}
