import { z } from 'zod'
import { noConsequences } from '#domain/consequences/consequence.rules.ts'
import {
  confirmedSwitchSchema,
  departmentSwitchMetadataSchema,
  educationDepartmentCreationSchema,
  educationDepartmentEditSchema,
  educationDepartmentSchema,
  moduleMatrixEditSchema,
  moduleMatrixPreviewSchema,
  moduleMatrixSchema,
} from '#domain/departments/department.schema.ts'
import { enrollmentsMadeSchema } from '#domain/enrollments/listed-enrollment.schema.ts'
import { versionSchema } from '#domain/entities/entity.schema.ts'
import { pick } from '#domain/entities/pick.ts'
import { exactTextSchema } from '#domain/entities/text.schema.ts'
import { withMessageSchema } from '#domain/messages/message.schema.ts'
import { moduleSchema } from '#domain/modules/module.schema.ts'
import { userSchema } from '#domain/users/user.schema.ts'
import {
  byIdSchema,
  confirmedSchema,
  entityReplySchema,
  exampleLink,
  idListSchema,
  idTextSchema,
  listReplySchema,
  shown,
} from './endpoint.schema.ts'
import { exampleEnrollment, exampleWhenAndWhere } from './enrollments.schema.ts'
import { exampleModule } from './modules.schema.ts'

shown(educationDepartmentSchema, {
  id: 5,
  name: 'Technische Wiskunde',
  auto_enroll: true,
  archived: false,
  modules: [exampleModule],
  version: 2,
  _links: {
    edit: exampleLink('PUT', '/education-department/5'),
    modules: exampleLink('GET', '/education-department/5/modules'),
    edit_modules: exampleLink('PUT', '/education-department/5/modules'),
  },
})

export const listEducationDepartmentsSchemas = {
  reply: listReplySchema(educationDepartmentSchema),
}

export const getEducationDepartmentSchemas = {
  params: byIdSchema,
  reply: educationDepartmentSchema,
}

export const createEducationDepartmentSchemas = {
  body: shown(educationDepartmentCreationSchema, { name: 'Technische Wiskunde' }),
  reply: entityReplySchema(educationDepartmentSchema),
}

export const editEducationDepartmentSchemas = {
  params: byIdSchema,
  querystring: confirmedSchema,
  body: shown(educationDepartmentEditSchema, { auto_enroll: true, version: 1 }),
  reply: entityReplySchema(educationDepartmentSchema).extend(enrollmentsMadeSchema.shape),
}

/** Number of recipients of the message sent with the edit: the students concerned, or 0. */
const messaged = { students_messaged: z.int().min(0) }

const modulesReplySchema = entityReplySchema(z.object({ entities: z.array(moduleSchema) })).extend({
  ...enrollmentsMadeSchema.shape,
  /** the department's new version */
  version: versionSchema,
  /** deleted enrollments of the department's students, in modules that it lost */
  enrollments_deleted: z.int().min(0),
  ...messaged,
})

export const listDepartmentModulesSchemas = {
  params: byIdSchema,
  reply: listReplySchema(moduleSchema),
}

export const replaceDepartmentModulesSchemas = {
  params: byIdSchema,
  querystring: confirmedSchema,
  /** `version` is the department's, as in an edit; changes of its modules increase it too */
  body: shown(idListSchema.extend({ version: versionSchema.optional(), ...withMessageSchema.shape }), {
    entities: [{ id: 3 }],
    version: 2,
  }),
  reply: modulesReplySchema,
}

export const addDepartmentModulesSchemas = {
  params: byIdSchema,
  querystring: confirmedSchema,
  body: idListSchema,
  reply: modulesReplySchema,
}

const matrixEdit = { departments: [{ id: 5, version: 2, added: [4], removed: [3] }] }
const exampleMatrixPreview = {
  departments: [
    {
      id: 5,
      name: 'Technische Wiskunde',
      added: ['STA1'],
      removed: ['ALG1'],
      consequences: { ...noConsequences, enrollments_deleted: 12, students: 11 },
    },
  ],
  consequences: { ...noConsequences, enrollments_deleted: 12, students: 11 },
  confirmation: 'mT0Yx1l3…',
}
const matrixPreviewSchema = shown(moduleMatrixPreviewSchema, exampleMatrixPreview)

export const getModuleMatrixSchemas = {
  reply: shown(moduleMatrixSchema, {
    modules: [pick(exampleModule, ['id', 'name', 'description', 'active', 'version'])],
    departments: [{ id: 5, name: 'Technische Wiskunde', archived: false, version: 2, students: 212, module_ids: [3] }],
    _links: {
      edit: exampleLink('PUT', '/education-departments/modules'),
      preview: exampleLink('POST', '/education-departments/modules/preview'),
    },
  }),
}

export const previewModuleMatrixSchemas = {
  body: shown(moduleMatrixEditSchema, matrixEdit),
  reply: matrixPreviewSchema,
}

export const editModuleMatrixSchemas = {
  /** `confirmation` is from a preview */
  body: shown(
    moduleMatrixEditSchema.extend({ confirmation: exactTextSchema(100).optional(), ...withMessageSchema.shape }),
    { ...matrixEdit, confirmation: exampleMatrixPreview.confirmation },
  ),
  reply: shown(moduleMatrixPreviewSchema.extend(messaged), { ...exampleMatrixPreview, students_messaged: 11 }),
}

const testmoment = { id: 12, ...exampleWhenAndWhere }

export const previewDepartmentSwitchSchemas = {
  querystring: z.object({ user_id: idTextSchema, department_id: idTextSchema }),
  reply: shown(departmentSwitchMetadataSchema, {
    modules_to_be_added: [{ id: 4, name: 'STA1', description: 'Kansrekening en statistiek' }],
    enrollments_to_be_deleted: [
      {
        ...exampleEnrollment,
        _links: {},
        testmoment: { ...testmoment, enrollments_enabled: false, enrollments_close_at: null },
      },
    ],
    enrollments_to_be_made: [{ testmoment, module: { id: 3, name: 'ALG1', description: 'Algebra en functies' } }],
    enrollments_without_seat: [],
    waits_to_be_deleted: [],
    confirmation: 'Vq3bY0c7…',
  }),
}

export const switchDepartmentSchemas = {
  body: shown(confirmedSwitchSchema, { user_id: 42, department_id: 5, confirmation: 'Vq3bY0c7…' }),
  reply: entityReplySchema(userSchema).extend({
    enrollments_deleted: z.int().min(0),
    enrollments_made: z.int().min(0),
    ...messaged,
  }),
}
