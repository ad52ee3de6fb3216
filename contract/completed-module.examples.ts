import type * as completedModule from './completed-module.ts'
import { exampleModuleStatus } from './entity.examples.ts'
import type { ExamplesOf } from './example.ts'

export const completedModuleExamples: ExamplesOf<typeof completedModule> = {
  completeModules: {
    body: { entities: [{ id: 3 }] },
    reply: {
      entity: {
        entities: [{ ...exampleModuleStatus, enrollments: {}, enrollment_moment: null, is_completed: true }],
      },
      enrollments_deleted: 1,
      enrollments_made: 0,
    },
  },
  uncompleteModules: {
    body: { entities: [{ id: 3 }] },
    reply: { entity: { entities: [exampleModuleStatus] }, enrollments_deleted: 0, enrollments_made: 1 },
  },
}
