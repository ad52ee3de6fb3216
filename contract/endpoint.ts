import type { z } from 'zod'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { AppEventName } from './app-events.ts'
import type { pageSchema } from './endpoint.schema.ts'

export const API_BASE = '/api/v1'

/** Schemas of a call, in its declaration. Browser code imports only their types, so zod stays on the servers. */
export interface Schemas {
  params?: z.ZodType<object>
  querystring?: z.ZodType<object>
  /** nullable if it may be omitted */
  body?: z.ZodType<object | null>
  reply: z.ZodType
}

declare const shape: unique symbol

/**
 * A method and a path below `API_BASE` (with `:params`; see `fullPathOf`), with the types of its parts; `shape` does not exist
 * at run time.
 */
export interface Endpoint<Shape extends Schemas = Schemas> {
  readonly method: Link['method']
  readonly path: `/${string}`
  /** event that makes screens refetch in the tab that made the call, once it is done; see contract/app-events.ts */
  readonly event?: AppEventName
  /** kind of a write that has no idempotency key */
  readonly kind?: EndpointKind
  readonly [shape]?: Shape
}

/** `question`: changes nothing. `own-protocol`: repeats are harmless (logging in, links in e-mails, attendance ticks). */
export type EndpointKind = 'question' | 'own-protocol'

export interface Write<Shape extends Schemas = Schemas> extends Endpoint<Shape> {
  readonly method: Exclude<Link['method'], 'GET'>
  readonly kind?: 'own-protocol'
}

/** Whether the call is a write with an idempotency key, by which its outcome is known; see server/outcomes.rationale.md. */
export const isKeyed = ({ method, kind }: Pick<Endpoint, 'method' | 'kind'>): boolean =>
  method !== 'GET' && kind === undefined

/** Header of the key: 16 to 64 letters, digits, '-' or '_', chosen at random by the client. */
export const KEY_HEADER = 'idempotency-key'

/** One part of a call, as the server reads it; `unknown` if the call has no such part. */
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

type About<Kind extends EndpointKind> = AppEventName | { event?: AppEventName; kind?: Kind }

export function endpoint<Shape extends Schemas>(method: 'GET', path: `/${string}`): Endpoint<Shape>
export function endpoint<Shape extends Schemas>(
  method: Write['method'],
  path: `/${string}`,
  about: { event?: AppEventName; kind: 'question' },
): Endpoint<Shape>
export function endpoint<Shape extends Schemas>(
  method: Write['method'],
  path: `/${string}`,
  about?: About<'own-protocol'>,
): Write<Shape>
/** The annotation lets a bundler leave out endpoints that a bundle does not use. */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint(method: Link['method'], path: `/${string}`, about?: About<EndpointKind>): Endpoint {
  return { method, path, ...(typeof about === 'string' ? { event: about } : about) }
}

/** Path on the servers, with its `:params` unchanged. Paths with /push are the push server's, at the root. */
export const fullPathOf = ({ path }: Endpoint): string => (path.startsWith('/push/') ? path : API_BASE + path)

/** The endpoint's path with its `:params` filled in: `pathOf(getUser, { id: 7 })` is '/api/v1/user/7'. */
export const pathOf = (target: Endpoint, params: Record<string, string | number> = {}): string =>
  fullPathOf(target).replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))

/** A list reply, for code that handles any list; `listReplySchema` makes the schemas. */
export interface ListReply<Entity> extends z.output<typeof pageSchema> {
  entities: Entity[]
}

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const ICALENDAR = 'text/calendar'
export const EVENT_STREAM = 'text/event-stream'
export const PDF = 'application/pdf'

/**
 * Returns how to make links to an endpoint with only `:id` in its path: `linkById(deleteSession)(7)`. It splits the path once,
 * since a list has many links: filling in the path each time took a tenth of the time of a student's list.
 */
export function linkById(target: Endpoint): (id: number) => Link {
  const { method } = target
  const [before = '', after = ''] = fullPathOf(target).split(':id')
  return (id) => ({ method, href: `${before}${id}${after}` })
}
