import type { ModuleStatus } from '#domain/modules/module.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import type { Enrollment } from '#src/enrollment/use-enrollment.ts'
import type { EnrollmentChoice } from './enrollment-choices.ts'

export interface ChoiceProps {
  api: Api
  choice: EnrollmentChoice
  user: User
  module: ModuleStatus['module']
  enrollment: Enrollment
  /** the server's time, in milliseconds since the epoch */
  now: number
}
