import { type TakenTest, takenTestSchema } from '#domain/results/result.schema.ts'
import { read } from './call.schema.ts'
import { listReplySchema, shown } from './endpoint.schema.ts'
import { exampleWhenAndWhere } from './enrollments.calls.ts'

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

export const listTakenTests = read('/user/:id/history', {
  reach: 'self-or-administration',
  summary: 'The tests of a student that have been, the latest first, with results as they were published',
  reply: listReplySchema(shown(takenTestSchema, example)),
})
