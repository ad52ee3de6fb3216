import { z } from 'zod'
import { whenAndWhereSchema } from '#domain/calendar/when-and-where.schema.ts'
import { exactTextSchema, idSchema } from '#domain/entities/entity.schema.ts'
import { resultLineSchema } from '#domain/import/import.schema.ts'
import { wordRefusals } from '#domain/messages/message.rules.ts'
import { withMessageSchema } from '#domain/messages/message.schema.ts'
import { MOST_RESULTS_AT_ONCE } from '#domain/results/result.rules.ts'
import {
  absenteeSchema,
  correctionSchema,
  publicationSchema,
  type ResultCell,
  resultCellSchema,
  resultEditSchema,
  resultLinksSchema,
  resultStudentSchema,
  savedResultSchema,
} from '#domain/results/result.schema.ts'
import { question, read, write } from './call.schema.ts'
import { exampleLink, fileSchema, shown } from './endpoint.schema.ts'
import { XLSX } from './endpoint.ts'
import { exampleStudent, exampleWhenAndWhere } from './enrollments.calls.ts'
import { confirmedListSchema, importedSchema, listFaults, listTextSchema, previewSchema } from './import.calls.ts'
import { because, staff } from './proofs.ts'

const confirmation = 'q3Zc0pL8m1sYxV5tWb7kRg'
const passed = { outcome: 'passed', grade: 75 } as const
const failed = { outcome: 'failed', grade: 52 } as const

const exampleCell: ResultCell = {
  enrollment_id: 901,
  module_id: 3,
  presence: 'present',
  version: 4,
  draft: passed,
  published: null,
  published_at: null,
  editor: 'Vera de Wit',
  sender: null,
}
shown(resultCellSchema, exampleCell)

export const readResults = read('/testmoment/:id/results', {
  reach: 'administration',
  summary: 'The results of a test moment, typed and published, in the order of a register',
  reply: shown(
    z.object({
      testmoment: whenAndWhereSchema.extend({ id: idSchema }),
      modules: z.array(z.object({ id: idSchema, name: z.string() })),
      entities: z.array(resultStudentSchema),
      _links: resultLinksSchema,
    }),
    {
      testmoment: { id: 12, ...exampleWhenAndWhere },
      modules: [{ id: 3, name: 'ALG1' }],
      entities: [
        {
          ...exampleStudent,
          class_group: 'WIS1A',
          cells: [exampleCell],
        },
      ],
      _links: {
        edit: exampleLink('PUT', '/testmoment/12/results'),
        publish: exampleLink('POST', '/testmoment/12/results/publish'),
        import: exampleLink('POST', '/testmoment/12/results/import'),
        export: exampleLink('GET', '/testmoment/12/results/export'),
      },
    },
  ),
})

export const saveResults = write('PUT', '/testmoment/:id/results', {
  event: 'resultsChanged',
  reach: 'administration',
  proof: because('drafts, which no student sees; the sheet sends later by itself what was typed'),
  summary: 'Keep results as they are typed, each by its own version; students see nothing of it yet',
  reasons: ['results-not-yet'],
  body: shown(z.object({ entities: z.array(resultEditSchema).max(MOST_RESULTS_AT_ONCE) }), {
    entities: [{ enrollment_id: 901, version: 3, value: passed }],
  }),
  reply: shown(z.object({ entities: z.array(savedResultSchema) }), {
    entities: [{ enrollment_id: 901, outcome: 'saved', cell: exampleCell }],
  }),
})

export const exportResults = read('/testmoment/:id/results/export', {
  reach: 'administration',
  proof: staff,
  summary: 'An .xlsx of what came of the test moment, typed and published, as results are imported',
  reply: fileSchema(XLSX, 'PK…'),
})

const someModules = { module_ids: z.array(idSchema).min(1).max(1_000).optional() }

shown(correctionSchema, {
  enrollment_id: 877,
  first_name: 'Sam',
  last_name: 'de Vries',
  module_name: 'ALG1',
  from: passed,
  to: failed,
  ended: [{ ...exampleWhenAndWhere, date: '2026-06-12' }],
})

shown(absenteeSchema, { enrollment_id: 878, user_id: 42, first_name: 'Noor', last_name: 'Bakker', module_name: 'ALG1' })

export const previewPublication = question('POST', '/testmoment/:id/results/preview', {
  reach: 'administration',
  summary: 'What publishing the results of a test moment would do now',
  reasons: ['results-not-yet'],
  body: shown(z.object(someModules), { module_ids: [3] }),
  reply: z.object({ publication: publicationSchema, confirmation: shown(z.string(), confirmation) }),
})

export const publishResults = write('POST', '/testmoment/:id/results/publish', {
  event: 'resultsChanged',
  reach: 'administration',
  proof: staff,
  summary:
    'Publish results as they were shown: completes modules, corrects, and notifies students, all of it or nothing',
  reasons: ['results-not-yet', 'nothing-to-publish', 'plan-changed', ...wordRefusals],
  body: shown(z.object({ ...someModules, confirmation: exactTextSchema(100), ...withMessageSchema.shape }), {
    module_ids: [3],
    confirmation,
  }),
  reply: z.object({ publication: publicationSchema, students_messaged: z.int().min(0) }),
})

const text = 'studentnummer;module;cijfer\n2104567;ALG1;7,5\n'
const ofResults = {
  module_id: idSchema.optional(),
  /** whether grades with more than one decimal are rounded; otherwise such lines are refused */
  round: z.boolean().optional(),
}

export const previewResultImport = question('POST', '/testmoment/:id/results/import/preview', {
  reach: 'administration',
  summary: 'What would become of each line of a list of results',
  reasons: ['results-not-yet', ...listFaults],
  body: shown(listTextSchema.extend(ofResults), { text }),
  reply: shown(previewSchema(resultLineSchema), {
    lines: [
      {
        line: 2,
        student: '2104567',
        name: 'Noor Bos',
        module: 'ALG1',
        typed: '7,5',
        value: passed,
        before: null,
        findings: [{ verdict: 'new', about: '' }],
        changes: [],
      },
    ],
    counts: { added: 1, changed: 0, skipped: 0, remarks: 0, errors: 0 },
    columns: [{ header: 'studentnummer', meaning: 'student_number' }],
    ...{ unused_columns: [], confirmation, confirmation_without: null },
  }),
})

export const importResults = write('POST', '/testmoment/:id/results/import', {
  event: 'resultsChanged',
  reach: 'administration',
  proof: staff,
  summary: 'Keep a list of results as it was confirmed; students see nothing of it until they are published',
  reasons: ['results-not-yet', 'plan-changed', ...listFaults],
  body: shown(confirmedListSchema.extend(ofResults), { text, confirmation }),
  reply: importedSchema,
})
