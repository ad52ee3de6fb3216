import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** The standard's own document, which stands beside the checkout and not in it. */
const STANDARD = join(import.meta.dirname, '../../../../shared/oeapi/ooapiv6.json')

const parameterSchema = z.object({ name: z.string().optional(), $ref: z.string().optional() })
const operationSchema = z.object({ parameters: z.array(parameterSchema).default([]) }).optional()
const standardSchema = z.object({
  paths: z.record(z.string(), z.object({ get: operationSchema, patch: operationSchema })),
  components: z.object({ parameters: z.record(z.string(), z.object({ name: z.string() })) }),
})

/** Whether the standard knows the path and the parameters of 'GET /oeapi/persons?…'; true without its document. */
export function isInStandard(asked: string): boolean {
  if (!existsSync(STANDARD)) return true
  const { paths, components } = standardSchema.parse(JSON.parse(readFileSync(STANDARD, 'utf8')))
  const [method = '', path = ''] = asked.split(' ')
  const url = new URL(path.replace('/oeapi', ''), 'http://source')
  const known = Object.entries(paths).find(([each]) =>
    new RegExp(`^${each.replace(/\{\w+\}/g, '[\\da-f-]{36}')}$`).test(url.pathname),
  )?.[1]
  const operation = method === 'PATCH' ? known?.patch : method === 'GET' ? known?.get : undefined
  const names = operation?.parameters.map(
    ({ name, $ref }) => name ?? components.parameters[$ref?.split('/').at(-1) ?? '']?.name,
  )
  return names !== undefined && [...url.searchParams.keys()].every((name) => names.includes(name))
}
