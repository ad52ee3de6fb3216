import type { FastifyRequest } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import type { PushContext } from '#push-server/context.ts'
import { registerBearer, requireReach } from '#server/bearer.ts'
import { createCallerWrites } from '#server/caller-writes.ts'
import { bearerScheme, serveDescription } from '#server/openapi.ts'
import type { Api } from '#server/operation.ts'
import { keepingOutcomes, openOutcomes } from '#server/outcomes.ts'
import { deviceRoutes, preferenceRoutes, workerRoutes } from './devices/device.routes.ts'

/** Registers all routes that browsers request from the push server; the paths are complete, as in the contract. */
export async function registerPushRoutes(app: Api, given: PushContext): Promise<void> {
  const context = { ...given, database: keepingOutcomes(given.database, given.clock) }
  app.setValidatorCompiler(validatorCompiler)
  // Replies are built field by field, as in the API, and tests check them against their schemas.
  app.setSerializerCompiler(() => JSON.stringify)
  app.addHook('onRequest', async (_, reply) => {
    reply.header('cache-control', 'no-store')
  })
  const bearer = await registerBearer(app, context)

  serveDescription(app, '/push/openapi.json', {
    title: 'Wiskunde inschrijven, meldingen',
    securitySchemes: bearerScheme,
  })
  workerRoutes(app, context)
  await app.register(async (guarded: Api) => {
    const callerWrites = createCallerWrites()
    guarded.addHook('onRequest', callerWrites.refuseFull)
    guarded.addHook('onRequest', bearer)
    guarded.addHook('onRequest', requireStudent)
    guarded.addHook('onRoute', openOutcomes(context).onRoute)
    guarded.addHook('onRoute', callerWrites.onRoute)
    deviceRoutes(guarded, context)
    preferenceRoutes(guarded, context)
  })
}

/** Refuses non-students on all these routes before a body is read: only students are notified. Runs after the bearer hook. */
async function requireStudent(request: FastifyRequest): Promise<void> {
  requireReach(request.caller, 'own-enrollments')
}
