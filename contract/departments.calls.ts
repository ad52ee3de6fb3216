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
import { exactTextSchema, versionSchema } from '#domain/entities/entity.schema.ts'
import { pick } from '#domain/entities/pick.ts'
import { schoolNameRefusals } from '#domain/entities/school-name.rules.ts'
import { wordRefusals } from '#domain/messages/message.rules.ts'
import { withMessageSchema } from '#domain/messages/message.schema.ts'
import { moduleSchema } from '#domain/modules/module.schema.ts'
import { userSchema } from '#domain/users/user.schema.ts'
import { question, read, write } from './call.schema.ts'
import {
  confirmedSchema,
  entityReplySchema,
  exampleLink,
  idListSchema,
  idTextSchema,
  listReplySchema,
  shown,
} from './endpoint.schema.ts'
import type { ReplyOf } from './endpoint.ts'
import { exampleEnrollment, exampleWhenAndWhere } from './enrollments.calls.ts'
import { exampleModule } from './modules.calls.ts'
import { school, withMessage } from './proofs.ts'

const departmentNameRefusals = ['education-department-name-taken', ...schoolNameRefusals] as const

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

export const listEducationDepartments = read('/education-departments', {
  reach: 'account',
  summary: 'The departments with their modules; an archived one is shown to its students and administrators only',
  reply: listReplySchema(educationDepartmentSchema),
})

export const getEducationDepartment = read('/education-department/:id', {
  reach: 'administration',
  summary: 'One department with its modules',
  reply: educationDepartmentSchema,
})

export const createEducationDepartment = write('POST', '/education-department', {
  event: 'educationDepartmentCreated',
  reach: 'administration',
  proof: school,
  summary: 'Create a department, which holds no modules yet',
  statuses: [201],
  reasons: departmentNameRefusals,
  body: shown(educationDepartmentCreationSchema, { name: 'Technische Wiskunde' }),
  reply: entityReplySchema(educationDepartmentSchema),
})

export const editEducationDepartment = write('PUT', '/education-department/:id', {
  event: 'educationDepartmentEdited',
  reach: 'administration',
  proof: school,
  summary: 'Rename or archive a department, or switch its automatic enrollment, which on enrolls its students',
  reasons: ['version-stale', 'confirmation-needed', ...departmentNameRefusals],
  querystring: confirmedSchema,
  body: shown(educationDepartmentEditSchema, { auto_enroll: true, version: 1 }),
  reply: entityReplySchema(educationDepartmentSchema).extend(enrollmentsMadeSchema.shape),
})

/** Number of recipients of the message sent with the edit: the students concerned, or 0. */
const messaged = { students_messaged: z.int().min(0) }

const modulesReplySchema = entityReplySchema(z.object({ entities: z.array(moduleSchema) })).extend({
  ...enrollmentsMadeSchema.shape,
  version: versionSchema,
  enrollments_deleted: z.int().min(0),
  ...messaged,
})

export const listDepartmentModules = read('/education-department/:id/modules', {
  reach: 'administration',
  summary: 'The modules of a department',
  reply: listReplySchema(moduleSchema),
})

export const replaceDepartmentModules = write('PUT', '/education-department/:id/modules', {
  event: 'educationDepartmentEdited',
  reach: 'administration',
  proof: withMessage,
  summary: 'Replace the modules of a department; asks first when its students would lose enrollments',
  reasons: ['version-stale', 'confirmation-needed', 'module-unknown', ...wordRefusals],
  querystring: confirmedSchema,
  /** `version` is the department's, as in an edit; changes of its modules increase it too */
  body: shown(idListSchema.extend({ version: versionSchema.optional(), ...withMessageSchema.shape }), {
    entities: [{ id: 3 }],
    version: 2,
  }),
  reply: modulesReplySchema,
})

export const addDepartmentModules = write('PATCH', '/education-department/:id/modules', {
  event: 'educationDepartmentEdited',
  reach: 'administration',
  proof: school,
  summary: 'Add modules to a department, which enrolls its students where that is automatic, and asks first if wished',
  reasons: ['confirmation-needed', 'module-unknown'],
  querystring: confirmedSchema,
  body: idListSchema,
  reply: modulesReplySchema,
})

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

export const getModuleMatrix = read('/education-departments/modules', {
  reach: 'administration',
  summary: 'All departments, and which modules each of them holds',
  reply: shown(moduleMatrixSchema, {
    modules: [pick(exampleModule, ['id', 'name', 'description', 'active', 'version'])],
    departments: [{ id: 5, name: 'Technische Wiskunde', archived: false, version: 2, students: 212, module_ids: [3] }],
    _links: {
      edit: exampleLink('PUT', '/education-departments/modules'),
      preview: exampleLink('POST', '/education-departments/modules/preview'),
    },
  }),
})

export const previewModuleMatrix = question('POST', '/education-departments/modules/preview', {
  reach: 'administration',
  summary: 'What would come of giving departments other modules, by department and in all; nothing is done',
  reasons: ['not-found', 'version-stale', 'module-unknown'],
  body: shown(moduleMatrixEditSchema, matrixEdit),
  reply: matrixPreviewSchema,
})

export const editModuleMatrix = write('PUT', '/education-departments/modules', {
  event: 'educationDepartmentEdited',
  reach: 'administration',
  proof: withMessage,
  summary: 'Give departments other modules, all at once or not at all; asks first when students would lose by it',
  reasons: ['not-found', 'version-stale', 'module-unknown', 'confirmation-needed', 'plan-changed', ...wordRefusals],
  body: shown(
    moduleMatrixEditSchema.extend({ confirmation: exactTextSchema(100).optional(), ...withMessageSchema.shape }),
    { ...matrixEdit, confirmation: exampleMatrixPreview.confirmation },
  ),
  reply: shown(moduleMatrixPreviewSchema.extend(messaged), { ...exampleMatrixPreview, students_messaged: 11 }),
})

const testmoment = { id: 12, ...exampleWhenAndWhere }

export const previewDepartmentSwitch = read('/department-switch', {
  reach: 'self-or-administration',
  of: 'query.user_id',
  summary: 'What a student would gain and lose by another department',
  reasons: ['not-found', 'onboarding-unfinished', 'education-department-unavailable'],
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
})

export const switchDepartment = write('POST', '/department-switch', {
  event: 'userEdited',
  reach: 'self-or-administration',
  of: 'body.user_id',
  proof: withMessage,
  summary: 'Switch a student to another department, with all that comes of it; asks again where that became another',
  reasons: ['not-found', 'onboarding-unfinished', 'education-department-unavailable', 'plan-changed', ...wordRefusals],
  body: shown(confirmedSwitchSchema, { user_id: 42, department_id: 5, confirmation: 'Vq3bY0c7…' }),
  reply: entityReplySchema(userSchema).extend({
    enrollments_deleted: z.int().min(0),
    enrollments_made: z.int().min(0),
    ...messaged,
  }),
})

export type DepartmentSwitchReply = ReplyOf<typeof switchDepartment>
