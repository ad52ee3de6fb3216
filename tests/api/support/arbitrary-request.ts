import fc from 'fast-check'
import { anyText, arbitraryOf, type IdsFor } from './arbitrary-of.ts'
import type { Operation, Parameter } from './operations.ts'

/** A request to one operation. */
export interface ArbitraryRequest {
  url: string
  payload: string | undefined
  headers: Record<string, string>
}

/** Arbitrary requests to this operation: from fully valid to not even JSON. */
export function requestsTo({ path, parameters, requestBody }: Operation, idsFor: IdsFor) {
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  const bodySchema = requestBody?.content['application/json']?.schema
  return fc
    .record({
      params: fc.tuple(
        ...inPath.map(({ name, schema }) => arbitraryOf(schema, before(path, name), idsFor).map(asPart)),
      ),
      query: queriesOf(parameters, idsFor),
      body:
        bodySchema === undefined
          ? mostly(fc.constant(undefined), anyBody)
          : bodiesOf(bodySchema, before(path, 'id'), idsFor),
      headers,
    })
    .map(({ params, query, body, headers }): ArbitraryRequest => {
      const names = inPath.map(({ name }) => `{${name}}`)
      const filled = names.reduce((done, name, index) => done.replace(name, () => params[index] ?? ''), path)
      const contentType: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
      return { url: filled + query, payload: body, headers: { ...contentType, ...headers } }
    })
}

/** In '/user/{id}' what comes before 'id' is 'user'; a name that says more, such as 'schoolyear_id', says it itself. */
const before = (path: string, name: string): string => new RegExp(`([\\w-]+)/\\{${name}\\}`).exec(path)?.[1] ?? name

const mostly = <Value>(usual: fc.Arbitrary<Value>, ...rare: fc.Arbitrary<Value>[]) =>
  fc.oneof({ weight: 6, arbitrary: usual }, ...rare)

const anyBody = fc.oneof(fc.json(), anyText, fc.constantFrom('{', '[]', '{"__proto__":{}}', '{"a":1e999}'))

function bodiesOf(schema: unknown, name: string, idsFor: IdsFor): fc.Arbitrary<string> {
  const shaped = arbitraryOf(schema, name, idsFor)
  const spoilt = fc.tuple(shaped, anyText, fc.jsonValue()).chain(([value, name, other]) => {
    const names = Object.keys(Object(value))
    const spoil = (key: string) => ({ ...Object(value), [key]: other })
    return fc.constantFrom(...[...names, name].map(spoil))
  })
  return fc.oneof(
    { weight: 8, arbitrary: shaped.map((value) => JSON.stringify(value)) },
    { weight: 2, arbitrary: spoilt.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: anyBody },
  )
}

function queriesOf(parameters: readonly Parameter[], idsFor: IdsFor): fc.Arbitrary<string> {
  const known = parameters.filter((parameter) => parameter.in === 'query')
  const pairs = known.map(({ name, schema, required }) => {
    const pair = arbitraryOf(schema, name, idsFor).map((value) => `${name}=${asPart(value)}`)
    return fc.option(pair, { nil: undefined, freq: required ? 20 : 2 })
  })
  const unknown = fc.option(anyText.map(asPart), { nil: undefined, freq: 1 })
  return fc.tuple(...pairs, unknown).map((parts) => {
    const given = parts.filter((part) => part !== undefined)
    return given.length > 0 ? `?${given.join('&')}` : ''
  })
}

/** Encoded as clients do, but for what cannot be, which goes as no client would send it. */
function asPart(value: unknown): string {
  const text = String(value)
  return text.isWellFormed() ? encodeURIComponent(text) : '%ff%'
}

/** Text that a header may hold; other text never reaches a server. */
const headerText = fc.stringMatching(/^[!-~][ -~]{0,60}$/)

const headers: fc.Arbitrary<Record<string, string>> = fc.record(
  {
    'if-none-match': fc.oneof(headerText, fc.constantFrom('*', '""', 'W/"1"', '"1", "2"')),
    'accept-language': headerText,
    'x-forwarded-for': headerText,
  },
  { requiredKeys: [] },
)

/** Authorization headers that are nobody's token. */
export const wrongAuthorizations = fc.option(
  fc.oneof(
    headerText,
    headerText.map((text) => `Bearer ${text}`),
    fc.constantFrom('Bearer', 'Bearer a.b.c', 'Basic c2FtOndhY2h0d29vcmQ=', 'bearer eyJhbGciOiJub25lIn0.e30.'),
  ),
  { nil: undefined },
)
