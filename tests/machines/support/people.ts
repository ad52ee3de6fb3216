import type { User } from '#domain/users/user.schema.ts'

const person = (id: number, username: string): User => ({
  id,
  username,
  first_name: 'Sanne',
  last_name: 'de Vries',
  student_number: null,
  class_group: null,
  roles: ['ROLE_STUDENT'],
  information_checked: true,
  onboarding_step: 4,
  activated: true,
  version: 1,
  _links: { testmoments: { method: 'GET', href: `/api/v1/user/${id}/testmoments` } },
})

export const sanne = person(7, 'sanne@school.nl')
export const daan = person(8, 'daan@school.nl')
