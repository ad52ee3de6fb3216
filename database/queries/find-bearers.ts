import { compiledBySize, type Ids } from './batched-reads.ts'

/** Whose session it is and what an access token must agree with; only sessions that live, of accounts in use. */
export const findBearers = compiledBySize((kysely, sessionIds: Ids) =>
  kysely
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select([
      'session.id as session_id',
      'user.id as user_id',
      'user.roles',
      'user.token_version',
      'session.method',
      'session.authenticated_at',
      'session.created_at',
    ])
    .where('session.id', 'in', sessionIds)
    .where('session.revoked_at', 'is', null)
    .where('user.activated', '=', true),
)
