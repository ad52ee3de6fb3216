import { z } from 'zod'
import type { ApiContext } from '#api-server/context.ts'
import type { ConnectionTrial } from '#domain/oeapi/connection.schema.ts'
import { refusalKinds } from '#domain/oeapi/refusal.rules.ts'
import type { Api } from '#server/operation.ts'
import type { ConnectionRow } from './connections.ts'
import { OEAPI_BASE } from './oeapi-paths.ts'
import { createTokens } from './tokens.ts'

/** The lists that systems begin with. */
const TRIED = ['/academic-sessions', '/programmes', '/test-components', '/persons', '/rooms']

const answerSchema = z.object({ items: z.array(z.unknown()) })
const problemSchema = z.object({ type: z.string().transform((type) => type.split('/').at(-1)) })

/** Asks this server as the system would, by a token that says so: nothing of it is noted as the system's. Returns counts alone. */
export async function tryToAskAs(
  app: Api,
  { keys, publicUrl, clock }: Pick<ApiContext, 'keys' | 'publicUrl' | 'clock'>,
  connection: ConnectionRow,
) {
  const tokens = createTokens({ key: keys.accessToken, publicUrl, clock })
  const { token } = await tokens.grant(connection, undefined, true)
  const steps: ConnectionTrial['steps'] = []
  for (const asked of TRIED) {
    const answer = await app.inject({
      url: OEAPI_BASE + asked,
      headers: { authorization: `Bearer ${token}`, host: new URL(publicUrl).host },
    })
    const found = answerSchema.safeParse(answer.json()).data?.items.length ?? null
    const kind = problemSchema.safeParse(answer.json()).data?.type
    const refused = found === null ? (refusalKinds.find((one) => one === kind) ?? 'unavailable') : null
    steps.push({ asked, refused, found })
  }
  return steps
}
