import { parentPort } from 'node:worker_threads'
import { z } from 'zod'

/** Order of the bench to a client in another thread, so that no work of the client counts as the server's. */
export interface Asked {
  url: string
  method: 'GET' | 'POST'
  token: string
  body?: object
}

export interface Answered {
  status: number
  /** until all of the answer was there */
  ms: number
  confirmation: string | null
  importId: number | null
}

const answerSchema = z.object({ confirmation: z.string().nullish(), import_id: z.int().nullish() })

parentPort?.on('message', ({ url, method, token, body }: Asked) => {
  const ask = async () => {
    const payload = body && JSON.stringify(body)
    const started = performance.now()
    const reply = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(payload && { 'content-type': 'application/json' }) },
      ...(payload && { body: payload }),
    })
    const text = await reply.text()
    const ms = performance.now() - started
    const { confirmation = null, import_id = null } = reply.ok ? answerSchema.parse(JSON.parse(text)) : {}
    if (!reply.ok) console.error(reply.status, text.slice(0, 300))
    return { status: reply.status, ms, confirmation, importId: import_id } satisfies Answered
  }
  void ask().then((answer) => parentPort?.postMessage(answer))
})
