import { KEY_HEADER, pathOf } from '#contract/endpoint.ts'
import type { WriteOutcome } from '#contract/outcomes.calls.ts'
import { getOutcome } from '#contract/outcomes.gen.ts'
import { ApiError, isUnanswered, LostAnswer } from './api-error.ts'
import type { LostWrite } from './lost-answer.ts'
import type { Message, Send } from './message.ts'

interface Writing {
  deliver: Send
  /** called with a write whose outcome is unknown */
  lost: ((write: LostWrite) => void) | undefined
  /** keys of the writes whose outcome is unknown, by method, address and body */
  unknown: Map<string, string>
}

/**
 * Sends a write with a key, by which the server carries it out only once and knows its outcome. While the outcome is unknown,
 * the same write gets the same key again. Rejects as `Api` does.
 */
export async function writeOnce<Reply>(message: Message, { deliver, lost, unknown }: Writing): Promise<Reply> {
  const wish = JSON.stringify([message.method, message.path, message.query, message.body])
  const key = unknown.get(wish) ?? newKey()
  const write: LostWrite<Reply> = {
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
      if (problem instanceof LostAnswer && problem.ending === 'unknown') {
        problem.write = write
        lost?.(write)
      }
      throw problem
    })
  }
}

/**
 * Starts with the time, so that keys sort by age: the server's index then grows at its end, at a fifth of the cost of random
 * keys when a crowd enrolls.
 */
const newKey = (): string => `${Date.now().toString(36)}-${crypto.randomUUID()}`

const questionAbout = (key: string, { origin }: Message): Message => ({
  ...{ target: getOutcome, method: 'GET', path: pathOf(getOutcome, { key }), origin },
})

/** Loaded on demand: hardly any answer is lost. If loading fails, the server could not be asked either. */
async function settleLost<Reply>(write: LostWrite<Reply>, cause: unknown): Promise<Reply> {
  const loaded = await import('./lost-answer.ts').catch(() => null)
  if (!loaded) throw new LostAnswer('unknown', { cause })
  return loaded.settle(write, cause)
}

/** The server is still carrying out this write: it was sent twice. */
const isRunning = (error: unknown): boolean => error instanceof ApiError && error.reason === 'write-running'

/** Throws if the server only says that the write is done (208), without its answer. */
function ownAnswer<Reply>(reply: Reply): Reply {
  const isOutcome = typeof reply === 'object' && reply !== null && 'outcome' in reply && reply.outcome === 'done'
  if (isOutcome) throw new LostAnswer('done')
  return reply
}
