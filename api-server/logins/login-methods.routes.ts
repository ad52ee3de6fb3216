import type { ApiContext } from '#api-server/context.ts'
import { requireUser } from '#api-server/facts/require-user.ts'
import * as loginsCalls from '#contract/logins.calls.ts'
import type { Caller } from '#server/bearer.ts'
import { type Api, serve } from '#server/operation.ts'
import {
  addOwnPasskey,
  addOwnTotp,
  beginOwnTotp,
  loginMethodsOf,
  removeOwnTotp,
  removePasskey,
  renamePasskey,
  renewOwnCodes,
  resetSecondFactor,
} from './login-methods.ts'
import { newPasskeyOptions } from './passkeys.ts'

export function loginMethodRoutes(app: Api, context: ApiContext): void {
  const replyOf = async (caller: Caller, changed: { recovery_codes?: string[] } = {}, userId = caller.id) => ({
    entity: await loginMethodsOf(context, caller, userId),
    ...changed,
  })

  serve(app, loginsCalls, {
    getLoginMethods: async ({ caller, params }) => loginMethodsOf(context, caller, params.id),

    resetSecondFactor: async ({ caller, params }) => {
      await resetSecondFactor(context, caller, params.id)
      return replyOf(caller, {}, params.id)
    },

    getPasskeyOptions: async ({ caller }) => ({
      options: await newPasskeyOptions(context, await requireUser(context.database.kysely, caller.id)),
    }),

    addPasskey: async ({ caller, body }) => replyOf(caller, await addOwnPasskey(context, caller.id, body)),

    editPasskey: async ({ caller, params, body }) => {
      await renamePasskey(context, caller.id, params.id, body.name)
      return replyOf(caller)
    },

    deletePasskey: async ({ caller, params }) => replyOf(caller, await removePasskey(context, caller.id, params.id)),

    beginTotp: async ({ caller }) => beginOwnTotp(context, caller.id),

    addTotp: async ({ caller, body }) => replyOf(caller, await addOwnTotp(context, caller.id, body.code)),

    removeTotp: async ({ caller }) => replyOf(caller, await removeOwnTotp(context, caller.id)),

    renewRecoveryCodes: async ({ caller }) => replyOf(caller, await renewOwnCodes(context, caller.id)),
  })
}
