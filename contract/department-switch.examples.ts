import type * as departmentSwitch from './department-switch.ts'
import { exampleAutomaticEnrollment, exampleEndedEnrollment, exampleUser } from './entity.examples.ts'
import type { ExamplesOf } from './example.ts'

export const departmentSwitchExamples: ExamplesOf<typeof departmentSwitch> = {
  previewDepartmentSwitch: {
    reply: {
      modules_to_be_added: [{ id: 4, name: 'STA1', description: 'Kansrekening en statistiek' }],
      enrollments_to_be_deleted: [
        {
          ...exampleEndedEnrollment,
          testmoment: {
            ...exampleAutomaticEnrollment.testmoment,
            enrollments_enabled: false,
            enrollments_close_at: null,
          },
        },
      ],
      enrollments_to_be_made: [exampleAutomaticEnrollment],
    },
  },
  switchDepartment: {
    body: { user_id: 42, department_id: 5 },
    reply: { entity: exampleUser, enrollments_deleted: 1, enrollments_made: 1 },
  },
}
