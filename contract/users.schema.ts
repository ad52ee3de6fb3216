import { z } from 'zod'
import { testmomentSchema } from '#domain/enrollments/listed-testmoment.schema.ts'
import { moduleStatusSchema } from '#domain/enrollments/module-status.schema.ts'
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
import {
  byIdSchema,
  byPagingSchema,
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

export const exampleUser: User = {
  id: 42,
  username: 'noor.bos@student.example',
  first_name: 'Noor',
  last_name: 'Bos',
  student_number: '2104567',
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

export const getOwnUserSchemas = { reply: userSchema }

export const getUserSchemas = { params: byIdSchema, reply: userSchema }

export const editUserSchemas = {
  params: byIdSchema,
  querystring: confirmedSchema,
  body: shown(userEditSchema, {
    first_name: 'Noor',
    last_name: 'Bos',
    student_number: '2104567',
    class_group: 'WIS1A',
    version: 5,
  }),
  reply: entityReplySchema(userSchema),
}

const wanted = shown(confirmationLettersSchema, { wanted: true })

export const getConfirmationLettersSchemas = {
  params: byIdSchema,
  reply: wanted,
}

export const chooseConfirmationLettersSchemas = {
  params: byIdSchema,
  body: wanted,
  reply: entityReplySchema(confirmationLettersSchema),
}

export const listModuleStatusesSchemas = {
  params: byIdSchema,
  reply: listReplySchema(moduleStatusSchema),
}

export const listUserTestmomentsSchemas = {
  params: byIdSchema,
  querystring: z.object({ module_id: idTextSchema.optional() }),
  reply: listReplySchema(testmomentSchema),
}

/** Filter and order of a list of users, as query parameters. */
const userQuestionSchema = sortedSchema('username', 'first_name', 'last_name').extend({
  ...userFilterSchema.shape,
  department: z.union([z.literal('none'), idTextSchema]).optional(),
})

export const listUsersSchemas = {
  params: byPagingSchema,
  querystring: fromCursorSchema.extend(userQuestionSchema.shape).extend({
    count: z
      .literal('true')
      .transform((): true => true)
      .optional(),
  }),
  reply: listReplySchema(userSchema).extend({ count: z.int().min(0).optional() }),
}

export const listClassGroupsSchemas = {
  reply: shown(listReplySchema(z.object({ name: z.string() })), { entities: [{ name: 'WIS1A' }], _links: {} }),
}

export const exportUsersSchemas = {
  querystring: userQuestionSchema,
  reply: fileSchema(XLSX, 'PK…'),
}

export const addUserSchemas = {
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
}

const filtered = { by: 'filter' as const, filter: { activated: 'no' as const } }

export const previewUserActSchemas = {
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
    /** number of students who would lose a place on a waiting list */
    waits_ended: z.int().min(0),
  }),
}

export const carryOutUserActSchemas = {
  body: shown(
    z.object({
      act: batchUserActSchema,
      users: z.array(batchUserSchema).min(1).max(USERS_AT_ONCE),
      ...withMessageSchema.shape,
    }),
    { act: { kind: 'delete' }, users: [{ id: 42, ends: 3 }] },
  ),
  reply: z.object({ users: z.array(settledUserSchema) }),
}

export const deleteUserSchemas = {
  params: byIdSchema,
  querystring: confirmedSchema,
  reply: entityReplySchema(userSchema).extend({ enrollments_deleted: z.int().min(0) }),
}
