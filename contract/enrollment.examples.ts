import type * as enrollment from './enrollment.ts'
import {
  exampleEndedEnrollment,
  exampleEnrollment,
  exampleListedEnrollment,
  exampleNextPage,
} from './entity.examples.ts'
import type { ExamplesOf } from './example.ts'
import { reasonTexts } from './reason.texts.ts'

export const enrollmentExamples: ExamplesOf<typeof enrollment> = {
  listTestmomentEnrollments: {
    reply: { entities: [exampleListedEnrollment], _links: exampleNextPage('/testmoment/12/enrollments/100') },
  },
  listUserEnrollments: { reply: { entities: [exampleListedEnrollment], _links: {} } },
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
