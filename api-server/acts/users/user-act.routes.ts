import { readUsersToExport } from '#api-server/acts/exports/export-users.ts'
import { sendFile } from '#api-server/acts/exports/send-file.ts'
import type { ApiContext } from '#api-server/context.ts'
import { soleUserReply } from '#api-server/facts/user.replies.ts'
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
      handler: ({ caller, query: { sort, ...filter } }, reply) =>
        sendFile(reply, writeFile, async () => {
          const people = await readUsersToExport(database, { filter, sort, actorId: caller.id }, clock())
          return { name: `gebruikers-${dayOf(clock())}.xlsx`, mediaType: XLSX, order: { kind: 'users', people } }
        }),
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
