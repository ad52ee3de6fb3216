import { type Endpoint, EVENT_STREAM, pathOf } from '#contract/endpoint.ts'
import { createEnrollment, deleteEnrollment } from '#contract/enrollments.gen.ts'
import { listModuleStatuses, listUserTestmoments } from '#contract/first-reads.gen.ts'
import { readLive } from '#contract/live.gen.ts'
import { loginCheck, refreshToken } from '#contract/sessions.gen.ts'
import { joinWaiting } from '#contract/waiting.gen.ts'
import type { EnrollmentCreate } from '#domain/enrollments/enrollment.schema.ts'
import type { Credentials } from '#domain/sessions/session.schema.ts'

interface Asked {
  method?: string
  path: string
  token?: string | undefined
  body?: object | undefined
  /** further headers, each with its line end */
  more?: string
}

export function wholeRequest({ path, token, body, method = body ? 'POST' : 'GET', more = '' }: Asked): string {
  const content = body ? JSON.stringify(body) : ''
  const type = body ? `Content-Type: application/json\r\nContent-Length: ${content.length}\r\n` : ''
  const bearer = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`
  return `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${bearer}${more}${type}\r\n${content}`
}

const get = (target: Endpoint, id: number, token: string) => wholeRequest({ path: pathOf(target, { id }), token })
const post = (target: Endpoint, body: object, token?: string) => wholeRequest({ path: pathOf(target), token, body })

export const askLogin = (credentials: Credentials): string => post(loginCheck, credentials)

export const askRefresh = (refresh_token: string): string => post(refreshToken, { refresh_token })

export const askModules = (id: number, token: string): string => get(listModuleStatuses, id, token)

export const askMoments = (id: number, token: string): string => get(listUserTestmoments, id, token)

export const askEnrollment = (enrollment: EnrollmentCreate, token: string): string =>
  post(createEnrollment, enrollment, token)

export const askWaiting = (wish: EnrollmentCreate, token: string): string => post(joinWaiting, wish, token)

export const askUnenrollment = (id: number, token: string): string =>
  wholeRequest({ method: 'DELETE', path: pathOf(deleteEnrollment, { id }), token })

export const askStream = (token: string): string =>
  wholeRequest({ path: pathOf(readLive), token, more: `Accept: ${EVENT_STREAM}\r\n` })

export const askHealth = (what: 'live' | 'ready'): string => wholeRequest({ path: `/health/${what}` })
