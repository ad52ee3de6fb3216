import type { FastifyRequest } from 'fastify'
import type { ApiContext } from '#api-server/context.ts'
import { requireUser } from '#api-server/facts/require-user.ts'
import * as schemas from '#contract/logins.schema.ts'
import * as contract from '#contract/logins.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'
import {
  addOwnPasskey,
  addOwnTotp,
  beginOwnTotp,
  loginMethodsOf,
  removeOwnTotp,
  removePasskey,
  renamePasskey,
  renewOwnCodes,
  requireProofForChange,
  resetSecondFactor,
} from './login-methods.ts'
import { newPasskeyOptions } from './passkeys.ts'

/** Routes for login methods: users manage their own, and colleagues remove those that somebody lost. */
export function loginMethodRoutes(app: Api, context: ApiContext): void {
  const { replyOf } = methodChanges(context)

  app.route({
    ...operation(contract.getLoginMethods, schemas.getLoginMethodsSchemas, {
      reach: 'self-or-administration',
      summary: 'By what somebody logs in: for themselves and for administrators',
      reasons: ['not-found'],
    }),
    handler: async (request) => {
      const caller = callerOf(request)
      return loginMethodsOf(context, caller, request.params.id)
    },
  })

  passkeyRoutes(app, context)
  secondFactorRoutes(app, context)

  app.route({
    ...operation(contract.resetSecondFactor, schemas.resetSecondFactorSchemas, {
      reach: 'administration',
      summary:
        'Take away passkeys, authenticator app and recovery codes of somebody who lost them, and end their logins',
      reasons: ['not-found', 'own-account'],
    }),
    handler: async (request) => {
      const caller = callerOf(request)
      await requireProofForChange(context, caller, context.clock())
      await resetSecondFactor(context, caller, request.params.id)
      return replyOf(caller, {}, request.params.id)
    },
  })
}

/** Parts that all routes for changes of login methods share: the owner, and the reply with the methods that are left. */
function methodChanges(context: ApiContext) {
  /** The caller, after a recent proof: a passer-by at an open screen must not add their own way in. */
  const ownerOf = async (request: FastifyRequest) => {
    const caller = callerOf(request)
    await requireProofForChange(context, caller, context.clock())
    return caller
  }
  type Caller = Awaited<ReturnType<typeof ownerOf>>
  const replyOf = async (caller: Caller, changed: { recovery_codes?: string[] } = {}, userId = caller.id) => ({
    entity: await loginMethodsOf(context, caller, userId),
    ...changed,
  })
  return { ownerOf, replyOf }
}

/** Routes for a user's own passkeys. */
function passkeyRoutes(app: Api, context: ApiContext): void {
  const { database } = context
  const { ownerOf, replyOf } = methodChanges(context)

  app.route({
    ...operation(contract.getPasskeyOptions, schemas.getPasskeyOptionsSchemas, {
      reach: 'self',
      summary: 'What your browser makes a new passkey with',
    }),
    handler: async (request) => {
      const { id } = await ownerOf(request)
      return { options: await newPasskeyOptions(context, await requireUser(database.kysely, id)) }
    },
  })

  app.route({
    ...operation(contract.addPasskey, schemas.addPasskeySchemas, {
      reach: 'self',
      summary: 'Add a passkey that your browser made',
      reasons: ['passkey-refused', 'passkey-known', 'passkeys-full', 'passkey-name-missing'],
    }),
    handler: async (request) => {
      const caller = await ownerOf(request)
      return replyOf(caller, await addOwnPasskey(context, caller.id, request.body))
    },
  })

  app.route({
    ...operation(contract.editPasskey, schemas.editPasskeySchemas, {
      reach: 'owner',
      summary: 'Rename a passkey; not-found also when it is not yours',
      reasons: ['not-found', 'passkey-name-missing'],
    }),
    handler: async (request) => {
      const caller = callerOf(request)
      await renamePasskey(context, caller.id, request.params.id, request.body.name)
      return replyOf(caller)
    },
  })

  app.route({
    ...operation(contract.deletePasskey, schemas.deletePasskeySchemas, {
      reach: 'owner',
      summary: 'Remove a passkey; not-found also when it is not yours',
      reasons: ['not-found', 'second-factor-last'],
    }),
    handler: async (request) => {
      const caller = await ownerOf(request)
      return replyOf(caller, await removePasskey(context, caller.id, request.params.id))
    },
  })
}

/** Routes for a user's own authenticator app and recovery codes. */
function secondFactorRoutes(app: Api, context: ApiContext): void {
  const { ownerOf, replyOf } = methodChanges(context)

  app.route({
    ...operation(contract.beginTotp, schemas.beginTotpSchemas, {
      reach: 'self',
      summary: 'A new secret for your authenticator app, which counts once a code of it was right',
      reasons: ['not-found'],
    }),
    handler: async (request) => beginOwnTotp(context, (await ownerOf(request)).id),
  })

  app.route({
    ...operation(contract.addTotp, schemas.addTotpSchemas, {
      reach: 'self',
      summary: 'Take your authenticator app into use by its first code',
      reasons: ['second-factor-wrong'],
    }),
    handler: async (request) => {
      const caller = await ownerOf(request)
      return replyOf(caller, await addOwnTotp(context, caller.id, request.body.code))
    },
  })

  app.route({
    ...operation(contract.removeTotp, schemas.removeTotpSchemas, {
      reach: 'self',
      summary: 'Remove your authenticator app',
      reasons: ['not-found', 'second-factor-last'],
    }),
    handler: async (request) => {
      const caller = await ownerOf(request)
      return replyOf(caller, await removeOwnTotp(context, caller.id))
    },
  })

  app.route({
    ...operation(contract.renewRecoveryCodes, schemas.renewRecoveryCodesSchemas, {
      reach: 'self',
      summary: 'Ten new recovery codes, in the place of those you have',
      reasons: ['not-found'],
    }),
    handler: async (request) => {
      const caller = await ownerOf(request)
      return replyOf(caller, await renewOwnCodes(context, caller.id))
    },
  })
}
