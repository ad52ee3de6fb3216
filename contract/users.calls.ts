import { z } from 'zod'
import { moduleStatusSchema, testmomentSchema } from '#domain/enrollments/enrollment.schema.ts'
import { wordRefusals } from '#domain/messages/message.rules.ts'
import { withMessageSchema } from '#domain/messages/message.schema.ts'
import {
  confirmationLettersSchema,
  type User,
  userCreationSchema,
  userEditSchema,
  userSchema,
} from '#domain/users/user.schema.ts'
import { USERS_AT_ONCE } from '#domain/users/user-act.rules.ts'
import {
  batchUserActSchema,
  batchUserSchema,
  plannedUserSchema,
  settledUserSchema,
  userActSchema,
  userGroupSchema,
} from '#domain/users/user-act.schema.ts'
import { userFilterSchema } from '#domain/users/user-filter.schema.ts'
import { question, read, write } from './call.schema.ts'
import {
  confirmedSchema,
  entityReplySchema,
  exampleLink,
  fileSchema,
  fromCursorSchema,
  idTextSchema,
  listReplySchema,
  shown,
  sortedSchema,
} from './endpoint.schema.ts'
import { XLSX } from './endpoint.ts'
import { exampleStudent } from './enrollments.calls.ts'
import { own, staff } from './proofs.ts'

const classGroupRefusals = ['class-group-too-long', 'class-group-unreadable'] as const
const identityRefusals = [
  'name-missing',
  'name-too-long',
  'name-unreadable',
  'student-number-unreadable',
  'student-number-too-long',
  'student-number-shortened',
  'student-number-taken',
  ...classGroupRefusals,
] as const

export const exampleUser: User = {
  ...exampleStudent,
  class_group: 'WIS1A',
  roles: ['ROLE_STUDENT'],
  information_checked: true,
  onboarding_step: 4,
  activated: true,
  version: 6,
  _links: {
    edit: exampleLink('PUT', '/user/42'),
    module_statuses: exampleLink('GET', '/user/42/module-statuses'),
    testmoments: exampleLink('GET', '/user/42/testmoments'),
    seats: exampleLink('GET', '/user/42/seats'),
    history: exampleLink('GET', '/user/42/history'),
    enrollments: exampleLink('GET', '/user/42/enrollments/100'),
    education_department: exampleLink('GET', '/user/42/education-department'),
  },
}
shown(userSchema, exampleUser)

export const getOwnUser = read('/user', {
  reach: 'account',
  admitsWeak: true,
  summary: 'Who you are',
  reasons: ['not-found'],
  reply: userSchema,
})

export const getUser = read('/user/:id', {
  reach: 'self-or-administration',
  summary: 'Who somebody is',
  reply: userSchema,
})

export const editUser = write('PUT', '/user/:id', {
  event: 'userEdited',
  reach: 'self-or-administration',
  /** another type, or another activation */
  proof: { recent: 'in-route' },
  summary:
    'Change names, and as an administrator also student number, class group, role, activation and extra time; all else in the body is ignored',
  reasons: ['version-stale', 'confirmation-needed', ...identityRefusals, 'follows-source', 'own-account'],
  querystring: confirmedSchema,
  body: shown(userEditSchema, {
    first_name: 'Noor',
    last_name: 'Bos',
    student_number: '2104567',
    class_group: 'WIS1A',
    version: 5,
  }),
  reply: entityReplySchema(userSchema),
})

const wanted = shown(confirmationLettersSchema, { wanted: true })

export const getConfirmationLetters = read('/user/:id/confirmation-letters', {
  reach: 'student-self',
  summary: 'Whether you get a letter when you are enrolled, moved or unenrolled',
  reply: wanted,
})

export const chooseConfirmationLetters = write('PUT', '/user/:id/confirmation-letters', {
  event: 'userEdited',
  reach: 'student-self',
  proof: own,
  summary: 'Choose whether you get a letter when you are enrolled, moved or unenrolled',
  body: wanted,
  reply: entityReplySchema(confirmationLettersSchema),
})

export const listModuleStatuses = read('/user/:id/module-statuses', {
  reach: 'self-or-administration',
  summary: 'How a student stands with each module of their department',
  reply: listReplySchema(moduleStatusSchema),
})

export const listUserTestmoments = read('/user/:id/testmoments', {
  reach: 'self-or-administration',
  summary: 'The current test moments, with what a student chose there',
  querystring: z.object({ module_id: idTextSchema.optional() }),
  reply: listReplySchema(testmomentSchema),
})

const userQuestionSchema = sortedSchema('username', 'first_name', 'last_name').extend({
  ...userFilterSchema.shape,
  department: z.union([z.literal('none'), idTextSchema]).optional(),
})

/** Searches with or without accents. With `count` the first page has the total number. */
export const listUsers = read('/users/:paging', {
  reach: 'administration',
  summary:
    'Users by address; a search finds every word in any part of a name, the address or the student number, and filters narrow it',
  querystring: fromCursorSchema.extend(userQuestionSchema.shape).extend({
    count: z
      .literal('true')
      .transform((): true => true)
      .optional(),
  }),
  reply: listReplySchema(userSchema).extend({ count: z.int().min(0).optional() }),
})

export const listClassGroups = read('/class-groups', {
  reach: 'administration',
  summary: 'The class groups that students are in, by name; for administrators',
  reply: shown(listReplySchema(z.object({ name: z.string() })), { entities: [{ name: 'WIS1A' }], _links: {} }),
})

export const exportUsers = read('/users/export', {
  reach: 'administration',
  proof: staff,
  summary: 'An .xlsx of the users as their list shows them, with its filters and in its order',
  reasons: ['users-too-many'],
  querystring: userQuestionSchema,
  reply: fileSchema(XLSX, 'PK…'),
})

export const addUser = write('POST', '/user', {
  event: 'userCreated',
  reach: 'administration',
  proof: staff,
  summary: 'Make one account, and have its owner written to unless that is for later',
  statuses: [201],
  reasons: [
    'username-missing',
    'username-implausible',
    'username-taken',
    ...identityRefusals,
    'education-department-unavailable',
  ],
  body: shown(userCreationSchema, {
    username: 'noor.bos@student.example',
    first_name: 'Noor',
    last_name: 'Bos',
    role: 'ROLE_STUDENT',
    education_department_id: 3,
    student_number: '2104567',
    class_group: 'WIS1A',
    letter: 'now',
  }),
  reply: entityReplySchema(userSchema),
})

const filtered = { by: 'filter' as const, filter: { activated: 'no' as const } }

export const previewUserAct = question('POST', '/users/act/preview', {
  reach: 'administration',
  summary: 'What an act on many users would do to each of them; nothing is changed',
  reasons: ['users-too-many', ...classGroupRefusals],
  body: shown(z.object({ act: userActSchema, group: userGroupSchema }), { act: { kind: 'invite' }, group: filtered }),
  reply: z.object({
    people: z.array(
      shown(plannedUserSchema, {
        id: 42,
        username: exampleUser.username,
        first_name: 'Noor',
        last_name: 'Bos',
        outcome: 'will',
      }),
    ),
    waits_ended: z.int().min(0),
  }),
})

/** Repeatable: a user in the requested state is `already`, and nobody is mailed twice. */
export const carryOutUserAct = write('POST', '/users/act', {
  event: 'userEdited',
  reach: 'administration',
  proof: staff,
  summary:
    'Invite some users, give them a department or a class group, or delete them, as far as it can be; again it does nothing twice',
  reasons: [...wordRefusals, ...classGroupRefusals],
  body: shown(
    z.object({
      act: batchUserActSchema,
      users: z.array(batchUserSchema).min(1).max(USERS_AT_ONCE),
      ...withMessageSchema.shape,
    }),
    { act: { kind: 'delete' }, users: [{ id: 42, ends: 3 }] },
  ),
  reply: z.object({ users: z.array(settledUserSchema) }),
})

export const deleteUser = write('DELETE', '/user/:id', {
  event: 'userDeleted',
  reach: 'administration',
  proof: staff,
  summary: 'Delete a user with all that is theirs; asks first if wished',
  reasons: ['confirmation-needed', 'own-account'],
  querystring: confirmedSchema,
  reply: entityReplySchema(userSchema).extend({ enrollments_deleted: z.int().min(0) }),
})
