import { Readable } from 'node:stream'
import { readUsersToExport } from '#api-server/acts/exports/export-users.ts'
import { requireRoom } from '#api-server/acts/exports/write-apart.ts'
import type { ApiContext } from '#api-server/context.ts'
import { soleUserReply } from '#api-server/facts/user.replies.ts'
import { attachment } from '#api-server/platform/content-disposition.ts'
import { STUDENT_LIST_LIMIT_BYTES } from '#api-server/platform/limits.ts'
import { addUser } from '#api-server/users/add-user.ts'
import { XLSX } from '#contract/endpoint.ts'
import * as usersCalls from '#contract/users.calls.ts'
import { dayOf } from '#domain/calendar/amsterdam.ts'
import { type Api, serve } from '#server/operation.ts'
import { carryOutUserAct, planUserAct } from './user-acts.ts'

export function userActRoutes(app: Api, { database, keys, letters, writeFile, clock }: ApiContext): void {
  serve(app, usersCalls, {
    addUser: async ({ caller, body }) => {
      const user = await addUser({ database, letters, clock }, caller, body)
      return { entity: soleUserReply(user, caller, keys.links) }
    },

    exportUsers: {
      exposeHeadRoute: false,
      handler: async ({ caller, query: { sort, ...filter } }, reply) => {
        requireRoom()
        const people = await readUsersToExport(database, { filter, sort, actorId: caller.id }, clock())
        return reply
          .type(XLSX)
          .header('content-disposition', attachment(`gebruikers-${dayOf(clock())}.xlsx`))
          .send(Readable.from(writeFile({ kind: 'users', people })))
      },
    },

    previewUserAct: {
      bodyLimit: STUDENT_LIST_LIMIT_BYTES,
      handler: async ({ caller, body }) => planUserAct(database.kysely, { ...body, callerId: caller.id }, clock()),
    },

    carryOutUserAct: async ({ caller, body }) => ({
      users: await carryOutUserAct({ database, keys, letters, clock }, caller, body),
    }),
  })
}
