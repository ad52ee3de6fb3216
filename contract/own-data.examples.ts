import type { ExamplesOf } from './example.ts'
import type * as ownData from './own-data.ts'

const device = 'Chrome op Android'
const created_at = '2026-03-01T08:00:00.000Z'
const last_used_at = '2026-03-10T09:00:00.000Z'
const module = { name: 'ALG1', description: 'Algebra en functies' }

const session = {
  id: 77,
  device,
  created_at,
  last_used_at,
  current: false,
  _links: { delete: { method: 'DELETE', href: '/api/v1/session/77' } },
} as const

export const ownDataExamples: ExamplesOf<typeof ownData> = {
  listUserSessions: { reply: { entities: [session], _links: {} } },
  deleteSession: { reply: { entity: { ...session, _links: {} } } },
  downloadUserData: {
    reply: {
      made_at: '2026-03-10T09:00:00.000Z',
      user: {
        id: 42,
        username: 'noor.bos@student.example',
        first_name: 'Noor',
        last_name: 'Bos',
        roles: ['ROLE_STUDENT'],
        activated: true,
        information_checked: true,
        onboarding_step: 4,
        created_at,
      },
      education_department: { name: 'Technische Wiskunde' },
      completed_modules: [{ name: 'BAS1', description: 'Basisvaardigheden', created_at }],
      enrollments: [
        { schoolyear: '2025-2026', testmoment: { date: '2026-03-20', duration: 'day' }, module, created_at },
      ],
      sessions: [{ device, created_at, last_used_at, expires_at: '2026-05-30T08:00:00.000Z', revoked_at: null }],
      password_resets: [],
      push_subscriptions: [
        { device_name: device, created_at, last_success_at: null, last_failure: null, last_failure_at: null },
      ],
      push_preference: { opening: true, reminder: false, quiet_from: '22:00', quiet_until: '08:00' },
      calendar_feed: { created_at },
      audit: [{ at: created_at, action: 'edited', resource: 'user', resource_id: 42, fields: ['name'], by_you: false }],
    },
  },
}
