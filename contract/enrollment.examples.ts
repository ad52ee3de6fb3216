import type * as enrollment from './enrollment.ts'
import { exampleEndedEnrollment, exampleEnrollment } from './entity.examples.ts'
import type { ExamplesOf } from './example.ts'
import { reasonTexts } from './reason.texts.ts'

export const enrollmentExamples: ExamplesOf<typeof enrollment> = {
  createEnrollment: {
    body: { user_id: 42, testmoment_id: 12, module_id: 3 },
    reply: { entity: exampleEnrollment },
  },
  deleteEnrollment: { reply: { entity: exampleEndedEnrollment } },
  moveEnrollment: {
    body: { testmoment_id: 13 },
    reply: { entity: { ...exampleEnrollment, id: 902, testmoment_id: 13 } },
    refusals: {
      422: {
        reason: 'no-slots-left',
        message: reasonTexts['no-slots-left'],
        half: 'enrolling',
      } satisfies enrollment.MoveRefusal,
    },
  },
}
