import { z } from 'zod'
import {
  credentialsSchema,
  refreshTokenBodySchema,
  sessionTokensSchema,
  userSessionSchema,
} from '#domain/sessions/session.schema.ts'
import { read, write } from './call.schema.ts'
import { entityReplySchema, exampleLink, listReplySchema, shown } from './endpoint.schema.ts'
import { because, isLogin, isObject } from './proofs.ts'

const refresh_token = 'x7Qm2vLr9TzKc4WnB6yPd1HsJ8fGa3Ue5RoXi0Vk-Ys'
shown(refreshTokenBodySchema, { refresh_token })
shown(sessionTokensSchema, {
  token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.T3l2bWVyc2xhZ2VuLXZvb3JiZWVsZA',
  refresh_token,
})
shown(userSessionSchema, {
  id: 77,
  device: 'Chrome op Android',
  method: 'password-and-totp',
  created_at: '2026-03-01T08:00:00.000Z',
  last_used_at: '2026-03-10T09:00:00.000Z',
  current: false,
  _links: { delete: exampleLink('DELETE', '/session/77') },
})

export const loginCheck = write('POST', '/login_check', {
  reach: 'anybody',
  proof: isLogin,
  summary: 'Log in with a username and a password',
  reasons: ['login-failed', 'password-login-off', 'second-factor-needed', 'second-factor-missing', 'too-many-requests'],
  body: shown(credentialsSchema, { username: 'noor.bos@student.example', password: 'krijtbord-passer-9' }),
  reply: sessionTokensSchema,
})

export const refreshToken = write('POST', '/token/refresh', {
  reach: 'anybody',
  proof: because('the app sends it by itself'),
  summary: 'Exchange a refresh token for new tokens',
  reasons: ['token-expired', 'token-revoked', 'login-method-off'],
  body: refreshTokenBodySchema,
  reply: sessionTokensSchema,
})

export const invalidateToken = write('POST', '/token/invalidate', {
  reach: 'anybody',
  proof: because('logging out here'),
  summary: 'End the login that a refresh token belongs to',
  body: refreshTokenBodySchema,
  reply: shown(z.string(), 'Je bent uitgelogd.'),
})

export const listUserSessions = read('/user/:id/sessions', {
  reach: 'self',
  summary: 'Where you are logged in, last used first',
  reply: listReplySchema(userSessionSchema),
})

export const deleteSession = write('DELETE', '/session/:id', {
  event: 'userEdited',
  reach: 'owner',
  /** another login than this one */
  proof: {
    recent: 'everybody',
    when: ({ params, sessionId }) => !isObject(params) || params.id !== sessionId,
  },
  summary: 'End one of your logins; not-found also when it is not yours',
  reply: entityReplySchema(userSessionSchema),
})
