import type { ApiContext } from '#api-server/context.ts'
import { linkTo } from '#api-server/platform/paging.ts'
import * as schemas from '#contract/source.schema.ts'
import * as contract from '#contract/source.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'
import { decideOnRun, describeSource, editSettings, requestRun } from './control-source.ts'
import { giveVerdict, previewVerdict } from './judge-people.ts'
import { pageSourcePeople } from './page-people.ts'
import { pageRefusedResults, settleRefused } from './refused-results.ts'

/** Routes for the state of the source of students, and what teachers decide about its runs. */
export function sourceRoutes(app: Api, { database, source, letters, clock }: ApiContext): void {
  const desk = { database, source, clock }

  app.route({
    ...operation(contract.getSource, schemas.getSourceSchemas, {
      reach: 'administration',
      summary: 'How the source of students is, and what its last run found; for administrators',
    }),
    handler: () => describeSource(desk),
  })

  app.route({
    ...operation(contract.listSourcePeople, schemas.listSourcePeopleSchemas, {
      reach: 'administration',
      summary: 'People of the last run, with what would become of them now; for administrators',
    }),
    handler: async ({ query: { show = 'changes', after } }) => {
      const { entities, next } = await pageSourcePeople(database.kysely, { show, after }, clock())
      return {
        entities,
        _links: next === undefined ? {} : { next: linkTo(contract.listSourcePeople, { query: { show, after: next } }) },
      }
    },
  })

  app.route({
    ...operation(contract.previewSourceVerdict, schemas.previewSourceVerdictSchemas, {
      reach: 'administration',
      summary: 'What confirming or rejecting changes of some people would do',
    }),
    handler: ({ body }) => previewVerdict(desk, body),
  })

  app.route({
    ...operation(contract.giveSourceVerdict, schemas.giveSourceVerdictSchemas, {
      reach: 'administration',
      summary:
        'Confirm or reject changes of some people: an address of an account in use, or an account by its address',
      reasons: ['plan-changed'],
      rebuild: async () => ({ entity: await describeSource(desk) }),
    }),
    handler: async (request) => {
      await giveVerdict({ ...desk, letters }, request.body, callerOf(request).id)
      return { entity: await describeSource(desk) }
    },
  })

  app.route({
    ...operation(contract.editSource, schemas.editSourceSchemas, {
      reach: 'administration',
      summary: 'Set what is read of the source; the next run uses it',
      rebuild: async () => ({ entity: await describeSource(desk) }),
    }),
    handler: async (request) => {
      await editSettings(desk, request.body, callerOf(request).id)
      return { entity: await describeSource(desk) }
    },
  })

  app.route({
    ...operation(contract.runSource, schemas.runSourceSchemas, {
      reach: 'administration',
      summary: 'Begin a run whose changes wait for a confirmation; one that is under way goes on',
      rebuild: async () => ({ entity: await describeSource(desk) }),
    }),
    handler: async (request) => {
      await requestRun(desk, callerOf(request).id)
      return { entity: await describeSource(desk) }
    },
  })

  app.route({
    ...operation(contract.decideSource, schemas.decideSourceSchemas, {
      reach: 'administration',
      summary: 'Carry out or leave what a run found',
      reasons: ['plan-changed'],
      rebuild: async () => ({ entity: await describeSource(desk) }),
    }),
    handler: async (request) => {
      await decideOnRun(desk, request.body, callerOf(request).id)
      return { entity: await describeSource(desk) }
    },
  })

  app.route({
    ...operation(contract.listRefusedResults, schemas.listRefusedResultsSchemas, {
      reach: 'administration',
      summary: 'Published results that did not reach the source, latest first; for administrators',
    }),
    handler: ({ params: { paging }, query: { cursor } }) => pageRefusedResults(database.kysely, { paging, cursor }),
  })

  app.route({
    ...operation(contract.settleRefusedResults, schemas.settleRefusedResultsSchemas, {
      reach: 'administration',
      summary: 'Send results again that did not arrive, or note that they were done by hand',
      rebuild: async () => ({ entity: await describeSource(desk) }),
    }),
    handler: async (request) => {
      await settleRefused(desk, request.body, callerOf(request).id)
      return { entity: await describeSource(desk) }
    },
  })
}
