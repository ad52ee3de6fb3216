import { urlOf } from './message.ts'

/**
 * Answers to requests that index.html makes before any of the app's files has loaded (src/app/first-frame/pick-frame.ts). The
 * app uses an answer instead of making the same request: once, for the same user, and while it is fresh.
 */
interface EarlyAnswers {
  [question: string]: Promise<Response>
}

declare global {
  interface Window {
    earlyAnswers?: EarlyAnswers
  }
}

/** Time (ms since the page began to load) in which an early answer is fresh. */
const FRESH_FOR_MS = 10_000

/**
 * Requests these paths, always from our own origin. `header`, with this value, says for whom: a bearer token, or the
 * id of the user who may get the worker's cached lists (`KEPT_FOR`).
 */
export function askEarly(paths: readonly string[], header: string, value: string): void {
  const answers: EarlyAnswers = {}
  for (const path of paths) {
    const answer = fetch(urlOf({ origin: location.origin, path }), {
      headers: { accept: 'application/json', [header]: value },
      signal: AbortSignal.timeout(FRESH_FOR_MS),
    })
    // `takeEarly` returns the same promise, so its caller handles the failure.
    answer.catch(() => undefined)
    answers[questionOf(path, value)] = answer
  }
  window.earlyAnswers = answers
}

/** The answer to a request made early for this user; undefined if there is none, or if it is too old. */
export function takeEarly(path: string, name: string | undefined): Promise<Response> | undefined {
  const answers = isFresh() ? globalThis.window?.earlyAnswers : undefined
  const question = questionOf(path, name)
  const answer = answers?.[question]
  delete answers?.[question]
  return answer
}

const questionOf = (path: string, name: string | undefined): string => `${name} ${path}`

const isFresh = (): boolean => performance.now() < FRESH_FOR_MS

/** Age (ms) of the oldest early answer that a screen may still use. */
export const earlyFor = (): number => (globalThis.window?.earlyAnswers && isFresh() ? performance.now() : 0)
