import { Agent, type RequestOptions, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

export interface PacedRequest extends Pick<RequestOptions, 'method' | 'path' | 'headers'> {
  body?: string
}

export interface PacedLoad {
  port: number
  perSecond: number
  seconds: number
  /** the n-th request, from 0 */
  next(n: number): PacedRequest
}

export interface PacedAnswer {
  /** 0 when the connection broke */
  status: number
  /** seconds, of the header Retry-After */
  retryAfter: number | undefined
  /** ms from when the request was due: a sender or a server that falls behind shows */
  latency: number
  /** ms since the first request was due */
  at: number
}

/** Sends on time, whether or not what went before was answered, as many people would. Waits for all answers. */
export async function sendPaced({ port, perSecond, seconds, next }: PacedLoad): Promise<PacedAnswer[]> {
  const agent = new Agent({ keepAlive: true })
  const started = performance.now()
  const answers: Promise<PacedAnswer>[] = []
  for (let n = 0; n < perSecond * seconds; n++) {
    const due = started + (n * 1000) / perSecond
    const early = due - performance.now()
    if (early > 0) await delay(early)
    answers.push(
      send(agent, port, next(n)).then((answer) => {
        const now = performance.now()
        return { ...answer, latency: now - due, at: now - started }
      }),
    )
  }
  const all = await Promise.all(answers)
  agent.destroy()
  return all
}

const send = (agent: Agent, port: number, { body, ...options }: PacedRequest) =>
  new Promise<Pick<PacedAnswer, 'status' | 'retryAfter'>>((resolve) => {
    const message = request({ ...options, agent, port, host: '127.0.0.1' }, (reply) => {
      const header = reply.headers['retry-after']
      reply.resume()
      reply.on('error', () => resolve(BROKEN))
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, retryAfter: header === undefined ? undefined : Number(header) }),
      )
    })
    message.on('error', () => resolve(BROKEN))
    message.end(body)
  })

const BROKEN = { status: 0, retryAfter: undefined }
