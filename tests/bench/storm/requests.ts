import { type Endpoint, pathOf } from '#contract/endpoint.ts'
import { createEnrollment, deleteEnrollment } from '#contract/enrollments.ts'
import { loginCheck, refreshToken } from '#contract/sessions.ts'
import { listModuleStatuses, listUserTestmoments } from '#contract/users.ts'
import { joinWaiting } from '#contract/waiting.ts'
import type { EnrollmentCreate } from '#domain/enrollments/enrollment.schema.ts'
import type { Credentials } from '#domain/sessions/session.schema.ts'

/** Whole requests as they go over the wire. */
export const askLogin = (credentials: Credentials): string => post(loginCheck, credentials)

export const askRefresh = (refresh_token: string): string => post(refreshToken, { refresh_token })

export const askModules = (id: number, token: string): string => get(listModuleStatuses, id, token)

export const askMoments = (id: number, token: string): string => get(listUserTestmoments, id, token)

export const askEnrollment = (enrollment: EnrollmentCreate, token: string): string =>
  post(createEnrollment, enrollment, token)

export const askWaiting = (wish: EnrollmentCreate, token: string): string => post(joinWaiting, wish, token)

export const askUnenrollment = (id: number, token: string): string =>
  `DELETE ${pathOf(deleteEnrollment, { id })} ${HEAD}${bearer(token)}\r\n`

const get = (target: Endpoint, id: number, token: string) => `GET ${pathOf(target, { id })} ${HEAD}${bearer(token)}\r\n`

function post(target: Endpoint, content: object, token?: string): string {
  const body = JSON.stringify(content)
  const type = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
  return `POST ${pathOf(target)} ${HEAD}${token ? bearer(token) : ''}${type}\r\n${body}`
}

const HEAD = 'HTTP/1.1\r\nHost: 127.0.0.1\r\n'
const bearer = (token: string) => `Authorization: Bearer ${token}\r\n`
