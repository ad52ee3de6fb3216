import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiContext } from '#api-server/context.ts'
import {
  moduleStatuses,
  moduleStatusesText,
  testmoments,
  testmomentsText,
} from '#api-server/enrollments/student-lists/student-lists.ts'
import {
  type StudentReader,
  type StudentSnapshot,
  snapshotTag,
} from '#api-server/enrollments/student-lists/student-snapshots.ts'
import * as usersCalls from '#contract/users.calls.ts'
import type { EnrollingParty } from '#domain/enrollments/enrollment.rules.ts'
import { partyOf } from '#server/bearer.ts'
import { isKnown, notModified } from '#server/entity-tag.ts'
import { type Api, serve } from '#server/operation.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** student who reads their own list, if found along with the bearer */
    reader: StudentReader | null
  }
}

/** Routes that all students request at an opening. */
export function studentListRoutes(app: Api, { database, studentSnapshots }: ApiContext): void {
  app.decorateRequest('reader', null)
  /** Config for reading one's own lists. A request without a known tag gets the whole list. */
  const config: FastifyContextConfig = {
    findBearer: (request, { sub, sid }) => {
      if (Object(request.params).id !== sub) return undefined
      const toRead = database.isRemote && request.headers['if-none-match'] === undefined
      const finding = studentSnapshots.findReader({ id: sid, userId: Number(sub), toRead })
      return finding.then((reader) => {
        request.reader = reader ?? null
        return reader
      })
    },
  }

  /** Replies 304 to a client with the current list, before the list is made. */
  const answer = async <List>(
    request: FastifyRequest<{ Params: { id: number } }>,
    reply: FastifyReply,
    make: (snapshot: StudentSnapshot, by: EnrollingParty) => List,
    question?: string,
  ) => {
    const by = partyOf(request.caller)
    const revision = await studentSnapshots.revisionOf(request.params.id, request.reader ?? undefined)
    const tag = snapshotTag(revision, by, question)
    if (isKnown(request, tag)) return notModified(reply, tag)
    const snapshot = await studentSnapshots.read(revision, request.reader ?? undefined)
    reply.header('etag', snapshotTag(snapshot, by, question))
    return { entities: make(snapshot, by), _links: {} }
  }

  serve(app, usersCalls, {
    listModuleStatuses: {
      config,
      serializerCompiler: (route) => (route.httpStatus === '200' ? moduleStatusesText : JSON.stringify),
      handler: (request, reply) => answer(request, reply, moduleStatuses),
    },

    listUserTestmoments: {
      config,
      serializerCompiler: (route) => (route.httpStatus === '200' ? testmomentsText : JSON.stringify),
      handler: (request, reply) => {
        const { module_id } = request.query
        return answer(
          request,
          reply,
          (snapshot, by) => testmoments(snapshot, { by, moduleId: module_id }),
          `${module_id}`,
        )
      },
    },
  })
}
