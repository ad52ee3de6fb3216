import type { ApiContext } from '#api-server/context.ts'
import { linkTo } from '#api-server/platform/paging.ts'
import * as sourceCalls from '#contract/source.calls.ts'
import * as contract from '#contract/source.gen.ts'
import { type Api, serve } from '#server/operation.ts'
import { decideOnRun, describeSource, editSettings, hurry, requestRun } from './control-source.ts'
import { giveVerdict, previewVerdict } from './judge-people.ts'
import { pageSourcePeople } from './page-people.ts'
import { pageRefusedResults, settleRefused } from './refused-results.ts'
import { tryToReadSource } from './try-source.ts'

export function sourceRoutes(app: Api, { database, source, letters, clock }: ApiContext): void {
  const desk = { database, source, clock }
  const reply = async () => ({ entity: await describeSource(desk) })

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
      rebuild: reply,
      handler: async ({ caller, body }) => {
        await giveVerdict({ ...desk, letters }, body, caller.id)
        return reply()
      },
    },

    editSource: {
      rebuild: reply,
      handler: async ({ caller, body }) => {
        await editSettings(desk, body, caller.id)
        return reply()
      },
    },

    runSource: {
      rebuild: reply,
      handler: async ({ caller }) => {
        await requestRun(desk, caller.id)
        return reply()
      },
    },

    hurrySource: {
      rebuild: reply,
      handler: async ({ caller }) => {
        await hurry(desk, caller.id)
        return reply()
      },
    },

    trySource: async () => ({ steps: await tryToReadSource(desk) }),

    decideSource: {
      rebuild: reply,
      handler: async ({ caller, body }) => {
        await decideOnRun(desk, body, caller.id)
        return reply()
      },
    },

    listRefusedResults: ({ params: { paging }, query: { cursor } }) =>
      pageRefusedResults(database.kysely, { paging, cursor }),

    settleRefusedResults: {
      rebuild: reply,
      handler: async ({ caller, body }) => {
        await settleRefused(desk, body, caller.id)
        return reply()
      },
    },
  })
}
