import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { DownloadedFile } from './downloaded-file.ts'

/** A property that is there when the endpoint has such a thing, optional when all in it is optional. */
type Part<Name extends string, Value> = unknown extends Value
  ? { [name in Name]?: never }
  : object extends Value
    ? { [name in Name]?: Value }
    : { [name in Name]: Value }

type LinkInput<E> = Part<'query', QueryOf<E>> & Part<'body', BodyOf<E>>
type CallInput<E> = Part<'params', ParamsOf<E>> & LinkInput<E>
/** What may be empty may be left out. */
type Arguments<Input> = object extends Input ? [input?: Input] : [input: Input]

/** The API as the contract describes it. Every call rejects with an ApiError (refused) or a NetworkError (no answer). */
export interface Api {
  call<E extends Endpoint>(target: E, ...input: Arguments<CallInput<E>>): Promise<ReplyOf<E>>
  /** As `call`, by the link's method and address; `target` only says what travels. */
  follow<E extends Endpoint>(target: E, link: Link, ...input: Arguments<LinkInput<E>>): Promise<ReplyOf<E>>
  /** What the link leads to, as a file. */
  download(target: Endpoint, link: Link): Promise<DownloadedFile>
}
