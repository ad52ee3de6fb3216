import type { ExpressionBuilder } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { compiledBySize, type Ids } from './batched-reads.ts'

/** Columns of a session that an access token must match, in addition to the user's `roles`. */
export const bearerColumns = [
  'session.id as session_id',
  'user.id as user_id',
  'user.token_version',
  'session.method',
  'session.factors',
  'session.authenticated_at',
  'session.generation',
  'session.renewed_at',
  'session.created_at',
] as const

/** Condition for live sessions of accounts in use; every search for bearers has it. */
export const holds = (session: ExpressionBuilder<Tables, 'session' | 'user'>) =>
  session.and([session('session.revoked_at', 'is', null), session('user.activated', '=', true)])

export const findBearers = compiledBySize((kysely, sessionIds: Ids) =>
  kysely
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select(bearerColumns)
    .select('user.roles')
    .where('session.id', 'in', sessionIds)
    .where(holds),
)

export type Bearer = Awaited<ReturnType<typeof findBearers>>[number]
