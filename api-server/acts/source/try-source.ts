import type { z } from 'zod'
import type { ApiContext } from '#api-server/context.ts'
import type { TrialStep } from '#domain/source/source.schema.ts'
import { findSession, SINCE_EVER } from './read-source.ts'
import * as answers from './source-answers.ts'
import { openSourceClient } from './source-client.ts'
import { SourceFault } from './source-fault.ts'
import { groundsOf, readSource } from './source-state.queries.ts'

/** ms for the whole trial, for which a teacher waits */
const TRIAL_MS = 20_000

/** Asks the source for the first page of each list that a run reads, until it fails. Keeps nothing. */
export async function tryToReadSource({
  database,
  source,
  clock,
}: Pick<ApiContext, 'database' | 'source' | 'clock'>): Promise<TrialStep[]> {
  if (!source) return []
  const { config } = source
  const signal = AbortSignal.timeout(TRIAL_MS)
  const client = openSourceClient({ source: config, clock, signal, tries: 1 })
  const countFirst = async (path: string, item: z.ZodType, query: Readonly<Record<string, string>> = {}) => {
    for await (const { items } of client.pages({ path, query, item })) return items?.length ?? 0
    return 0
  }
  const { session = '' } = await groundsOf(database.kysely, config, await readSource(database))
  let sessionId = ''
  const lists: Record<string, () => Promise<number | null>> = {
    '/': async () => {
      await client.read('/', answers.serviceSchema)
      return null
    },
    '/academic-sessions': async () => {
      sessionId = await findSession(client, session)
      return null
    },
    '/programmes': () => countFirst('/programmes', answers.programmeItemSchema),
    '/programme-offerings': () =>
      countFirst(`/academic-sessions/${sessionId}/programme-offerings`, answers.offeringItemSchema, SINCE_EVER),
    '/persons': () =>
      countFirst('/persons', answers.personItemSchema, { affiliations: 'student', fields: answers.PERSON_FIELDS }),
    [`/${config.modules}`]: () => countFirst(`/${config.modules}`, answers.componentItemSchema),
  }
  const steps: TrialStep[] = []
  try {
    for (const [asked, ask] of Object.entries(lists)) steps.push({ asked, fault: null, found: await ask() })
  } catch (error) {
    if (!(error instanceof SourceFault) && !signal.aborted) throw error
    const asked = Object.keys(lists)[steps.length] ?? ''
    steps.push({ asked, fault: error instanceof SourceFault ? error.code : 'source-away', found: null })
  } finally {
    await client.close()
  }
  return steps
}
