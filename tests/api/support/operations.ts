import { z } from 'zod'
import type { TestApi } from '#tests/support/api/test-api.ts'

const parameterSchema = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean().default(false),
  schema: z.record(z.string(), z.unknown()),
})
export type Parameter = z.infer<typeof parameterSchema>

const contentSchema = z.record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()).optional() }).loose())

const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        security: z.array(z.record(z.string(), z.array(z.string()))),
        parameters: z.array(parameterSchema).default([]),
        requestBody: z.object({ content: contentSchema }).optional(),
        responses: z.record(z.string(), z.object({ content: contentSchema.default({}) })),
      }),
    ),
  ),
})

type Described = z.infer<typeof documentSchema>['paths'][string][string]

/** An operation as the OpenAPI document describes it. */
export interface Operation extends Omit<Described, 'security'> {
  /** such as 'GET /user/{id}' */
  name: string
  method: string
  path: string
  /** needs a token */
  guarded: boolean
  /** only for an invigilator's device */
  forDevices: boolean
}

let known: ReturnType<typeof readOperations> | undefined

/**
 * Lists every route in the document: all below /api/v1 except the document itself. Read once a process: it is the same on each
 * server, and making and reading it takes as long as a server.
 */
export function listOperations(api: TestApi): Promise<Operation[]> {
  known ??= readOperations(api)
  return known
}

async function readOperations(api: TestApi): Promise<Operation[]> {
  const { paths } = documentSchema.parse((await api.ask('GET /openapi.json')).body)
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { security, ...described }]) => ({
      ...described,
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      guarded: security.length > 0,
      forDevices: security.some((scheme) => 'invigilator' in scheme),
    })),
  )
}
