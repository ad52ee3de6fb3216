import type { ApiContext } from '#api-server/context.ts'
import { requireUser } from '#api-server/facts/require-user.ts'
import * as loginsCalls from '#contract/logins.calls.ts'
import { type Caller, callerOf } from '#server/bearer.ts'
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
  const replyOf = replying(context)

  passkeyRoutes(app, context)
  secondFactorRoutes(app, context)

  serve(app, loginsCalls, {
    getLoginMethods: async (request) => {
      const caller = callerOf(request)
      return loginMethodsOf(context, caller, request.params.id)
    },

    resetSecondFactor: async (request) => {
      const caller = callerOf(request)
      await resetSecondFactor(context, caller, request.params.id)
      return replyOf(caller, {}, request.params.id)
    },
  })
}

const replying =
  (context: ApiContext) =>
  async (caller: Caller, changed: { recovery_codes?: string[] } = {}, userId = caller.id) => ({
    entity: await loginMethodsOf(context, caller, userId),
    ...changed,
  })

function passkeyRoutes(app: Api, context: ApiContext): void {
  const { database } = context
  const replyOf = replying(context)

  serve(app, loginsCalls, {
    getPasskeyOptions: async (request) => {
      const { id } = callerOf(request)
      return { options: await newPasskeyOptions(context, await requireUser(database.kysely, id)) }
    },

    addPasskey: async (request) => {
      const caller = callerOf(request)
      return replyOf(caller, await addOwnPasskey(context, caller.id, request.body))
    },

    editPasskey: async (request) => {
      const caller = callerOf(request)
      await renamePasskey(context, caller.id, request.params.id, request.body.name)
      return replyOf(caller)
    },

    deletePasskey: async (request) => {
      const caller = callerOf(request)
      return replyOf(caller, await removePasskey(context, caller.id, request.params.id))
    },
  })
}

function secondFactorRoutes(app: Api, context: ApiContext): void {
  const replyOf = replying(context)

  serve(app, loginsCalls, {
    beginTotp: async (request) => beginOwnTotp(context, callerOf(request).id),

    addTotp: async (request) => {
      const caller = callerOf(request)
      return replyOf(caller, await addOwnTotp(context, caller.id, request.body.code))
    },

    removeTotp: async (request) => {
      const caller = callerOf(request)
      return replyOf(caller, await removeOwnTotp(context, caller.id))
    },

    renewRecoveryCodes: async (request) => {
      const caller = callerOf(request)
      return replyOf(caller, await renewOwnCodes(context, caller.id))
    },
  })
}
