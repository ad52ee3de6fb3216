import { exampleModuleStatus, exampleNextPage, exampleTestmoment, exampleUser } from './entity.examples.ts'
import type { ExamplesOf } from './example.ts'
import type * as user from './user.ts'

export const userExamples: ExamplesOf<typeof user> = {
  getOwnUser: { reply: exampleUser },
  getUser: { reply: exampleUser },
  editUser: {
    body: { first_name: 'Noor', last_name: 'Bos', version: 5 },
    reply: { entity: exampleUser },
  },
  listModuleStatuses: { reply: { entities: [exampleModuleStatus], _links: {} } },
  listUserTestmoments: { reply: { entities: [exampleTestmoment], _links: {} } },
  listUsers: { reply: { entities: [exampleUser], _links: exampleNextPage('/users/20') } },
  deleteUser: { reply: { entity: exampleUser, enrollments_deleted: 3 } },
}
