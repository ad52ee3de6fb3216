import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import fastify from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { Registry } from 'prom-client'
import { API_BASE } from '#contract/endpoint.ts'
import { announceSoon } from '#database/changes/announce.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Config } from '#server/config.ts'
import { type ConnectionLimits, connectionOptions, noStartLimit } from '#server/connections.ts'
import { measureDatabase } from '#server/database-metrics.ts'
import { healthRoutes } from '#server/health.ts'
import { readKeys } from '#server/keys.ts'
import { createLoadShedding, type LoadLimits } from '#server/load-shedding.ts'
import { type LogDestination, loggingOptions, sendRequestIds } from '#server/logging.ts'
import { measureRequests } from '#server/metrics.ts'
import { noOwnCompilers } from '#server/no-own-compilers.ts'
import { createErrorHandler } from '#server/problem.ts'
import { endConnectionsWhenClosing } from '#server/process.ts'
import { createSecurityLog } from '#server/security-events.ts'
import {
  answerUnknownPaths,
  answerUnreadable,
  limitPipelining,
  refuseAmbiguous,
  refuseExpectations,
} from '#server/strict-requests.ts'
import { createUnavailability } from '#server/unavailability.ts'
import { createPasswords } from './accounts/passwords.ts'
import { type FileWriter, writeApart } from './acts/exports/write-apart.ts'
import { receivingOf } from './acts/receiving/receive-patch.ts'
import { startSending } from './acts/source/send-results.ts'
import { measureSource } from './acts/source/source-metrics.ts'
import { startSource } from './acts/source/source-run.ts'
import { registerApi } from './api.ts'
import { type EnrollmentDesk, openEnrollmentDesk } from './enrollments/desk/desk.ts'
import { startPromoter } from './enrollments/waiting/promoter.ts'
import { createSeatsNews, openSeatsNow } from './enrollments/waiting/seats-now.ts'
import { registerHooks } from './hooks.ts'
import { createLetterWriter } from './letters.ts'
import { openSchoolProvider } from './logins/school-provider.ts'
import { OEAPI_ISSUER } from './oeapi/oeapi-paths.ts'
import { OEAPI_UNAVAILABLE, sendOeapiProblem } from './oeapi/oeapi-problem.ts'
import { watchRush } from './oeapi/pacing.ts'
import { serveOeapi } from './oeapi/serve-oeapi.ts'
import { BODY_LIMIT_BYTES, isSpared, LOAD_LIMITS } from './platform/limits.ts'
import { createLiveHub } from './platform/live/live-hub.ts'
import { startLetterDelivery } from './platform/mail/delivery.ts'
import { watchEventLoop } from './platform/mail/pace.ts'
import { chooseTransport } from './platform/mail/transport.ts'
import { createApiMetrics } from './platform/metrics.ts'
import { passToPushServer } from './platform/push-proxy.ts'
import { inlineCodeOf, leadToPage, releaseOf, securityHeaders, serveWebApp, showWebApp } from './platform/web-app.ts'
import { sweepRecords } from './retention.ts'
import type { Pause } from './sessions/login-throttle.ts'
import { sweepLogins } from './sessions/sweep-logins.ts'
import { ACCESS_TOKEN_LIFETIME_MS } from './sessions/tokens.ts'
import { startSchedule } from './testmoments/testmoment-schedule.ts'
import { renewFindable } from './users/renew-findable.ts'

export interface AppOptions {
  database: Database
  config: Config
  clock?: () => number
  desk?: EnrollmentDesk
  registry?: Registry
  /** folder of the built app, instead of the one in `config` */
  webApp?: string | undefined
  /** destination of the log, instead of standard output */
  logs?: LogDestination
  connections?: Partial<ConnectionLimits>
  /** ms between two polls of the schedule */
  schedulePoll?: number
  /** ms between two polls for results to send to the source */
  sendingPoll?: number
  /** ms between two polls for free seats for waiting students */
  promotionPoll?: number
  load?: { limits?: Partial<LoadLimits>; lag?: () => number }
  /** waits after wrong passwords for an account; tests replace it, so that they need no real time */
  pause?: Pause
  /** writes files to download, instead of a process for each */
  writeFile?: FileWriter
}

/** Builds the API server, ready to listen or for `inject`. It does not close the database. */
export async function buildApp({
  database,
  config,
  clock = Date.now,
  registry = new Registry(),
  desk: givenDesk,
  webApp = config.webApp,
  logs,
  connections,
  load,
  pause,
  schedulePoll,
  promotionPoll,
  sendingPoll,
  writeFile = writeApart,
}: AppOptions): Promise<FastifyInstance> {
  registerHooks(config.source)
  const keys = await readKeys(config.dataDir)
  const metrics = createApiMetrics(registry)
  const security = createSecurityLog(registry)
  const unavailability = createUnavailability(registry)
  const desk =
    givenDesk ??
    openEnrollmentDesk({
      database,
      clock,
      notify: announceSoon(database),
      watch: metrics.enrolling,
    })
  const headers = securityHeaders(config.publicUrl, inlineCodeOf(webApp))
  const app = fastify({
    ...loggingOptions(config.trustProxy, logs),
    ...connectionOptions(connections),
    ...noOwnCompilers,
    ...answerUnreadable(headers, leadToPage),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: config.trustProxy,
    // While the server closes, requests over open connections are still answered; then those connections end.
    return503OnClosing: false,
    ...noStartLimit,
  }).withTypeProvider<ZodTypeProvider>()

  limitPipelining(app)
  measureRequests(app, registry)
  sendRequestIds(app)
  measureDatabase(registry, { database, clock })
  if (config.source) measureSource(registry, { database, clock })
  app.setErrorHandler(createErrorHandler({ unavailableBy: database.unavailableBy, unavailability, security }))
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(headers)
    done()
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (!(request.url.startsWith('//') && leadToPage(request, reply))) done()
  })
  refuseAmbiguous(app)
  refuseExpectations(app, headers)
  endConnectionsWhenClosing(app)
  answerUnknownPaths(app, showWebApp(webApp))
  const isAppMissing = webApp !== undefined && !existsSync(join(webApp, 'index.html'))
  healthRoutes(app, [''], {
    database,
    unavailability,
    registry,
    missing: () => (isAppMissing ? 'app-missing' : undefined),
  })
  const [rush, isWorking] = [watchRush(), watchEventLoop()]
  const letters = startLetterDelivery({
    database,
    writer: createLetterWriter({
      database,
      links: keys.links,
      publicUrl: config.publicUrl,
      passwords: config.logins.passwords,
    }),
    publicUrl: config.publicUrl,
    mailFrom: config.mailFrom,
    transport: chooseTransport(config, app.log),
    perMinute: config.mailPerMinute,
    // Work without people's requests is the letters' own.
    isBusy: () => isWorking() && rush.left() > 0,
    clock,
    log: app.log,
    watch: metrics.letters,
  })
  // Stops before the connections end: later letters stay in the outbox for the next process.
  app.addHook('preClose', letters.stop)
  const schedule = startSchedule({ database, clock, log: app.log }, schedulePoll)
  app.addHook('preClose', schedule.stop)
  app.addHook('preClose', sweepLogins({ database, clock, log: app.log }).stop)
  app.addHook('preClose', renewFindable({ database, log: app.log }).stop)
  app.addHook('preClose', sweepRecords({ database, keep: config.keep, clock, log: app.log }).stop)
  const follower = config.source && startSource({ database, source: config.source, clock, log: app.log })
  if (follower) app.addHook('preClose', follower.stop)
  const sender = config.source?.sendsResults
    ? startSending({ database, source: config.source, clock, log: app.log }, sendingPoll)
    : undefined
  if (sender) app.addHook('preClose', sender.stop)
  const seats = openSeatsNow({ database, clock })
  const seatsNews = createSeatsNews({ seats, send: (event) => live.send(event) })
  const promoter = startPromoter({
    database,
    clock,
    notify: announceSoon(database),
    log: app.log,
    poll: promotionPoll,
    promoted: metrics.promoted,
  })
  app.addHook('preClose', promoter.stop)
  const live = createLiveHub({
    database,
    clock,
    release: releaseOf(webApp),
    tokenLifetime: ACCESS_TOKEN_LIFETIME_MS,
    listeners: [seatsNews.listener, promoter],
  })
  app.addHook('onListen', async () => live.start())
  app.addHook('preClose', live.stop)
  app.addHook('preClose', async () => seatsNews.stop())
  metrics.liveStreams(() => live.size)
  const passwords = createPasswords(metrics.passwordQueue)
  const { school: schoolLogin } = config.logins
  const school =
    schoolLogin &&
    openSchoolProvider({
      school: schoolLogin,
      clock,
      onAway: (err) => unavailability.note(app.log, 'school-provider-away', { err }),
    })
  const context = {
    database,
    desk,
    keys,
    refreshing: metrics.refreshing,
    passwords,
    security,
    letters,
    writeFile,
    live,
    seats,
    publicUrl: config.publicUrl,
    registrationDomains: config.registrationDomains,
    schoolAddress: config.schoolAddress,
    source: config.source && follower && { config: config.source, wake: follower.wake, wakeSender: sender?.wake },
    logins: config.logins,
    school,
    keep: config.keep,
    clock,
  }
  const shedLoad = createLoadShedding(app, {
    limits: { ...LOAD_LIMITS, ...load?.limits },
    lag: load?.lag,
    spares: isSpared,
    unavailability,
  })
  await app.register(
    async (api) => {
      shedLoad(api)
      api.addHook('onRequest', (_request, _reply, done) => {
        rush.note()
        done()
      })
      await registerApi(api.withTypeProvider<ZodTypeProvider>(), { ...context, pause })
    },
    { prefix: API_BASE },
  )
  await app.register(
    async (oeapi) => {
      shedLoad(oeapi, (_request, reply) => sendOeapiProblem(reply, config.publicUrl, OEAPI_UNAVAILABLE))
      const contactEmail = config.oeapiContact
      const receive = receivingOf(context)
      const { refused } = metrics
      const more = { contactEmail, unavailability, receive, refused, rush }
      await serveOeapi(oeapi.withTypeProvider<ZodTypeProvider>(), { ...context, ...more })
    },
    { prefix: OEAPI_ISSUER },
  )
  await app.register(async (push) => {
    shedLoad(push)
    await passToPushServer(push, config.pushPort)
  })
  await serveWebApp(app, webApp, { withWorker: config.serviceWorker })
  return app
}
