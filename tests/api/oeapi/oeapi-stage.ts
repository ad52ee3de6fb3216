import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect } from 'vitest'
import { z } from 'zod'
import type { ConnectionScope } from '#domain/oeapi/connection.rules.ts'
import { connectionSchema } from '#domain/oeapi/connection.schema.ts'
import type { TestApi } from '#tests/support/api/test-api.ts'

/** The standard's own document lies beside the checkout; CI has it. */
const STANDARD = join(import.meta.dirname, '../../../../shared/oeapi/ooapiv6.json')

type Validate = (schema: string, answer: unknown) => void

/** Checks an answer against a schema of the standard's document, where it is there. */
export const validateByStandard: Validate = existsSync(STANDARD) ? openStandard() : () => undefined

function openStandard(): Validate {
  // One reference of the document leads to a file that is not part of it.
  const text = readFileSync(STANDARD, 'utf8').replaceAll('./Consumer.yaml', '#/components/schemas/Consumer')
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  for (const name of ['int32', 'double', 'float']) ajv.addFormat(name, true)
  ajv.addSchema(JSON.parse(text), 'standard')
  return (schema, answer) => {
    const name = `standard#/components/schemas/${schema}`
    ajv.validate(name, answer)
    expect(ajv.errors, `${schema}: ${JSON.stringify(answer)}`).toBeNull()
  }
}

const madeSchema = z.object({ entity: connectionSchema, secret: z.string().nullable() })

/** Makes a connection as the teacher does. */
export async function connect(
  api: TestApi,
  scopes: readonly ConnectionScope[],
  more: { name?: string; public_key?: string; publishes?: boolean } = {},
) {
  const { token } = await api.logIn('teacher@school.test')
  const { status, body } = await api.ask('POST /connection', { token, body: { name: 'Toetssysteem', scopes, ...more } })
  expect(status).toBe(201)
  const { entity, secret } = madeSchema.parse(body)
  return { ...entity, secret: secret ?? '' }
}

export const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`

interface Form {
  authorization?: string
  form?: Record<string, string> | string
}

/** Asks the token endpoint. */
export const askToken = (api: TestApi, { authorization, form = {} }: Form) =>
  api.ask('POST /oeapi/token', {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(authorization !== undefined && { authorization }),
    },
    body:
      typeof form === 'string' ? form : new URLSearchParams({ grant_type: 'client_credentials', ...form }).toString(),
  })

/** A token of a new connection with these scopes. */
export async function tokenFor(api: TestApi, scopes: readonly ConnectionScope[]): Promise<string> {
  const { client_id, secret } = await connect(api, scopes)
  const { status, body } = await askToken(api, { authorization: basic(client_id, secret) })
  expect(status).toBe(200)
  return z.object({ access_token: z.string() }).parse(body).access_token
}
