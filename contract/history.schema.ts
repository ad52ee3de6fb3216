import { type TakenTest, takenTestSchema } from '#domain/results/result.schema.ts'
import { byIdSchema, listReplySchema, shown } from './endpoint.schema.ts'
import { exampleWhenAndWhere } from './enrollments.schema.ts'

const example: TakenTest = {
  id: 901,
  testmoment_id: 12,
  testmoment: exampleWhenAndWhere,
  schoolyear_name: '2025-2026',
  module_id: 3,
  module_name: 'ALG1',
  module_description: 'Algebra en functies',
  presence: 'present',
  result: { outcome: 'passed', grade: 75 },
  published_at: '2026-03-27T13:00:00.000Z',
  corrected: false,
  is_completed: true,
  chair: { room: 'B3.14', seat_number: 12 },
}

export const listTakenTestsSchemas = {
  params: byIdSchema,
  reply: listReplySchema(shown(takenTestSchema, example)),
}
