import type { FastifyRequest } from 'fastify'
import type { ApiContext } from '#api-server/context.ts'
import { listEnrollmentsAtTestmoment } from '#api-server/facts/enrollment.queries.ts'
import { enrollmentReply } from '#api-server/facts/enrollment.replies.ts'
import { listTestmomentModules, requireTestmoment } from '#api-server/facts/testmoment.queries.ts'
import { WITH_MODULES_LIMIT_BYTES } from '#api-server/platform/limits.ts'
import { nextLink } from '#api-server/platform/paging.ts'
import { actOnMoments, previewMomentsAct } from '#api-server/testmoments/act-on-moments.ts'
import { deleteTestmoment } from '#api-server/testmoments/delete-testmoment.ts'
import { createTestmoment, editTestmoment, previewTestmomentEdit } from '#api-server/testmoments/edit-testmoment.ts'
import { describeTestmoment, pageTestmoments } from '#api-server/testmoments/list-testmoments.ts'
import { testmomentModuleReply } from '#api-server/testmoments/testmoment.replies.ts'
import { editTestmomentModules } from '#api-server/testmoments/testmoment-modules.ts'
import * as testmomentsCalls from '#contract/testmoments.calls.ts'
import * as contract from '#contract/testmoments.gen.ts'
import type { WithMessage } from '#domain/messages/message.schema.ts'
import type { TestmomentModuleList } from '#domain/testmoments/testmoment.schema.ts'
import { type Api, serve } from '#server/operation.ts'

const placeOf = ({ id, schoolyear_id: schoolyearId }: { id: number; schoolyear_id: number }) => ({ id, schoolyearId })

export function testmomentRoutes(app: Api, context: ApiContext): void {
  const { database, clock } = context

  serve(app, testmomentsCalls, {
    listTestmoments: async ({ params, query: { cursor, sort, when } }) => {
      const { schoolyear_id: schoolyearId, paging: size } = params
      const page = await pageTestmoments({ database, clock }, { schoolyearId, size, cursor, sort, when })
      return {
        entities: page.moments,
        counts: page.counts,
        _links: nextLink(contract.listTestmoments, page.next, { params: params, query: { sort, when } }),
      }
    },

    getTestmoment: async ({ params, query }) => {
      const moment = await requireTestmoment(database.kysely, placeOf(params))
      const entity = await describeTestmoment(database.kysely, moment)
      if (query.with !== 'enrollments') return entity
      const lines = await listEnrollmentsAtTestmoment(database.kysely, moment.id)
      const reader = { by: 'administrator', now: clock() } as const
      return { ...entity, enrollments: lines.map((line) => enrollmentReply(line, moment, reader)) }
    },

    previewTestmomentEdit: async ({ params, query }) =>
      previewTestmomentEdit(database, { id: params.id, edit: query }, clock()),
  })

  testmomentEditRoutes(app, context)
  testmomentModuleRoutes(app, context)
  momentsActRoutes(app, context)
}

function testmomentEditRoutes(app: Api, { database, letters, clock }: ApiContext): void {
  serve(app, testmomentsCalls, {
    createTestmoment: {
      rebuild: async (_, [made]) => {
        const moment = made && (await requireTestmoment(database.kysely, made))
        return moment && { entity: await describeTestmoment(database.kysely, moment) }
      },
      handler: async ({ caller, params: { schoolyear_id: schoolyearId }, query, body }) => {
        const creation = { schoolyearId, wish: body, actorId: caller.id, ...query }
        return { entity: await createTestmoment({ database, clock }, creation) }
      },
    },

    editTestmoment: {
      bodyLimit: WITH_MODULES_LIMIT_BYTES,
      handler: async ({ caller, params, query, body: { message, ...edit } }) => {
        const editing = { place: placeOf(params), edit, message, actorId: caller.id, ...query }
        const reply = await editTestmoment({ database, clock }, editing)
        if (reply.students_messaged > 0) letters.wake()
        return reply
      },
    },

    deleteTestmoment: async ({ caller, params, query, body }) => {
      const deletion = {
        place: placeOf(params),
        confirmed: query.confirmed,
        actorId: caller.id,
        message: body?.message,
      }
      const { entity, students_messaged } = await deleteTestmoment({ database, clock }, deletion)
      if (students_messaged > 0) letters.wake()
      return { entity, enrollments_deleted: entity.tests, students_messaged }
    },
  })
}

function momentsActRoutes(app: Api, { database, letters, clock }: ApiContext): void {
  serve(app, testmomentsCalls, {
    previewMomentsAct: async ({ body }) => previewMomentsAct(database, body, clock()),

    actOnMoments: async ({ caller, body }) => {
      const reply = await actOnMoments({ database, clock }, { ...body, actorId: caller.id })
      if (reply.students_messaged > 0) letters.wake()
      return reply
    },
  })
}

function testmomentModuleRoutes(app: Api, { database, letters, clock }: ApiContext): void {
  type EditRequest = FastifyRequest<{
    Params: { id: number }
    Querystring: { confirmed?: string | undefined }
    Body: TestmomentModuleList & WithMessage
  }>
  const edit = async (request: EditRequest, act: 'replace' | 'add') => {
    const { caller } = request
    const { id } = request.params
    const { message, ...list } = request.body
    const { entities, version, ...counts } = await editTestmomentModules(
      { database, clock },
      { id, act, list, message, confirmed: request.query.confirmed, actorId: caller.id },
    )
    if (counts.students_messaged > 0) letters.wake()
    return { entity: { entities: entities.map(testmomentModuleReply), version }, ...counts }
  }

  serve(app, testmomentsCalls, {
    listTestmomentModules: async ({ params }) => {
      const { id } = await requireTestmoment(database.kysely, params)
      const modules = await listTestmomentModules(database.kysely, [id])
      return { entities: modules.map(testmomentModuleReply), _links: {} }
    },

    replaceTestmomentModules: (request) => edit(request, 'replace'),

    addTestmomentModules: (request) => edit(request, 'add'),
  })
}
