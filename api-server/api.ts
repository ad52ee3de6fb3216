import type { FastifyReply, FastifyRequest, onSendHookHandler, RouteOptions } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { accountRoutes } from '#api-server/accounts/account.routes.ts'
import { warnOwner } from '#api-server/accounts/warn-owner.ts'
import { auditRoutes } from '#api-server/acts/audit/audit.routes.ts'
import { departmentSwitchRoutes } from '#api-server/acts/department-switch/department-switch.routes.ts'
import { testmomentExportRoutes } from '#api-server/acts/exports/export.routes.ts'
import { gradebookExportRoutes } from '#api-server/acts/exports/gradebook.routes.ts'
import { importRoutes } from '#api-server/acts/import/import.routes.ts'
import { messageRoutes, receivedMessageRoutes } from '#api-server/acts/messages/message.routes.ts'
import { onboardingRoutes } from '#api-server/acts/onboarding/onboarding.routes.ts'
import { confirmationLetterRoutes, ownDataRoutes } from '#api-server/acts/personal-data/own-data.routes.ts'
import { sourceRoutes } from '#api-server/acts/source/source.routes.ts'
import { statisticsRoutes } from '#api-server/acts/statistics/statistics.routes.ts'
import { userActRoutes } from '#api-server/acts/users/user-act.routes.ts'
import { calendarFeedRoutes, calendarRoutes } from '#api-server/calendar/calendar.routes.ts'
import { departmentRoutes } from '#api-server/departments/department.routes.ts'
import { enrolledStudentRoutes } from '#api-server/enrollments/at-testmoment/enrolled-student.routes.ts'
import { waitingListRoutes } from '#api-server/enrollments/at-testmoment/waiting-list.routes.ts'
import { completedModuleRoutes } from '#api-server/enrollments/completed-module.routes.ts'
import { enrollmentRoutes } from '#api-server/enrollments/enrollment.routes.ts'
import { studentListRoutes } from '#api-server/enrollments/student-lists/student-list.routes.ts'
import { openStudentSnapshots } from '#api-server/enrollments/student-lists/student-snapshots.ts'
import { waitingRoutes } from '#api-server/enrollments/waiting/waiting.routes.ts'
import { linkingRoutes } from '#api-server/logins/linking.routes.ts'
import { loginMethodRoutes } from '#api-server/logins/login-methods.routes.ts'
import { schoolLoginRoutes } from '#api-server/logins/school-login.routes.ts'
import { secondFactorRoutes } from '#api-server/logins/second-factor.routes.ts'
import { stepUpRoutes } from '#api-server/logins/step-up.routes.ts'
import { askForProofs } from '#api-server/logins/step-up.ts'
import { moduleRoutes } from '#api-server/modules/module.routes.ts'
import { connectionRoutes } from '#api-server/oeapi/connection.routes.ts'
import { liveRoutes } from '#api-server/platform/live/live.routes.ts'
import { doorCodeRoutes } from '#api-server/presence/door-code.ts'
import { invigilationRoutes, invigilatorRoutes } from '#api-server/presence/invigilator.routes.ts'
import { presenceRoutes } from '#api-server/presence/presence.routes.ts'
import { historyRoutes } from '#api-server/results/history.routes.ts'
import { gradebookRoutes, resultRoutes } from '#api-server/results/result.routes.ts'
import { dividingRoutes } from '#api-server/rooms/dividing.routes.ts'
import { roomRoutes } from '#api-server/rooms/room.routes.ts'
import { schoolyearRoutes } from '#api-server/schoolyears/schoolyear.routes.ts'
import { type Pause, registerThrottle } from '#api-server/sessions/login-throttle.ts'
import { ownSessionRoutes, sessionRoutes } from '#api-server/sessions/session.routes.ts'
import { testmomentRoutes } from '#api-server/testmoments/testmoment.routes.ts'
import { userRoutes } from '#api-server/users/user.routes.ts'
import { API_BASE } from '#contract/endpoint.ts'
import * as outcomesCalls from '#contract/outcomes.calls.ts'
import { registerBearer } from '#server/bearer.ts'
import { createCallerWrites } from '#server/caller-writes.ts'
import { entityTag, isKnown } from '#server/entity-tag.ts'
import { bearerScheme, type DescribedOperation, serveDescription } from '#server/openapi.ts'
import { type Api, serve } from '#server/operation.ts'
import { keepingOutcomes, type Outcomes, openOutcomes } from '#server/outcomes.ts'
import { acceptJsonBodies } from '#server/strict-requests.ts'
import type { ApiContext } from './context.ts'

export async function registerApi(
  app: Api,
  { pause, ...all }: Omit<ApiContext, 'throttle' | 'studentSnapshots'> & { pause?: Pause | undefined },
): Promise<void> {
  const given = { ...all, database: keepingOutcomes(all.database, all.clock) }
  const { database, keys, letters, security, clock } = given
  const context: ApiContext = {
    ...given,
    throttle: await registerThrottle(app, {
      links: keys.links,
      pause,
      warnOwner: async (request, username) => {
        const user = await warnOwner(database, username, clock(), given.logins.passwords)
        letters.wake()
        security.note(request.log, 'account-guessed', { user })
      },
    }),
    studentSnapshots: openStudentSnapshots(given),
  }
  app.addHook('onReady', context.studentSnapshots.start)
  acceptJsonBodies(app)
  app.setValidatorCompiler(validatorCompiler)
  // Replies are built field by field (*.replies.ts) and tests check them against their schemas; a check costs more than a
  // reply.
  app.setSerializerCompiler(() => JSON.stringify)
  // Personal data: nothing for a shared browser's cache. The worker keeps its own lists.
  app.addHook('onRequest', (_, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })
  const { school } = given
  const bearer = await registerBearer(app, {
    ...context,
    hasSource: context.source !== undefined,
    schoolEndsSessions: () => school?.endOfSession('') !== undefined,
  })

  serveDescription(app, '/openapi.json', apiDescription)
  sessionRoutes(app, context)
  accountRoutes(app, context)
  schoolLoginRoutes(app, context)
  secondFactorRoutes(app, context)
  calendarFeedRoutes(app, context)
  invigilationRoutes(app, context)

  await app.register((guarded: Api) => registerGuarded(guarded, context, bearer))
}

/** Registers the routes for callers with a token, by which `bearer` identifies them. */
async function registerGuarded(
  guarded: Api,
  context: ApiContext,
  bearer: Awaited<ReturnType<typeof registerBearer>>,
): Promise<void> {
  const callerWrites = createCallerWrites()
  guarded.addHook('onRequest', callerWrites.refuseFull)
  guarded.addHook('onRequest', bearer)
  guarded.addHook('onRoute', tagReplies)
  guarded.addHook('onRoute', askForProofs(context))
  const outcomes = openOutcomes(context)
  guarded.addHook('onRoute', outcomes.onRoute)
  outcomeRoutes(guarded, outcomes)
  guarded.addHook('onRoute', callerWrites.onRoute)
  userRoutes(guarded, context)
  studentListRoutes(guarded, context)
  userActRoutes(guarded, context)
  auditRoutes(guarded, context)
  onboardingRoutes(guarded, context)
  completedModuleRoutes(guarded, context)
  ownSessionRoutes(guarded, context)
  stepUpRoutes(guarded, context)
  loginMethodRoutes(guarded, context)
  linkingRoutes(guarded, context)
  ownDataRoutes(guarded, context)
  calendarRoutes(guarded, context)
  confirmationLetterRoutes(guarded, context)
  departmentRoutes(guarded, context)
  departmentSwitchRoutes(guarded, context)
  moduleRoutes(guarded, context)
  roomRoutes(guarded, context)
  dividingRoutes(guarded, context)
  schoolyearRoutes(guarded, context)
  testmomentRoutes(guarded, context)
  importRoutes(guarded, context)
  statisticsRoutes(guarded, context)
  sourceRoutes(guarded, context)
  enrollmentRoutes(guarded, context)
  waitingRoutes(guarded, context)
  messageRoutes(guarded, context)
  receivedMessageRoutes(guarded, context)
  historyRoutes(guarded, context)
  enrolledStudentRoutes(guarded, context)
  waitingListRoutes(guarded, context)
  liveRoutes(guarded, context)
  testmomentExportRoutes(guarded, context)
  presenceRoutes(guarded, context)
  doorCodeRoutes(guarded, context)
  resultRoutes(guarded, context)
  gradebookRoutes(guarded, context)
  gradebookExportRoutes(guarded, context)
  invigilatorRoutes(guarded, context)
  connectionRoutes(guarded, context)
}

const ifNoneMatch = {
  name: 'if-none-match',
  in: 'header',
  required: false,
  description: 'The ETag of the reply that you have.',
  schema: { type: 'string' },
}
const etag = {
  description: 'Stands for this reply: send it back as If-None-Match.',
  schema: { type: 'string' },
}
const unchanged = { description: 'What you have is what you would get.', headers: { etag } }

/** Describes the tag of replies (`tagReplies`), for GET with a token. */
function withTags(operation: DescribedOperation, method: string): DescribedOperation {
  const { security, parameters, responses } = operation
  const read = responses[200]
  if (method !== 'GET' || security.length === 0 || !read?.content?.['application/json']) return operation
  return {
    ...operation,
    parameters: [...parameters, ifNoneMatch],
    responses: { ...responses, 200: { ...read, headers: { etag } }, 304: unchanged },
  }
}

/** Security scheme of a device without an account, see api-server/presence/presence.rationale.md. */
const invigilatorScheme = { invigilator: { type: 'http', scheme: 'Invigilator' } }

const apiDescription = {
  title: 'Wiskunde inschrijven',
  base: API_BASE,
  securitySchemes: { ...bearerScheme, ...invigilatorScheme },
  complete: withTags,
}

/**
 * Hook for `onRoute`: gives GET replies a tag that is a hash of their text, and sends 304 to clients that have it. Lists that
 * set their own tag keep it; files and streams get none.
 */
function tagReplies(route: RouteOptions): void {
  if (route.method === 'GET') route.onSend = [...[route.onSend ?? []].flat(), tagReply]
}

const tagReply: onSendHookHandler = (request, reply, payload, done) => {
  done(null, typeof payload === 'string' && reply.statusCode === 200 ? toSend(request, reply, payload) : payload)
}

function toSend(request: FastifyRequest, reply: FastifyReply, text: string): string | null {
  if (reply.hasHeader('etag')) return text
  const tag = entityTag(text)
  reply.header('etag', tag)
  if (!isKnown(request, tag)) return text
  reply.code(304).removeHeader('content-type')
  return null
}

function outcomeRoutes(app: Api, outcomes: Pick<Outcomes, 'read'>): void {
  serve(app, outcomesCalls, {
    getOutcome: ({ caller, params }) => outcomes.read(caller.id, params.key),
  })
}
