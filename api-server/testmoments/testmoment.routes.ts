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
import * as schemas from '#contract/testmoments.schema.ts'
import * as contract from '#contract/testmoments.ts'
import { wordRefusals } from '#domain/messages/message.rules.ts'
import type { WithMessage } from '#domain/messages/message.schema.ts'
import { placeRefusals } from '#domain/testmoments/place.rules.ts'
import type { TestmomentModuleList } from '#domain/testmoments/testmoment.schema.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'

const placeOf = ({ id, schoolyear_id: schoolyearId }: { id: number; schoolyear_id: number }) => ({ id, schoolyearId })

/** Routes for test moments, for administrators. */
export function testmomentRoutes(app: Api, context: ApiContext): void {
  const { database, clock } = context

  app.route({
    ...operation(contract.listTestmoments, schemas.listTestmomentsSchemas, {
      reach: 'administration',
      summary: 'The test moments of a school year, by their first day',
      reasons: ['not-found'],
    }),
    handler: async (request) => {
      const { schoolyear_id: schoolyearId, paging: size } = request.params
      const { cursor, sort, when } = request.query
      const page = await pageTestmoments({ database, clock }, { schoolyearId, size, cursor, sort, when })
      return {
        entities: page.moments,
        counts: page.counts,
        _links: nextLink(contract.listTestmoments, page.next, { params: request.params, query: { sort, when } }),
      }
    },
  })

  app.route({
    ...operation(contract.getTestmoment, schemas.getTestmomentSchemas, {
      reach: 'administration',
      summary: 'A test moment of this school year; with its enrollments where these are asked for',
      reasons: ['not-found'],
    }),
    handler: async (request) => {
      const moment = await requireTestmoment(database.kysely, placeOf(request.params))
      const entity = await describeTestmoment(database.kysely, moment)
      if (request.query.with !== 'enrollments') return entity
      const lines = await listEnrollmentsAtTestmoment(database.kysely, moment.id)
      const reader = { by: 'administrator', now: clock() } as const
      return { ...entity, enrollments: lines.map((line) => enrollmentReply(line, moment, reader)) }
    },
  })

  app.route({
    ...operation(contract.previewTestmomentEdit, schemas.previewTestmomentEditSchemas, {
      reach: 'administration',
      summary: 'What an edit of a test moment would mean to students',
      reasons: ['not-found'],
    }),
    handler: async (request) => {
      return previewTestmomentEdit(database, { id: request.params.id, edit: request.query }, clock())
    },
  })

  testmomentEditRoutes(app, context)
}

/** Routes that create, edit and delete test moments. */
function testmomentEditRoutes(app: Api, { database, letters, clock }: ApiContext): void {
  app.route({
    ...operation(contract.createTestmoment, schemas.createTestmomentSchemas, {
      reach: 'administration',
      summary: 'Add a closed test moment, of a day and without limits unless others are named; asks first if wished',
      statuses: [201],
      reasons: ['not-found', 'module-unknown', 'confirmation-needed', 'testmoment-starts-closed', ...placeRefusals],
      rebuild: async (_, [made]) => {
        const moment = made && (await requireTestmoment(database.kysely, made))
        return moment && { entity: await describeTestmoment(database.kysely, moment) }
      },
    }),
    handler: async (request, reply) => {
      const caller = callerOf(request)
      const { schoolyear_id: schoolyearId } = request.params
      const creation = { schoolyearId, wish: request.body, actorId: caller.id, ...request.query }
      reply.code(201)
      return { entity: await createTestmoment({ database, clock }, creation) }
    },
  })

  app.route({
    ...operation(contract.editTestmoment, schemas.editTestmomentSchemas, {
      reach: 'administration',
      summary: 'Change a test moment: its days, its times and place, its limit, whether and when students may enroll',
      reasons: [
        'not-found',
        'version-stale',
        'confirmation-needed',
        ...placeRefusals,
        'opening-past',
        'closing-past',
        'opening-too-late',
        'closing-too-late',
        'schedule-reversed',
        'enrollments-doubled',
        ...wordRefusals,
      ],
    }),
    bodyLimit: WITH_MODULES_LIMIT_BYTES,
    handler: async (request) => {
      const caller = callerOf(request)
      const { message, ...edit } = request.body
      const editing = { place: placeOf(request.params), edit, message, actorId: caller.id, ...request.query }
      const reply = await editTestmoment({ database, clock }, editing)
      if (reply.students_messaged > 0) letters.wake()
      return reply
    },
  })

  app.route({
    ...operation(contract.deleteTestmoment, schemas.deleteTestmomentSchemas, {
      reach: 'administration',
      summary: 'Delete a test moment with the enrollments there; asks first when there are any or it is the last',
      reasons: ['not-found', 'testmoment-recorded', 'confirmation-needed', ...wordRefusals],
    }),
    handler: async (request) => {
      const caller = callerOf(request)
      const deletion = {
        place: placeOf(request.params),
        confirmed: request.query.confirmed,
        actorId: caller.id,
        message: request.body?.message,
      }
      const { entity, students_messaged } = await deleteTestmoment({ database, clock }, deletion)
      if (students_messaged > 0) letters.wake()
      return { entity, enrollments_deleted: entity.tests, students_messaged }
    },
  })
}

/** Routes for acts on many moments at once, for administrators. */
export function momentsActRoutes(app: Api, { database, letters, clock }: ApiContext): void {
  app.route({
    ...operation(contract.previewMomentsAct, schemas.previewMomentsActSchemas, {
      reach: 'administration',
      summary: 'What opening, closing, planning, changing or deleting many test moments would do to each',
      reasons: ['module-unknown'],
    }),
    handler: async (request) => {
      return previewMomentsAct(database, request.body, clock())
    },
  })

  app.route({
    ...operation(contract.actOnMoments, schemas.actOnMomentsSchemas, {
      reach: 'administration',
      summary: 'Open, close, plan, change or delete up to two hundred test moments, as it was previewed',
      reasons: ['module-unknown', 'plan-changed', ...wordRefusals],
    }),
    handler: async (request) => {
      const caller = callerOf(request)
      const reply = await actOnMoments({ database, clock }, { ...request.body, actorId: caller.id })
      if (reply.students_messaged > 0) letters.wake()
      return reply
    },
  })
}

/** Routes for the modules of a test moment, for administrators. */
export function testmomentModuleRoutes(app: Api, { database, letters, clock }: ApiContext): void {
  const reasons = ['not-found', 'module-unknown', 'version-stale', 'confirmation-needed', ...wordRefusals] as const

  type EditRequest = FastifyRequest<{
    Params: { id: number }
    Querystring: { confirmed?: string | undefined }
    Body: TestmomentModuleList & WithMessage
  }>
  const edit = async (request: EditRequest, act: 'replace' | 'add') => {
    const caller = callerOf(request)
    const { id } = request.params
    const { message, ...list } = request.body
    const { entities, version, ...counts } = await editTestmomentModules(
      { database, clock },
      { id, act, list, message, confirmed: request.query.confirmed, actorId: caller.id },
    )
    if (counts.students_messaged > 0) letters.wake()
    return { entity: { entities: entities.map(testmomentModuleReply), version }, ...counts }
  }

  app.route({
    ...operation(contract.listTestmomentModules, schemas.listTestmomentModulesSchemas, {
      reach: 'administration',
      summary: 'The modules that a test moment lists, by name; none means that it offers all',
      reasons: ['not-found'],
    }),
    handler: async (request) => {
      const { id } = await requireTestmoment(database.kysely, request.params)
      const modules = await listTestmomentModules(database.kysely, [id])
      return { entities: modules.map(testmomentModuleReply), _links: {} }
    },
  })

  app.route({
    ...operation(contract.replaceTestmomentModules, schemas.replaceTestmomentModulesSchemas, {
      reach: 'administration',
      summary: 'Replace the modules of a test moment; asks first when students would lose by it or it would offer all',
      reasons,
    }),
    handler: (request) => edit(request, 'replace'),
  })

  app.route({
    ...operation(contract.addTestmomentModules, schemas.addTestmomentModulesSchemas, {
      reach: 'administration',
      summary: 'Add modules to a test moment or change their toggle; asks first when students would lose by it',
      reasons,
    }),
    handler: (request) => edit(request, 'add'),
  })
}
