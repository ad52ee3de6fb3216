import { exampleAutomaticEnrollment, exampleDepartment, exampleUser } from './entity.examples.ts'
import type { ExamplesOf } from './example.ts'
import type * as onboarding from './onboarding.ts'

/** As students see it. */
const department = { ...exampleDepartment, _links: {} }

export const onboardingExamples: ExamplesOf<typeof onboarding> = {
  getUserEducationDepartment: { reply: department },
  chooseEducationDepartment: { body: { id: 5 }, reply: { entity: department } },
  listAutomaticEnrollments: { reply: { entities: [exampleAutomaticEnrollment], _links: {} } },
  confirmInformation: { reply: { entity: exampleUser, enrollments_made: 1 } },
}
