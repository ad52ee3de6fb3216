import { Readable } from 'node:stream'
import { readUsersToExport } from '#api-server/acts/exports/export-users.ts'
import { requireRoom } from '#api-server/acts/exports/write-apart.ts'
import type { ApiContext } from '#api-server/context.ts'
import { soleUserReply } from '#api-server/facts/user.replies.ts'
import { attachment } from '#api-server/platform/content-disposition.ts'
import { STUDENT_LIST_LIMIT_BYTES } from '#api-server/platform/limits.ts'
import { addUser as add } from '#api-server/users/add-user.ts'
import { XLSX } from '#contract/endpoint.ts'
import {
  addUserSchemas,
  carryOutUserActSchemas,
  exportUsersSchemas,
  previewUserActSchemas,
} from '#contract/users.schema.ts'
import { addUser, carryOutUserAct, exportUsers, previewUserAct } from '#contract/users.ts'
import { dayOf } from '#domain/calendar/amsterdam.ts'
import { wordRefusals } from '#domain/messages/message.rules.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'
import { carryOutUserAct as carryOut } from './carry-out-user-act.ts'
import { planUserAct } from './plan-user-act.ts'

const classGroupRefusals = ['class-group-too-long', 'class-group-unreadable'] as const

/** Routes for adding a user, exporting the list and acting on many users, for administrators. */
export function userActRoutes(app: Api, { database, keys, letters, writeFile, clock }: ApiContext): void {
  app.route({
    ...operation(addUser, addUserSchemas, {
      reach: 'administration',
      summary: 'Make one account, and have its owner written to unless that is for later',
      statuses: [201],
      reasons: [
        'username-missing',
        'username-implausible',
        'username-taken',
        'name-missing',
        'name-too-long',
        'name-unreadable',
        'student-number-unreadable',
        'student-number-too-long',
        'student-number-shortened',
        'student-number-taken',
        ...classGroupRefusals,
        'education-department-unavailable',
      ],
    }),
    handler: async (request, reply) => {
      const caller = callerOf(request)
      const user = await add({ database, letters, clock }, caller, request.body)
      reply.code(201)
      return { entity: soleUserReply(user, caller, keys.links) }
    },
  })

  app.route({
    ...operation(exportUsers, exportUsersSchemas, {
      reach: 'administration',
      summary: 'An .xlsx of the users as their list shows them, with its filters and in its order',
      reasons: ['users-too-many'],
    }),
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const caller = callerOf(request)
      requireRoom()
      const { sort, ...filter } = request.query
      const people = await readUsersToExport(database, { filter, sort, actorId: caller.id }, clock())
      return reply
        .type(XLSX)
        .header('content-disposition', attachment(`gebruikers-${dayOf(clock())}.xlsx`))
        .send(Readable.from(writeFile({ kind: 'users', people })))
    },
  })

  app.route({
    ...operation(previewUserAct, previewUserActSchemas, {
      reach: 'administration',
      summary: 'What an act on many users would do to each of them; nothing is changed',
      reasons: ['users-too-many', ...classGroupRefusals],
    }),
    bodyLimit: STUDENT_LIST_LIMIT_BYTES,
    handler: async (request) => {
      const caller = callerOf(request)
      return planUserAct(database.kysely, { ...request.body, callerId: caller.id }, clock())
    },
  })

  app.route({
    ...operation(carryOutUserAct, carryOutUserActSchemas, {
      reach: 'administration',
      summary:
        'Invite some users, give them a department or a class group, or delete them, as far as it can be; again it does nothing twice',
      reasons: [...wordRefusals, ...classGroupRefusals],
    }),
    handler: async (request) => {
      const caller = callerOf(request)
      return { users: await carryOut({ database, keys, letters, clock }, caller, request.body) }
    },
  })
}
