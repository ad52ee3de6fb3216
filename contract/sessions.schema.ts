import { z } from 'zod'
import {
  credentialsSchema,
  refreshTokenBodySchema,
  sessionTokensSchema,
  userSessionSchema,
} from '#domain/sessions/session.schema.ts'
import { byIdSchema, entityReplySchema, exampleLink, listReplySchema, shown } from './endpoint.schema.ts'

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

export const loginCheckSchemas = {
  body: shown(credentialsSchema, { username: 'noor.bos@student.example', password: 'krijtbord-passer-9' }),
  reply: sessionTokensSchema,
}

export const refreshTokenSchemas = {
  body: refreshTokenBodySchema,
  reply: sessionTokensSchema,
}

export const invalidateTokenSchemas = {
  body: refreshTokenBodySchema,
  reply: shown(z.string(), 'Je bent uitgelogd.'),
}

export const listUserSessionsSchemas = {
  params: byIdSchema,
  reply: listReplySchema(userSessionSchema),
}

export const deleteSessionSchemas = {
  params: byIdSchema,
  reply: entityReplySchema(userSessionSchema),
}
