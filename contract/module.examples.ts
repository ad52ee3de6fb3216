import { exampleListedModule } from './entity.examples.ts'
import type { ExamplesOf } from './example.ts'
import type * as module from './module.ts'

export const moduleExamples: ExamplesOf<typeof module> = {
  listModules: { reply: { entities: [exampleListedModule], _links: {} } },
  createModule: {
    body: { name: 'ALG1', description: 'Algebra en functies' },
    reply: { entity: exampleListedModule },
  },
  editModule: {
    body: { active: false, version: 1 },
    reply: { entity: { ...exampleListedModule, active: false, version: 2 }, students_enrolled: 31 },
  },
}
