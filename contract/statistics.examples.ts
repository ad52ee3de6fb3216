import type { ExamplesOf } from './example.ts'
import type * as statistics from './statistics.ts'

export const statisticsExamples: ExamplesOf<typeof statistics> = {
  getAccountStatistics: { reply: { admin_accounts: 4, student_accounts: 9_812, new_accounts: 2_633 } },
  listTestmomentStatistics: {
    reply: {
      entities: [
        {
          testmoment: {
            id: 12,
            date: '2026-03-20',
            duration: 'day',
            enrollments_enabled: true,
            enrollments_open_at: null,
            enrollments_close_at: '2026-03-18T16:00:00.000Z',
          },
          enrollments: 118,
          tests: 131,
        },
      ],
      _links: {},
    },
  },
  listEnrollmentStatistics: { reply: { entities: [{ week: '2026-03-09', enrollments: 214 }], _links: {} } },
}
