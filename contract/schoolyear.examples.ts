import { exampleNextPage, exampleSchoolyear } from './entity.examples.ts'
import type { ExamplesOf } from './example.ts'
import type * as schoolyear from './schoolyear.ts'

export const schoolyearExamples: ExamplesOf<typeof schoolyear> = {
  getActiveSchoolyear: { reply: exampleSchoolyear },
  getSchoolyear: { reply: exampleSchoolyear },
  listSchoolyears: { reply: { entities: [exampleSchoolyear], _links: exampleNextPage('/schoolyears/10') } },
  createSchoolyear: {
    body: { name: '2026-2027' },
    reply: { entity: { ...exampleSchoolyear, id: 3, name: '2026-2027', active: false, version: 1 } },
  },
  editSchoolyear: {
    body: { active: true, version: 2 },
    reply: {
      entity: exampleSchoolyear,
      deactivated: { ...exampleSchoolyear, id: 1, name: '2024-2025', active: false },
      enrollments_made: 1_204,
    },
  },
}
