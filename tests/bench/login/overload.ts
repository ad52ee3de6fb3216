import type { LoginSubject } from './login-subject.ts'
import type { PacedAnswer } from './paced-load.ts'

export const TIMES = 3
const SECONDS = 2

export interface Overload {
  letIn: number
  /** 503 with Retry-After of at most a second */
  sentAway: number
  others: number
  /** let in per second while they came; who still waited in line then is left out */
  goodput: number
}

/** More people log in than it can let in (`peak` a second): some wait in line, the rest is asked to come back. */
export async function overload(subject: LoginSubject, peak: number): Promise<Overload> {
  const answers = await subject.logInAtRate(Math.round(TIMES * peak), SECONDS)
  const letIn = answers.filter(({ status }) => status === 200)
  const sentAway = answers.filter(isSentAway).length
  return {
    letIn: letIn.length,
    sentAway,
    others: answers.length - letIn.length - sentAway,
    goodput: letIn.filter(({ at }) => at <= SECONDS * 1000).length / SECONDS,
  }
}

const isSentAway = ({ status, retryAfter }: PacedAnswer) =>
  status === 503 && retryAfter !== undefined && retryAfter <= 1
