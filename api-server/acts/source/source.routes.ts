import type { ApiContext } from '#api-server/context.ts'
import { linkTo } from '#api-server/platform/paging.ts'
import * as sourceCalls from '#contract/source.calls.ts'
import * as contract from '#contract/source.gen.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, serve } from '#server/operation.ts'
import { decideOnRun, describeSource, editSettings, hurry, requestRun } from './control-source.ts'
import { giveVerdict, previewVerdict } from './judge-people.ts'
import { pageSourcePeople } from './page-people.ts'
import { pageRefusedResults, settleRefused } from './refused-results.ts'
import { tryToReadSource } from './try-source.ts'

export function sourceRoutes(app: Api, { database, source, letters, clock }: ApiContext): void {
  const desk = { database, source, clock }

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

    giveSourceVerdict: {
      rebuild: async () => ({ entity: await describeSource(desk) }),
      handler: async (request) => {
        await giveVerdict({ ...desk, letters }, request.body, callerOf(request).id)
        return { entity: await describeSource(desk) }
      },
    },

    editSource: {
      rebuild: async () => ({ entity: await describeSource(desk) }),
      handler: async (request) => {
        await editSettings(desk, request.body, callerOf(request).id)
        return { entity: await describeSource(desk) }
      },
    },

    runSource: {
      rebuild: async () => ({ entity: await describeSource(desk) }),
      handler: async (request) => {
        await requestRun(desk, callerOf(request).id)
        return { entity: await describeSource(desk) }
      },
    },

    hurrySource: {
      rebuild: async () => ({ entity: await describeSource(desk) }),
      handler: async (request) => {
        await hurry(desk, callerOf(request).id)
        return { entity: await describeSource(desk) }
      },
    },

    trySource: async () => ({ steps: await tryToReadSource(desk) }),

    decideSource: {
      rebuild: async () => ({ entity: await describeSource(desk) }),
      handler: async (request) => {
        await decideOnRun(desk, request.body, callerOf(request).id)
        return { entity: await describeSource(desk) }
      },
    },

    listRefusedResults: ({ params: { paging }, query: { cursor } }) =>
      pageRefusedResults(database.kysely, { paging, cursor }),

    settleRefusedResults: {
      rebuild: async () => ({ entity: await describeSource(desk) }),
      handler: async (request) => {
        await settleRefused(desk, request.body, callerOf(request).id)
        return { entity: await describeSource(desk) }
      },
    },
  })
}
