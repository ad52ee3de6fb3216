import type { FastifyRequest } from 'fastify'
import type { ApiContext } from '#api-server/context.ts'
import { requireUser } from '#api-server/facts/require-user.ts'
import * as schemas from '#contract/logins.schema.ts'
import * as contract from '#contract/logins.ts'
import { authorise, callerOf, requireOwn, requireReach } from '#server/bearer.ts'
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

/** By what a person logs in: each disposes of their own, and a colleague takes away what somebody lost. */
export function loginMethodRoutes(app: Api, context: ApiContext): void {
  const { database, clock } = context

  /** Whose it is, after they proved that it is them: a screen that was left open is no way to make oneself at home. */
  const ownerOf = async (request: FastifyRequest, userId = callerOf(request).id) => {
    const caller = callerOf(request)
    requireOwn(caller, userId)
    await requireProofForChange(context, caller, clock())
    return caller
  }
  type Caller = Awaited<ReturnType<typeof ownerOf>>
  const replyOf = async (caller: Caller, changed: { recovery_codes?: string[] } = {}, userId = caller.id) => ({
    entity: await loginMethodsOf(context, caller, userId),
    ...changed,
  })

  app.route({
    ...operation(contract.getLoginMethods, schemas.getLoginMethodsSchemas, {
      summary: 'By what somebody logs in: for themselves and for administrators',
      reasons: ['not-yours', 'not-found'],
    }),
    handler: async (request) => {
      const caller = callerOf(request)
      authorise(caller, request.params.id)
      return loginMethodsOf(context, caller, request.params.id)
    },
  })

  app.route({
    ...operation(contract.getPasskeyOptions, schemas.getPasskeyOptionsSchemas, {
      summary: 'What your browser makes a new passkey with',
      reasons: ['not-yours'],
    }),
    handler: async (request) => {
      const { id } = await ownerOf(request, request.params.id)
      return { options: await newPasskeyOptions(context, await requireUser(database.kysely, id)) }
    },
  })

  app.route({
    ...operation(contract.addPasskey, schemas.addPasskeySchemas, {
      summary: 'Add a passkey that your browser made',
      reasons: ['not-yours', 'passkey-refused', 'passkey-known', 'passkeys-full', 'passkey-name-missing'],
    }),
    handler: async (request) => {
      const caller = await ownerOf(request, request.params.id)
      return replyOf(caller, await addOwnPasskey(context, caller.id, request.body))
    },
  })

  app.route({
    ...operation(contract.editPasskey, schemas.editPasskeySchemas, {
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
      summary: 'Remove a passkey; not-found also when it is not yours',
      reasons: ['not-found', 'second-factor-last'],
    }),
    handler: async (request) => {
      const caller = await ownerOf(request)
      return replyOf(caller, await removePasskey(context, caller.id, request.params.id))
    },
  })

  app.route({
    ...operation(contract.beginTotp, schemas.beginTotpSchemas, {
      summary: 'A new secret for your authenticator app, which counts once a code of it was right',
      reasons: ['not-yours', 'not-found'],
    }),
    handler: async (request) => beginOwnTotp(context, (await ownerOf(request, request.params.id)).id),
  })

  app.route({
    ...operation(contract.addTotp, schemas.addTotpSchemas, {
      summary: 'Take your authenticator app into use by its first code',
      reasons: ['not-yours', 'second-factor-wrong'],
    }),
    handler: async (request) => {
      const caller = await ownerOf(request, request.params.id)
      return replyOf(caller, await addOwnTotp(context, caller.id, request.body.code))
    },
  })

  app.route({
    ...operation(contract.removeTotp, schemas.removeTotpSchemas, {
      summary: 'Remove your authenticator app',
      reasons: ['not-yours', 'not-found', 'second-factor-last'],
    }),
    handler: async (request) => {
      const caller = await ownerOf(request, request.params.id)
      return replyOf(caller, await removeOwnTotp(context, caller.id))
    },
  })

  app.route({
    ...operation(contract.renewRecoveryCodes, schemas.renewRecoveryCodesSchemas, {
      summary: 'Ten new recovery codes, in the place of those you have',
      reasons: ['not-yours', 'not-found'],
    }),
    handler: async (request) => {
      const caller = await ownerOf(request, request.params.id)
      return replyOf(caller, await renewOwnCodes(context, caller.id))
    },
  })

  app.route({
    ...operation(contract.resetSecondFactor, schemas.resetSecondFactorSchemas, {
      summary:
        'Take away passkeys, authenticator app and recovery codes of somebody who lost them, and end their logins',
      reasons: ['not-yours', 'not-found', 'own-account'],
    }),
    handler: async (request) => {
      const caller = requireReach(callerOf(request), 'administration')
      await requireProofForChange(context, caller, clock())
      await resetSecondFactor(context, caller, request.params.id)
      return replyOf(caller, {}, request.params.id)
    },
  })
}
