import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { Registry } from 'prom-client'
import { createPasswords } from '#api-server/accounts/passwords.ts'
import { writeApart } from '#api-server/acts/exports/write-apart.ts'
import { registerApi } from '#api-server/api.ts'
import { buildApp } from '#api-server/app.ts'
import { openSeatsNow } from '#api-server/enrollments/waiting/seats-now.ts'
import { createLiveHub } from '#api-server/platform/live/live-hub.ts'
import { ACCESS_TOKEN_LIFETIME_MS } from '#api-server/sessions/tokens.ts'
import { createEnrollment } from '#contract/enrollments.calls.ts'
import { openDatabase } from '#database/engine/open-database.ts'
import { registerBearer } from '#server/bearer.ts'
import { readConfig } from '#server/config.ts'
import { readKeys } from '#server/keys.ts'
import { operation } from '#server/operation.ts'
import { closeOnSignal } from '#server/process.ts'
import { createSecurityLog } from '#server/security-events.ts'
import { acceptJsonBodies } from '#server/strict-requests.ts'
import { HELLO, NOTHING, UNBATCHED_BASE } from './bench-paths.ts'
import { openUnbatchedDesk } from './unbatched-desk.ts'

/** The product's API server with routes that the product does not have. Sends its parent the port. */
const config = readConfig(process.env)
const database = openDatabase(config.databaseUrl)
const app = await buildApp({ database, config })
const clock = Date.now
const live = createLiveHub({ database, clock, release: null, tokenLifetime: ACCESS_TOKEN_LIFETIME_MS })
const letters = { wake: () => undefined }
const { publicUrl, keep, logins } = config
const keys = await readKeys(config.dataDir)
const security = createSecurityLog(new Registry())
const passwords = createPasswords()
const seats = openSeatsNow({ database, clock })
const context = {
  ...{ database, keys, passwords, security, letters, live, seats, publicUrl, writeFile: writeApart },
  ...{ registrationDomains: [], keep, logins, clock },
}

await app.register(async (plain) => {
  const api = plain.withTypeProvider<ZodTypeProvider>()
  acceptJsonBodies(api)
  api.setValidatorCompiler(validatorCompiler)
  api.setSerializerCompiler(() => JSON.stringify)
  api.addHook('onRequest', await registerBearer(api, context))
  api.route({
    ...operation({ ...createEnrollment, path: NOTHING, reach: 'account', statuses: [201] }),
    handler: (_, reply) => reply.code(201).send({}),
  })
})

app.get(HELLO, async () => ({ hello: 'world' }))

const desk = openUnbatchedDesk(database, context.clock)
await app.register((api) => registerApi(api.withTypeProvider<ZodTypeProvider>(), { ...context, desk }), {
  prefix: UNBATCHED_BASE,
})

closeOnSignal(async () => {
  await app.close()
  await database.close()
}, app.log)
await app.listen({ host: config.host, port: 0 })
const address = app.server.address()
if (typeof address === 'object') process.send?.(address?.port)
