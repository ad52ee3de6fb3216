import type { EducationDepartment } from '#domain/departments/department.schema.ts'
import type { Enrollment } from '#domain/enrollments/enrollment.schema.ts'
import type { AutomaticEnrollment, ListedEnrollment } from '#domain/enrollments/listed-enrollment.schema.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { ListedModule, Module, ModuleStatus } from '#domain/modules/module.schema.ts'
import type { Schoolyear } from '#domain/schoolyears/schoolyear.schema.ts'
import type { ManagedTestmoment, Testmoment, TestmomentModule } from '#domain/testmoments/testmoment.schema.ts'
import type { User } from '#domain/users/user.schema.ts'

/** One small school, in which the examples of all calls play. */

const link = (method: Link['method'], path: string): Link => ({ method, href: `/api/v1${path}` })

export const exampleModule: Module = {
  id: 3,
  name: 'ALG1',
  description: 'Algebra en functies',
  active: true,
  version: 1,
}

export const exampleListedModule: ListedModule = { ...exampleModule, _links: { edit: link('PUT', '/module/3') } }

export const exampleTestmomentModule: TestmomentModule = {
  id: 3,
  name: 'ALG1',
  description: 'Algebra en functies',
  auto_enroll: false,
}

export const exampleEnrollment: Enrollment = {
  id: 901,
  user_id: 42,
  testmoment_id: 12,
  module_id: 3,
  module_name: 'ALG1',
  created_at: '2026-03-10T09:00:00.000Z',
  _links: {
    delete: link('DELETE', '/enrollment/901'),
    move: link('POST', '/enrollment/901/move'),
    calendar: link('GET', '/enrollment/901/calendar'),
  },
}

export const exampleEndedEnrollment: Enrollment = { ...exampleEnrollment, _links: {} }

const moment = {
  id: 12,
  date: '2026-03-20',
  duration: 'day',
  enrollments_enabled: true,
  enrollments_open_at: null,
  enrollments_close_at: '2026-03-19T16:00:00.000Z',
} as const

export const exampleListedEnrollment: ListedEnrollment = {
  ...exampleEnrollment,
  user: { id: 42, username: 'noor.bos@student.example', first_name: 'Noor', last_name: 'Bos' },
  testmoment: { id: 12, date: '2026-03-20', duration: 'day' },
}

export const exampleTestmoment: Testmoment = {
  ...moment,
  max_enrollments: 2,
  modules: [exampleTestmomentModule],
  enrollments: [exampleEnrollment],
  version: 4,
  _links: { enroll: link('POST', '/enrollment') },
}

export const exampleManagedTestmoment: ManagedTestmoment = {
  ...moment,
  schoolyear_id: 2,
  max_enrollments: 2,
  modules: [exampleTestmomentModule],
  students: 118,
  tests: 131,
  version: 4,
  _links: {
    edit: link('PUT', '/schoolyear/2/testmoment/12'),
    delete: link('DELETE', '/schoolyear/2/testmoment/12'),
    edit_preview: link('GET', '/testmoment/12/edit-preview'),
    modules: link('GET', '/testmoment/12/modules'),
    edit_modules: link('PUT', '/testmoment/12/modules'),
    enrollments: link('GET', '/testmoment/12/enrollments/100'),
    export: link('GET', '/testmoment/12/export'),
    presence_checklist: link('GET', '/testmoment/12/presence-checklist'),
  },
}

export const exampleSchoolyear: Schoolyear = {
  id: 2,
  name: '2025-2026',
  active: true,
  version: 3,
  _links: {
    edit: link('PUT', '/schoolyear/2'),
    testmoments: link('GET', '/schoolyear/2/testmoments/20'),
    add_testmoment: link('POST', '/schoolyear/2/testmoment'),
    testmoment_statistics: link('GET', '/schoolyear/2/testmoment-statistics'),
    enrollment_statistics: link('GET', '/schoolyear/2/enrollment-statistics'),
  },
}

export const exampleDepartment: EducationDepartment = {
  id: 5,
  name: 'Technische Wiskunde',
  auto_enroll: true,
  archived: false,
  modules: [exampleModule],
  version: 2,
  _links: {
    edit: link('PUT', '/education-department/5'),
    modules: link('GET', '/education-department/5/modules'),
    edit_modules: link('PUT', '/education-department/5/modules'),
  },
}

export const exampleUser: User = {
  id: 42,
  username: 'noor.bos@student.example',
  first_name: 'Noor',
  last_name: 'Bos',
  roles: ['ROLE_STUDENT'],
  information_checked: true,
  onboarding_step: 4,
  activated: true,
  version: 6,
  _links: {
    edit: link('PUT', '/user/42'),
    module_statuses: link('GET', '/user/42/module-statuses'),
    testmoments: link('GET', '/user/42/testmoments'),
    enrollments: link('GET', '/user/42/enrollments/100'),
    education_department: link('GET', '/user/42/education-department'),
  },
}

/** As an administrator sees it. */
export const exampleWaitingUser: User = {
  ...exampleUser,
  information_checked: false,
  onboarding_step: 1,
  activated: false,
  activation_key: 'Zk3vQ0m7cX1bS9tWnE5yRg.d8FhJ2kLp4aVuI6oTzCqMw',
  activation_expires_at: '2026-03-13T09:00:00.000Z',
  _links: {
    edit: link('PUT', '/user/42'),
    delete: link('DELETE', '/user/42'),
    validation_mail: link('POST', '/user/42/validation-mail'),
  },
}

const { id, date, duration, enrollments_enabled, enrollments_close_at } = moment
const statusMoment = { id, date, duration, enrollments_enabled, enrollments_close_at }

export const exampleModuleStatus: ModuleStatus = {
  module: { id: 3, name: 'ALG1', description: 'Algebra en functies' },
  enrollments: { '12': { enrollment: exampleEnrollment, testmoment: statusMoment } },
  enrollment_moment: statusMoment,
  is_completed: false,
}

export const exampleAutomaticEnrollment: AutomaticEnrollment = {
  testmoment: { id, date, duration },
  module: { id: 3, name: 'ALG1', description: 'Algebra en functies' },
}

export const exampleNextPage = (path: string) => ({ next: link('GET', `${path}?cursor=eyJpZCI6MTJ9`) })
