import type * as audit from './audit.ts'
import { exampleNextPage } from './entity.examples.ts'
import type { ExamplesOf } from './example.ts'

export const auditExamples: ExamplesOf<typeof audit> = {
  listAudit: {
    reply: {
      entities: [
        {
          id: 310,
          at: '2026-03-10T09:00:00.000Z',
          actor: 'Anja Smit',
          action: 'edited',
          resource: 'testmoment',
          resource_id: 12,
          subject: '20 mrt 2026',
          fields: ['max_enrollments'],
        },
      ],
      _links: exampleNextPage('/audit'),
    },
  },
}
