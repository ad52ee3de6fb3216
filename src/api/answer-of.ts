import { isDone } from './api-error.ts'

/**
 * Sends a write and waits until it is done: resolves to its answer, or to null if only the answer was lost.
 * Rejects if it was refused, was not received, or its outcome is unknown. Screens use it through `useWrite`, machines directly.
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
 * Sends an idempotent write, such as switching something on or off. If it is done and its answer is lost, sends it once more as
 * a new write, for the answer.
 */
export const repeatUnanswered = async <Reply>(send: () => Promise<Reply>): Promise<Reply> => {
  const answer = await answerOf(send)
  return answer ? answer.reply : send()
}
