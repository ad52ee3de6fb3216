import { validatorCompiler } from 'fastify-type-provider-zod'
import { registerBearer } from '#server/bearer.ts'
import { createCallerWrites } from '#server/caller-writes.ts'
import { serveDescription } from '#server/openapi.ts'
import type { Api } from '#server/operation.ts'
import { keepingOutcomes, openOutcomes } from '#server/outcomes.ts'
import { acceptJsonBodies } from '#server/strict-requests.ts'
import { accountRoutes } from './accounts/account.routes.ts'
import { warnOwner } from './accounts/warn-owner.ts'
import { auditRoutes } from './acts/audit/audit.routes.ts'
import { departmentSwitchRoutes } from './acts/department-switch/department-switch.routes.ts'
import { testmomentExportRoutes } from './acts/exports/export.routes.ts'
import { gradebookExportRoutes } from './acts/exports/gradebook.routes.ts'
import { importRoutes } from './acts/import/import.routes.ts'
import { messageRoutes, receivedMessageRoutes } from './acts/messages/message.routes.ts'
import { onboardingRoutes } from './acts/onboarding/onboarding.routes.ts'
import { confirmationLetterRoutes, ownDataRoutes } from './acts/personal-data/own-data.routes.ts'
import { sourceRoutes } from './acts/source/source.routes.ts'
import { statisticsRoutes } from './acts/statistics/statistics.routes.ts'
import { userActRoutes } from './acts/users/user-act.routes.ts'
import { calendarFeedRoutes, calendarRoutes } from './calendar/calendar.routes.ts'
import type { ApiContext } from './context.ts'
import {
  departmentModuleRoutes,
  educationDepartmentRoutes,
  moduleMatrixRoutes,
} from './departments/department.routes.ts'
import { enrolledStudentRoutes } from './enrollments/at-testmoment/enrolled-student.routes.ts'
import { waitingListRoutes } from './enrollments/at-testmoment/waiting-list.routes.ts'
import { completedModuleRoutes } from './enrollments/completed-module.routes.ts'
import { enrollmentRoutes } from './enrollments/enrollment.routes.ts'
import { studentListRoutes } from './enrollments/student-lists/student-list.routes.ts'
import { openStudentSnapshots } from './enrollments/student-lists/student-snapshots.ts'
import { waitingRoutes } from './enrollments/waiting/waiting.routes.ts'
import { linkingRoutes } from './logins/linking.routes.ts'
import { loginMethodRoutes } from './logins/login-methods.routes.ts'
import { schoolLoginRoutes } from './logins/school-login.routes.ts'
import { secondFactorRoutes } from './logins/second-factor.routes.ts'
import { stepUpRoutes } from './logins/step-up.routes.ts'
import { askForProofs } from './logins/step-up.ts'
import { moduleRoutes } from './modules/module.routes.ts'
import { connectionRoutes } from './oeapi/connection.routes.ts'
import { liveRoutes } from './platform/live/live.routes.ts'
import { apiDescription } from './platform/openapi.ts'
import { outcomeRoutes } from './platform/outcome.routes.ts'
import { tagReplies } from './platform/tag-replies.ts'
import { doorCodeRoutes } from './presence/door-code.ts'
import { invigilationRoutes, invigilatorRoutes } from './presence/invigilator.routes.ts'
import { presenceRoutes } from './presence/presence.routes.ts'
import { gradebookRoutes } from './results/gradebook.routes.ts'
import { historyRoutes } from './results/history.routes.ts'
import { resultRoutes } from './results/result.routes.ts'
import { dividingRoutes } from './rooms/dividing.routes.ts'
import { roomRoutes } from './rooms/room.routes.ts'
import { schoolyearRoutes } from './schoolyears/schoolyear.routes.ts'
import { type Pause, registerThrottle } from './sessions/login-throttle.ts'
import { ownSessionRoutes, sessionRoutes } from './sessions/session.routes.ts'
import { momentsActRoutes, testmomentModuleRoutes, testmomentRoutes } from './testmoments/testmoment.routes.ts'
import { userManagementRoutes, userRoutes } from './users/user.routes.ts'

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
  userManagementRoutes(guarded, context)
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
  educationDepartmentRoutes(guarded, context)
  departmentSwitchRoutes(guarded, context)
  departmentModuleRoutes(guarded, context)
  moduleMatrixRoutes(guarded, context)
  moduleRoutes(guarded, context)
  roomRoutes(guarded, context)
  dividingRoutes(guarded, context)
  schoolyearRoutes(guarded, context)
  testmomentRoutes(guarded, context)
  testmomentModuleRoutes(guarded, context)
  momentsActRoutes(guarded, context)
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
