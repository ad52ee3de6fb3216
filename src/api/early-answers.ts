import { urlOf } from './message.ts'

/**
 * Questions that index.html asks before any of the app's files has come (src/app/first-frame/pick-frame.ts), and that the
 * app takes the answers of when it would ask them itself. Each answer is taken once, by the same person, while it is fresh.
 */
interface EarlyAnswers {
  [question: string]: Promise<Response>
}

declare global {
  interface Window {
    earlyAnswers?: EarlyAnswers
  }
}

/** Milliseconds since the page began in which an early answer is still news. */
const FRESH_FOR_MS = 10_000

/**
 * Asks for these paths, below our own origin whatever they say. The header says in whose name: by a bearer token, or of
 * the user who may get the worker's kept lists (`KEPT_FOR`).
 */
export function askEarly(paths: readonly string[], header: string, name: string): void {
  const answers: EarlyAnswers = {}
  for (const path of paths) {
    const answer = fetch(urlOf({ origin: location.origin, path }), {
      headers: { accept: 'application/json', [header]: name },
      signal: AbortSignal.timeout(FRESH_FOR_MS),
    })
    // `takeEarly` gives the same promise, so its caller handles the failure.
    answer.catch(() => undefined)
    answers[questionOf(path, name)] = answer
  }
  window.earlyAnswers = answers
}

/** The answer to a question that was asked early in this name; undefined where none was, or where it is of too long ago. */
export function takeEarly(path: string, name: string | undefined): Promise<Response> | undefined {
  const answers = isFresh() ? globalThis.window?.earlyAnswers : undefined
  const question = questionOf(path, name)
  const answer = answers?.[question]
  delete answers?.[question]
  return answer
}

const questionOf = (path: string, name: string | undefined): string => `${name} ${path}`

const isFresh = (): boolean => performance.now() < FRESH_FOR_MS

/** How long ago (ms) the first of the answers was asked for that a screen may begin with. */
export const earlyFor = (): number => (globalThis.window?.earlyAnswers && isFresh() ? performance.now() : 0)
