import { z } from 'zod'
import { educationDepartmentSchema } from '#domain/education-department/education-department.schema.ts'
import { automaticEnrollmentSchema } from '#domain/enrollment/automatic-enrollment.schema.ts'
import { idSchema } from '#domain/link/link.schema.ts'
import { moduleStatusSchema } from '#domain/module/module-status.schema.ts'
import { userSessionSchema } from '#domain/session/user-session.schema.ts'
import { testmomentSchema } from '#domain/testmoment/testmoment.schema.ts'
import { personalDataSchema } from '#domain/user/personal-data.schema.ts'
import { userSchema } from '#domain/user/user.schema.ts'
import { userEditSchema } from '#domain/user/user-edit.schema.ts'
import { idTextSchema, type SchemasOf } from './endpoint.schema.ts'
import { entityReplySchema, listReplySchema } from './list.schema.ts'
import type * as user from './user.ts'

const params = z.object({ id: idTextSchema })

export const getOwnUserSchemas = { reply: userSchema } satisfies SchemasOf<typeof user.getOwnUser>

export const getUserSchemas = { params, reply: userSchema } satisfies SchemasOf<typeof user.getUser>

export const editUserSchemas = {
  params,
  body: userEditSchema,
  reply: entityReplySchema(userSchema),
} satisfies SchemasOf<typeof user.editUser>

export const getUserEducationDepartmentSchemas = {
  params,
  reply: educationDepartmentSchema,
} satisfies SchemasOf<typeof user.getUserEducationDepartment>

export const chooseEducationDepartmentSchemas = {
  params,
  body: z.object({ id: idSchema }),
  reply: entityReplySchema(educationDepartmentSchema),
} satisfies SchemasOf<typeof user.chooseEducationDepartment>

export const listModuleStatusesSchemas = {
  params,
  reply: listReplySchema(moduleStatusSchema),
} satisfies SchemasOf<typeof user.listModuleStatuses>

/** Far more modules than any school has; the limit keeps a statement's parameters within bounds. */
const idListSchema = z.object({ entities: z.array(z.object({ id: idSchema })).max(1_000) })

const completionSchemas = {
  params,
  body: idListSchema,
  reply: entityReplySchema(z.object({ entities: z.array(moduleStatusSchema) })).extend({
    enrollments_deleted: z.int().min(0),
    enrollments_made: z.int().min(0),
  }),
}

export const completeModulesSchemas = completionSchemas satisfies SchemasOf<typeof user.completeModules>

export const uncompleteModulesSchemas = completionSchemas satisfies SchemasOf<typeof user.uncompleteModules>

export const listUserTestmomentsSchemas = {
  params,
  querystring: z.object({ module_id: idTextSchema.optional() }),
  reply: listReplySchema(testmomentSchema),
} satisfies SchemasOf<typeof user.listUserTestmoments>

export const listAutomaticEnrollmentsSchemas = {
  params,
  reply: listReplySchema(automaticEnrollmentSchema),
} satisfies SchemasOf<typeof user.listAutomaticEnrollments>

export const confirmInformationSchemas = {
  params,
  reply: entityReplySchema(userSchema).extend({ enrollments_made: z.int().min(0) }),
} satisfies SchemasOf<typeof user.confirmInformation>

export const listUserSessionsSchemas = {
  params,
  reply: listReplySchema(userSessionSchema),
} satisfies SchemasOf<typeof user.listUserSessions>

export const deleteSessionSchemas = {
  params,
  reply: entityReplySchema(userSessionSchema),
} satisfies SchemasOf<typeof user.deleteSession>

export const downloadUserDataSchemas = {
  params,
  reply: personalDataSchema,
} satisfies SchemasOf<typeof user.downloadUserData>
