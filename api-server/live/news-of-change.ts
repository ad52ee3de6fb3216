import type { AppEventName } from '#contract/app-events.ts'
import type { Change } from '#database/changes/change.ts'
import type { Audience } from './reader.ts'

export interface News {
  to: Audience
  name: AppEventName
  /** of the test moment, or of what else it is about */
  id?: number
}

const everyone: Audience = { who: 'everyone' }
const administrators: Audience = { who: 'administrators' }

export const newsThatSomeWasMissed: News = { to: everyone, name: 'eventsMissed' }

/** Who is told what of a change: of other people's doings a student hears nothing, nor that there were any. */
export function newsOf(change: Change): News[] {
  switch (change.event) {
    case 'loginsEnded':
    case 'streamsOpened':
      return []
    case 'userCreated':
      return [{ to: administrators, name: change.event }]
    case 'userEdited':
    case 'userDeleted':
      return [
        { to: { who: 'user', id: change.user_id }, name: change.event },
        { to: administrators, name: change.event, id: change.user_id },
      ]
    case 'enrollmentsChanged':
      return [
        ...(change.user_id === undefined ? [] : [ownEnrollments(change.user_id, change.session_id)]),
        ...change.testmoment_ids.map((id): News => ({ to: administrators, name: change.event, id })),
      ]
    default:
      return [{ to: everyone, name: change.event, ...(change.id !== undefined && { id: change.id }) }]
  }
}

const ownEnrollments = (id: number, except: number | undefined): News => ({
  to: { who: 'user', id, except },
  name: 'enrollmentsChanged',
})
