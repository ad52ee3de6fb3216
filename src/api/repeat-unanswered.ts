import { isDone } from './api-error.ts'

/**
 * What a write answers that says the same however often it is sent, such as a choice between on and off: where it was carried
 * out and its answer cannot be had any more, it is sent once more, as another write.
 */
export async function repeatUnanswered<Reply>(send: () => Promise<Reply>): Promise<Reply> {
  try {
    return await send()
  } catch (error) {
    if (!isDone(error)) throw error
    return send()
  }
}
