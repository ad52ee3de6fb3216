import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiContext } from '#api-server/context.ts'
import { beginAt, endAt, exchangeCode, failedPath, returnPathOf } from '#api-server/logins/school-login.ts'
import { endFromSchool } from '#api-server/logins/school-logout.ts'
import { tokensOfLogin } from '#api-server/sessions/tokens.ts'
import { pathOf } from '#contract/endpoint.ts'
import * as loginsCalls from '#contract/logins.calls.ts'
import * as contract from '#contract/logins.gen.ts'
import type { SchoolLoginFailure } from '#domain/logins/login.texts.ts'
import { deviceName } from '#domain/sessions/device-name.ts'
import { type Api, serve } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'

/** Failures in which nobody did anything wrong; all others may be part of an attack. */
const HARMLESS: ReadonlySet<SchoolLoginFailure> = new Set<SchoolLoginFailure>([
  'cancelled',
  'expired',
  'unavailable',
  'address-missing',
  'account-off',
])

/** Routes for logging in by the school's provider (OpenID Connect): addresses that the browser opens on its way. */
export function schoolLoginRoutes(app: Api, context: ApiContext): void {
  const { logins, school, throttle, security, publicUrl, clock } = context

  serve(app, loginsCalls, {
    getLoginOptions: () => ({
      password: logins.passwords,
      school: school
        ? {
            label: school.config.label,
            available: school.isAvailable(),
            href: pathOf(contract.beginSchoolLogin),
          }
        : null,
    }),

    beginSchoolLogin: {
      ...page(publicUrl, 'unavailable'),
      handler: async (request, reply) => {
        // Another site, or a letter, may lead here; a login begins by the button of our own page.
        if ((request.headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin')
          return reply.redirect(`${publicUrl}/login`)
        await throttle.schoolLogin(request)
        const returnPath = returnPathOf(request.query.return, publicUrl)
        const { href, cookie } = await beginAt(context, { purpose: 'login', returnPath, now: clock() })
        return reply.header('set-cookie', cookie).redirect(href)
      },
    },

    endSchoolLogin: {
      ...page(publicUrl, 'refused'),
      handler: async (request, reply) => {
        const { location, error } = await throttle.fromSchool(request, '', async () => {
          const ended = await endAt(context, { query: request.query, cookies: request.headers.cookie, now: clock() })
          return { error: undefined, ...ended, failed: ended.error !== undefined }
        })
        if (error) {
          const { failure, cause } = error
          request.log.info({ failure, err: cause }, 'a login by the school came to nothing')
          if (!HARMLESS.has(failure)) security.note(request.log, 'school-login-refused', {})
        }
        return reply.redirect(location)
      },
    },

    leaveSchool: {
      ...page(publicUrl, 'unavailable'),
      handler: (_, reply) => {
        const back = `${publicUrl}/login`
        return reply.redirect(school?.endOfSession(back) ?? back)
      },
    },

    exchangeSchoolCode: async (request, reply) => {
      const { code } = request.body
      const { cookie: cookies, 'user-agent': agent = '' } = request.headers
      const device = deviceName(agent)
      const { session, cookie } = await throttle.fromSchool(request, '', async () => {
        const exchanged = await exchangeCode(context, { code, cookies, device, now: clock() })
        return { ...exchanged, failed: false }
      })
      reply.header('set-cookie', cookie)
      return tokensOfLogin(request, session, clock())
    },
  })

  providerRoutes(app, context)
}

/** Redirects to the app if anything fails on the way, so that a person never sees JSON. */
const page = (publicUrl: string, failure: SchoolLoginFailure) => ({
  exposeHeadRoute: false,
  errorHandler: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
    if (!(error instanceof Problem) && !('validation' in error))
      request.log.error({ err: error, req: request }, 'a login by the school came to nothing')
    const said = 'validation' in error ? failure : 'unavailable'
    return reply.redirect(publicUrl + failedPath({ failure: said, code: undefined }))
  },
})

/** Route for the provider itself, which sends forms. */
function providerRoutes(app: Api, context: ApiContext): void {
  const { throttle, clock } = context

  app.register(async (forms: Api) => {
    forms.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    serve(forms, loginsCalls, {
      endLoginFromSchool: async (request, reply) => {
        await throttle.fromSchool(request, '', async () => {
          await endFromSchool(context, request.body.logout_token, clock())
          return { failed: false }
        })
        return reply.type('text/plain; charset=utf-8').send('')
      },
    })
  })
}
