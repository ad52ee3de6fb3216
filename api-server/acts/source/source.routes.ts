import type { z } from 'zod'
import type { ApiContext } from '#api-server/context.ts'
import { linkTo } from '#api-server/platform/paging.ts'
import * as sourceCalls from '#contract/source.calls.ts'
import * as contract from '#contract/source.gen.ts'
import type { TrialStep } from '#domain/source/source.schema.ts'
import { type Api, serve } from '#server/operation.ts'
import { decideOnRun, describeSource, editSettings, hurry, requestRun } from './control-source.ts'
import { giveVerdict, previewVerdict } from './judge-people.ts'
import { pageSourcePeople } from './page-people.ts'
import { findSession, SINCE_EVER } from './read-source.ts'
import { pageRefusedResults, settleRefused } from './refused-results.ts'
import * as answers from './source-answers.ts'
import { openSourceClient } from './source-client.ts'
import { SourceFault } from './source-fault.ts'
import { groundsOf, readSource } from './source-state.queries.ts'

export function sourceRoutes(app: Api, { database, source, letters, clock }: ApiContext): void {
  const desk = { database, source, clock }
  const reply = async () => ({ entity: await describeSource(desk) })
  /** Serves a write whose reply is what the source is like after it. */
  const answering = <Request>(write: (request: Request) => Promise<unknown>) => ({
    rebuild: reply,
    handler: async (request: Request) => {
      await write(request)
      return reply()
    },
  })

  serve(app, sourceCalls, {
    getSource: () => describeSource(desk),

    listSourcePeople: async ({ query: { show = 'changes', after } }) => {
      const { entities, next } = await pageSourcePeople(database.kysely, { show, after }, clock())
      return {
        entities,
        _links: next === undefined ? {} : { next: linkTo(contract.listSourcePeople, { query: { show, after: next } }) },
      }
    },

    previewSourceVerdict: ({ body }) => previewVerdict(desk, body),

    giveSourceVerdict: answering(({ caller, body }) => giveVerdict({ ...desk, letters }, body, caller.id)),

    editSource: answering(({ caller, body }) => editSettings(desk, body, caller.id)),

    runSource: answering(({ caller }) => requestRun(desk, caller.id)),

    hurrySource: answering(({ caller }) => hurry(desk, caller.id)),

    trySource: async () => ({ steps: await tryToReadSource(desk) }),

    decideSource: answering(({ caller, body }) => decideOnRun(desk, body, caller.id)),

    listRefusedResults: ({ params: { paging }, query: { cursor } }) =>
      pageRefusedResults(database.kysely, { paging, cursor }),

    settleRefusedResults: answering(({ caller, body }) => settleRefused(desk, body, caller.id)),
  })
}

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
