import { z } from 'zod'
import { exactTextSchema } from '#domain/entities/entity.schema.ts'
import {
  accountStatisticsSchema,
  enrollmentStatisticsEntrySchema,
  firstStepsSchema,
  resultStatisticsSchema,
  testmomentStatisticsEntrySchema,
} from '#domain/statistics/statistics.schema.ts'
import { read } from './call.schema.ts'
import { exampleLink, fileSchema, listReplySchema, shown } from './endpoint.schema.ts'
import { XLSX } from './endpoint.ts'
import { exampleWhenAndWhere } from './enrollments.calls.ts'
import { staff } from './proofs.ts'

export const getAccountStatistics = read('/account-statistics', {
  reach: 'administration',
  summary: 'How many accounts there are, and how many were made since the last 1 August; for administrators',
  reply: shown(accountStatisticsSchema, { admin_accounts: 4, student_accounts: 9_812, new_accounts: 2_633 }),
})

shown(testmomentStatisticsEntrySchema, {
  testmoment: {
    id: 12,
    ...exampleWhenAndWhere,
    enrollments_enabled: true,
    enrollments_open_at: null,
    enrollments_close_at: '2026-03-18T16:00:00.000Z',
    seats: 120,
  },
  enrollments: 118,
  tests: 131,
  waiting: 0,
  rooms: [{ id: 7, name: 'B3.14', seats: 60, taken: 58, present: null }],
})
shown(enrollmentStatisticsEntrySchema, { week: '2026-03-09', enrollments: 214 })

/** `after` has a zero-based month (`writeAfter`). */
export const listTestmomentStatistics = read('/schoolyear/:id/testmoment-statistics', {
  reach: 'administration',
  summary: 'How many students and tests each moment has; after= counts months from 0; for administrators',
  querystring: z.object({ after: exactTextSchema(10).optional() }),
  reply: listReplySchema(testmomentStatisticsEntrySchema),
})

export const listEnrollmentStatistics = read('/schoolyear/:id/enrollment-statistics', {
  reach: 'administration',
  summary: 'How many enrollments were made in each of the last weeks; for administrators',
  reply: listReplySchema(enrollmentStatisticsEntrySchema),
})

export const getResultStatistics = read('/schoolyear/:id/result-statistics', {
  reach: 'administration',
  summary: 'What came of the tests of a year, by module and by moment, and who came; for administrators',
  reply: shown(resultStatisticsSchema, {
    modules: [
      { id: 3, name: 'ALG1', passes: { counted: 96, passed: 71 } },
      { id: 7, name: 'STAT', passes: null },
    ],
    testmoments: [
      {
        testmoment: { id: 12, ...exampleWhenAndWhere, seats: 120 },
        enrollments: 118,
        graded: true,
        passes: { counted: 96, passed: 71 },
        ticked: true,
        presence: { ticked: 118, present: 109 },
      },
    ],
    departments: [
      {
        department: { id: 3, name: 'Elektrotechniek' },
        students: 52,
        passes: { counted: 96, passed: 71 },
        class_groups: [
          { name: 'ELE1A', students: 27, passes: { counted: 50, passed: 38 } },
          { name: 'ELE1B', students: 25, passes: { counted: 46, passed: 33 } },
        ],
      },
    ],
    _links: { export: exampleLink('GET', '/schoolyear/2/result-statistics/export') },
  }),
})

export const exportResultStatistics = read('/schoolyear/:id/result-statistics/export', {
  reach: 'administration',
  proof: staff,
  summary: 'The same figures as an .xlsx',
  reply: fileSchema(XLSX, 'PK…'),
})

export const getFirstSteps = read('/first-steps', {
  reach: 'administration',
  summary: 'What a school that begins has made of what its students need; for administrators',
  reply: shown(firstStepsSchema, {
    schoolyear: true,
    modules: true,
    departments: false,
    testmoments: false,
    students: false,
    rooms: false,
    opened: false,
  }),
})
