import { z } from 'zod'
import { exactTextSchema } from '#domain/entities/text.schema.ts'
import {
  accountStatisticsSchema,
  enrollmentStatisticsEntrySchema,
  firstStepsSchema,
  resultStatisticsSchema,
  testmomentStatisticsEntrySchema,
} from '#domain/statistics/statistics.schema.ts'
import { byIdSchema, exampleLink, fileSchema, listReplySchema, shown } from './endpoint.schema.ts'
import { XLSX } from './endpoint.ts'
import { exampleWhenAndWhere } from './enrollments.schema.ts'

export const getAccountStatisticsSchemas = {
  reply: shown(accountStatisticsSchema, { admin_accounts: 4, student_accounts: 9_812, new_accounts: 2_633 }),
}

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

export const listTestmomentStatisticsSchemas = {
  params: byIdSchema,
  querystring: z.object({ after: exactTextSchema(10).optional() }),
  reply: listReplySchema(testmomentStatisticsEntrySchema),
}

export const listEnrollmentStatisticsSchemas = {
  params: byIdSchema,
  reply: listReplySchema(enrollmentStatisticsEntrySchema),
}

export const getResultStatisticsSchemas = {
  params: byIdSchema,
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
}

export const exportResultStatisticsSchemas = {
  params: byIdSchema,
  reply: fileSchema(XLSX, 'PK…'),
}

export const getFirstStepsSchemas = {
  reply: shown(firstStepsSchema, {
    schoolyear: true,
    modules: true,
    departments: false,
    testmoments: false,
    students: false,
  }),
}
