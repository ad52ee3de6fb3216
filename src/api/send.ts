import ky, { type Options } from 'ky'
import type { Endpoint } from '#contract/endpoint.ts'
import { retryPolicy } from './retry-policy.ts'
import { translateError } from './translate-error.ts'

export interface Message {
  target: Endpoint
  method: string
  /** from the root of `origin` on: an address elsewhere cannot be reached, and gets no token */
  path: string
  origin: string
  headers?: Record<string, string>
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
  /** the answer is no JSON but a file to be kept (`DownloadedFile`) */
  isFile?: boolean
}

const TIMEOUT_MS = 10_000

/** A file is written while it is sent; a long one takes its time. */
const FILE_TIMEOUT_MS = 60_000

/** Sends one message, again where that is safe, and gives the reply's content or throws as `Api` says. */
export async function send<Reply>(message: Message): Promise<Reply> {
  try {
    const answer = ky(message.path, optionsOf(message))
    // whoever asks for a file says so by the type of the reply as well
    return message.isFile ? ((await readFile(await answer)) as Reply) : await answer.json<Reply>()
  } catch (error) {
    throw translateError(error)
  }
}

const optionsOf = ({ target, method, origin, headers, query, body, isFile }: Message): Options => ({
  method,
  prefix: origin,
  headers,
  searchParams: query,
  json: body,
  timeout: isFile ? FILE_TIMEOUT_MS : TIMEOUT_MS,
  retry: retryPolicy(target),
  parseJson: contentOf,
})

/** A captive portal answers 200 with a page of its own: that is no reply of ours. */
function contentOf(text: string, { response }: { response: Response }): unknown {
  const type = response.headers.get('content-type') ?? ''
  if (/\bjson\b/.test(type)) return JSON.parse(text)
  if (type.startsWith('text/plain')) return text
  throw new TypeError(`Not a reply of the API: ${type}`)
}

/** Hardly anyone ever asks for a file. */
async function readFile(response: Response) {
  const { fileOf } = await import('./downloaded-file.ts')
  return fileOf(response)
}
