import type { FastifySchema } from 'fastify'
import { z } from 'zod'
import { fullPathOf } from '#contract/endpoint.ts'
import { type ShownEndpoint, shownEndpoints } from '#contract/examples.ts'
import { detailedRefusals } from '#contract/reason.examples.ts'
import { reasonTexts } from '#contract/reason.texts.ts'

const byRoute = new Map(
  shownEndpoints.map((shown) => [`${shown.endpoint.method} ${fullPathOf(shown.endpoint)}`, shown]),
)

/** A name, a group and an example of everything that travels, for the OpenAPI document. */
export function withExamples(schema: FastifySchema, method: string, url: string): FastifySchema {
  const shown = byRoute.get(`${method} ${url}`)
  if (!shown) return schema
  const replies = Object.entries(Object(schema.response)).map(([status, reply]) => [
    status,
    Number(status) < 400 ? withExample(reply, shown.reply) : withReasons(reply, shown, Number(status)),
  ])
  return {
    ...schema,
    ...(schema.body !== undefined && { body: withExample(schema.body, shown.body) }),
    response: Object.fromEntries(replies),
    operationId: shown.name,
    tags: [shown.resource],
  }
}

const withExample = (schema: unknown, example: unknown): unknown =>
  schema instanceof z.ZodType ? schema.meta({ ...schema.meta(), examples: [example] }) : schema

/** A refusal in words has examples of its own; one by a code shows each code that it may be. */
function withReasons(schema: unknown, { refusals }: ShownEndpoint, status: number): unknown {
  const inWords = refusals?.[status]
  if (inWords !== undefined) return withExample(schema, inWords)
  if (!(schema instanceof z.ZodObject)) return schema
  const { reason } = schema.shape
  if (!(reason instanceof z.ZodEnum)) return schema
  const detailed: Partial<Record<string, object>> = detailedRefusals
  const texts: Partial<Record<string, string>> = reasonTexts
  const examples = reason.options.map((code) => [
    code,
    { value: detailed[code] ?? { reason: code, message: texts[code] } },
  ])
  return schema.meta({ ...schema.meta(), 'x-examples': Object.fromEntries(examples) })
}
