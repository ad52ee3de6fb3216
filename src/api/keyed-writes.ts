import { KEY_HEADER, pathOf } from '#contract/endpoint.ts'
import { getOutcome, type WriteOutcome } from '#contract/outcomes.ts'
import { ApiError, isUnanswered, LostAnswer } from './api-error.ts'
import type { LostWrite } from './lost-answer.ts'
import type { Message, Send } from './message.ts'

/** What one person's writes are sent with. */
interface Writing {
  deliver: Send
  /** hears of a write of which nobody knows whether it was carried out */
  lost: ((write: LostWrite) => void) | undefined
  /** by what was asked, the keys of those of which nobody knows what became */
  unknown: Map<string, string>
}

/**
 * Sends a write with a key of its own, by which it is carried out once and its outcome is known. One that is sent again while
 * nobody knows what became of it goes by the same key. Rejects as `Api` says.
 */
export async function writeOnce<Reply>(message: Message, { deliver, lost, unknown }: Writing): Promise<Reply> {
  const wish = JSON.stringify([message.method, message.path, message.query, message.body])
  const key = unknown.get(wish) ?? newKey()
  const write = {
    key,
    event: message.target.event,
    ask: () => deliver<WriteOutcome>(questionAbout(key, message)),
    again: async () => ownAnswer(await deliver<Reply>({ ...message, headers: { [KEY_HEADER]: key } })),
    forget: () => void unknown.delete(wish),
    isKnown: () => unknown.get(wish) !== key,
  }
  try {
    const reply = await write.again()
    write.forget()
    return reply
  } catch (error) {
    if (error instanceof LostAnswer) write.forget()
    if (error instanceof LostAnswer || !(isUnanswered(error) || isRunning(error))) throw error
    unknown.set(wish, key)
    return settleLost(write, error).catch((problem: unknown) => {
      if (problem instanceof LostAnswer && problem.ending === 'unknown') lost?.(write)
      throw problem
    })
  }
}

/**
 * Begins with the time, in which such keys sort: the server's index then grows at its end, and a crowd that enrolls costs it a
 * fifth of what keys without an order do.
 */
const newKey = (): string => `${Date.now().toString(36)}-${crypto.randomUUID()}`

const questionAbout = (key: string, { origin }: Message): Message => ({
  ...{ target: getOutcome, method: 'GET', path: pathOf(getOutcome, { key }), origin },
})

/** Hardly any answer is ever lost. Where the code for it cannot be loaded, nothing can be asked either. */
async function settleLost<Reply>(write: LostWrite<Reply>, cause: unknown): Promise<Reply> {
  const loaded = await import('./lost-answer.ts').catch(() => null)
  if (!loaded) throw new LostAnswer('unknown', { cause })
  return loaded.settle(write, cause)
}

/** The same write is being carried out: it was sent twice. */
const isRunning = (error: unknown): boolean => error instanceof ApiError && error.reason === 'write-running'

/** Throws where the server says that the write was done before, and what it answered cannot be had any more. */
function ownAnswer<Reply>(reply: Reply): Reply {
  const isOutcome = typeof reply === 'object' && reply !== null && 'outcome' in reply && reply.outcome === 'done'
  if (isOutcome) throw new LostAnswer('done')
  return reply
}
