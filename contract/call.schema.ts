import { z } from 'zod'
import type { Area } from '#domain/users/roles.ts'
import { idTextSchema, pageSizeSchema } from './endpoint.schema.ts'
import type { Endpoint, Schemas, Write } from './endpoint.ts'
import type { ProofRule } from './proofs.ts'
import type { ReasonCode } from './refusals.ts'

/**
 * Who may make a call:
 * - `anybody`: without a token
 * - `invigilator`: an invigilator's device, by its own token
 * - `account`: every account; the answer depends on the caller
 * - `owner`: every account, about its own records; the use case answers `not-found` about the records of others, and
 *   admits administrators where it says so
 * - `self`: the user named in the request
 * - `student-self`: the same, if that is a student; otherwise `not-found`
 * - `self-or-administration`: the user named in the request, and administrators
 * - an area of `domain/users/roles.ts`: accounts whose role reaches it
 */
export type Reach =
  | 'anybody'
  | 'invigilator'
  | 'account'
  | 'owner'
  | 'self'
  | 'student-self'
  | 'self-or-administration'
  | Area

export type NamedUser = 'params.id' | 'params.user_id' | 'body.user_id' | 'query.user_id'

interface Description {
  summary: string
  /** who may call; others are refused before the handler */
  reach: Reach
  /** part of the request that names the user for `self`; default the `id` in the path */
  of?: NamedUser
  /** admits weak sessions too, see `judgeSession`: for proving one's identity further, and for one's own account */
  admitsWeak?: boolean
  /** statuses instead of 200, or as well: 201, or 302 for a page that redirects */
  statuses?: readonly (200 | 201 | 302)[]
  /**
   * reasons for refusals of this call; the usual ones and those of its reach are added, and `not-found` where its path names
   * a record by id
   */
  reasons?: readonly ReasonCode[]
  /** refusals with schemas of their own, by status */
  refusals?: Readonly<Record<number, Schemas['reply']>>
}

type Declared = Schemas & Description & Pick<Endpoint, 'event'>

/** A call of the contract: what `*.calls.ts` declare, servers serve, and the browser's tables (`*.gen.ts`) are made of. */
export type Call<Given extends Schemas = Schemas> = Endpoint<Given> &
  Given &
  Description & {
    /** whether it asks who is there; each write has it */
    readonly proof?: ProofRule
  }

/** The `params` that a path names; a call declares only those that are neither ids nor `paging`. */
type ParamsIn<Path extends string, Given extends Declared> = Given extends { params: z.ZodType }
  ? unknown
  : NamesIn<Path> extends never
    ? unknown
    : { params: z.ZodObject<Record<NamesIn<Path>, typeof idTextSchema>> }

type NamesIn<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Next}`
    ? Name | NamesIn<`/${Next}`>
    : Rest
  : never

function withParams<Path extends Endpoint['path'], Given extends Declared>(path: Path, declared: Given) {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const params = names.length > 0 && z.object(Object.fromEntries(names.map((name) => [name, schemaOf(name)])))
  return { path, ...(params && { params }), ...declared }
}

const schemaOf = (name: string) => (name === 'paging' ? pageSizeSchema : idTextSchema)

/** A call that changes nothing and is asked for by its path alone. */
export const read = <const Path extends Endpoint['path'], Given extends Declared & { proof?: ProofRule }>(
  path: Path,
  declared: Given,
) => ({ method: 'GET', ...withParams(path, declared) }) as Call<Given & ParamsIn<Path, Given>>

/** A call that changes nothing, and has a body. */
export const question = <const Path extends Endpoint['path'], Given extends Declared>(
  method: Write['method'],
  path: Path,
  declared: Given,
) => ({ method, kind: 'question', ...withParams(path, declared) }) as Call<Given & ParamsIn<Path, Given>>

/** A call that changes something. `kind`: `own-protocol` for one without an idempotency key. */
export const write = <
  const Path extends Endpoint['path'],
  Given extends Declared & { proof: ProofRule; kind?: 'own-protocol' },
>(
  method: Write['method'],
  path: Path,
  declared: Given,
) => ({ method, ...withParams(path, declared) }) as Call<Given & ParamsIn<Path, Given>>
