import type { z } from 'zod'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { AppEventName } from './app-events.ts'
import type { pageSchema } from './endpoint.schema.ts'

export const API_BASE = '/api/v1'

/** The schemas of a call, declared in the `*.schema.ts` beside it. Browsers import their types only, so zod stays on the servers. */
export interface Schemas {
  params?: z.ZodType<object>
  querystring?: z.ZodType<object>
  /** nullable when it may be left out */
  body?: z.ZodType<object | null>
  reply: z.ZodType
}

declare const shape: unique symbol

/**
 * A method and a path below `API_BASE` (with `:params`; see `fullPathOf`), and the types of all that travels; only the
 * shape does not exist at run time.
 */
export interface Endpoint<Shape extends Schemas = Schemas> {
  readonly method: Link['method']
  readonly path: `/${string}`
  /** the event by which screens are renewed in the tab that asked, once it was done; see contract/app-events.ts */
  readonly event?: AppEventName
  /** kind of a write that carries no key */
  readonly kind?: EndpointKind
  readonly [shape]?: Shape
}

/**
 * `question`: it changes nothing. `own-protocol`: what is asked again does no harm by a way of its own (logging in, links in
 * letters, ticks of presence).
 */
export type EndpointKind = 'question' | 'own-protocol'

/** Whether it changes something once, and so carries a key by which its outcome is known; see server/outcomes.rationale.md. */
export const isKeyed = ({ method, kind }: Pick<Endpoint, 'method' | 'kind'>): boolean =>
  method !== 'GET' && kind === undefined

/** The header of the key; 16 to 64 letters, digits, '-' or '_' that the client draws at random. */
export const KEY_HEADER = 'idempotency-key'

/** One part of what travels, as the server reads it; `unknown` where the call has no such part. */
type PartOf<E, Part extends keyof Schemas> =
  E extends Endpoint<infer S>
    ? S extends Record<Part, infer Schema extends z.ZodType>
      ? z.output<Schema>
      : unknown
    : never

export type ParamsOf<E> = PartOf<E, 'params'>
export type QueryOf<E> = PartOf<E, 'querystring'>
export type BodyOf<E> = PartOf<E, 'body'>
export type ReplyOf<E> = PartOf<E, 'reply'>

/** The mark lets a bundler leave out the endpoints of which a bundle makes no use. */
/* @__NO_SIDE_EFFECTS__ */
export const endpoint = <Shape extends Schemas>(
  method: Link['method'],
  path: `/${string}`,
  about?: AppEventName | Pick<Endpoint, 'event' | 'kind'>,
): Endpoint<Shape> => ({ method, path, ...(typeof about === 'string' ? { event: about } : about) })

/** Where servers answer it, with its `:params` as they are. What begins with /push is the push server's, at the root. */
export const fullPathOf = ({ path }: Endpoint): string => (path.startsWith('/push/') ? path : API_BASE + path)

/** The endpoint's path with its `:params` filled in: `pathOf(getUser, { id: 7 })` is '/api/v1/user/7'. */
export const pathOf = (target: Endpoint, params: Record<string, string | number> = {}): string =>
  fullPathOf(target).replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))

/** A list as it travels, for code that takes any; the schemas are made by `listReplySchema`. */
export interface ListReply<Entity> extends z.output<typeof pageSchema> {
  entities: Entity[]
}

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const ICALENDAR = 'text/calendar'
export const EVENT_STREAM = 'text/event-stream'
export const PDF = 'application/pdf'

/**
 * Links to an endpoint whose path names an `:id` and nothing else: `linkById(deleteSession)(7)`. The path is taken apart
 * once, since a list has many: filling it in again for each took a tenth of the time of a student's list.
 */
export function linkById(target: Endpoint): (id: number) => Link {
  const { method } = target
  const [before = '', after = ''] = fullPathOf(target).split(':id')
  return (id) => ({ method, href: `${before}${id}${after}` })
}
