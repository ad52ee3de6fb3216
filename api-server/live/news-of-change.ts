import type { LiveKind } from '#contract/live.ts'
import type { Change } from '#database/changes/change.ts'
import type { Audience } from './reader.ts'

export interface News {
  to: Audience
  kind: LiveKind
  /** of the test moment */
  id?: number
}

const everyone: Audience = { who: 'everyone' }
const administrators: Audience = { who: 'administrators' }

/** Who is told what of a change: of other people's doings a student hears nothing, nor that there were any. */
export function newsOf(change: Change): News[] {
  switch (change.kind) {
    case 'school':
      return [{ to: everyone, kind: 'school' }]
    case 'testmoment':
      return [{ to: everyone, kind: 'testmoment', id: change.id }]
    case 'account':
      return [
        { to: { who: 'user', id: change.user_id }, kind: 'own' },
        { to: administrators, kind: 'users' },
      ]
    case 'accounts':
      return [{ to: administrators, kind: 'users' }]
    case 'enrollments':
      return [
        { to: { who: 'user', id: change.user_id, except: change.session_id }, kind: 'own' },
        ...change.testmoment_ids.map((id): News => ({ to: administrators, kind: 'enrollments', id })),
      ]
    case 'counts':
      return [{ to: administrators, kind: 'enrollments', id: change.testmoment_id }]
    case 'logins':
      return []
  }
}

export const newsThatSomeWasMissed: News = { to: everyone, kind: 'everything' }
