import type { UserSession } from '#domain/sessions/session.schema.ts'
import type { PersonalData } from '#domain/users/personal-data.schema.ts'
import { type ById, endpoint } from './endpoint.ts'
import type { EntityReply, ListReply } from './list.ts'

/** The logins that hold, last used first; by the user's link `sessions`. */
export const listUserSessions = endpoint<{ params: ById; reply: ListReply<UserSession> }>('GET', '/user/:id/sessions')

/** Ends one's own login on some device, by its link `delete`; its access token stops at once. */
export const deleteSession = endpoint<{ params: ById; reply: EntityReply<UserSession> }>(
  'DELETE',
  '/session/:id',
  'userEdited',
)

/** All that is kept about the user, as a file; by their link `data`. */
export const downloadUserData = endpoint<{ params: ById; reply: PersonalData }>('GET', '/user/:id/data')
