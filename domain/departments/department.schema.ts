import { z } from 'zod'
import { consequencesSchema } from '#domain/consequences/consequence.schema.ts'
import { enrollmentSchema, statusMomentSchema } from '#domain/enrollments/enrollment.schema.ts'
import { automaticEnrollmentSchema, lostWaitSchema } from '#domain/enrollments/listed-enrollment.schema.ts'
import {
  exactTextSchema,
  idSchema,
  linkSchema,
  schoolNameSchema,
  versionSchema,
} from '#domain/entities/entity.schema.ts'
import { withMessageSchema } from '#domain/messages/message.schema.ts'
import { moduleSchema } from '#domain/modules/module.schema.ts'

/** Most modules and departments of a school, to limit the size. */
const MOST_MODULES = 2_000
const MOST_DEPARTMENTS = 500

/** Department: decides which modules its students may choose. An archived one is no longer offered; its students keep it. */
export const educationDepartmentSchema = z.object({
  id: idSchema,
  name: z.string(),
  auto_enroll: z.boolean(),
  archived: z.boolean(),
  modules: z.array(moduleSchema),
  version: versionSchema,
  /** for administrators */
  _links: z.object({
    edit: linkSchema.optional(),
    modules: linkSchema.optional(),
    edit_modules: linkSchema.optional(),
  }),
})
export type EducationDepartment = z.infer<typeof educationDepartmentSchema>
export const departmentFieldNames = educationDepartmentSchema.omit({ modules: true, _links: true }).keyof().options

export const educationDepartmentCreationSchema = z.object({ name: schoolNameSchema })
export type EducationDepartmentCreation = z.infer<typeof educationDepartmentCreationSchema>

/** Fields that are left out stay the same. */
export const educationDepartmentEditSchema = z.object({
  name: schoolNameSchema.optional(),
  auto_enroll: z.boolean().optional(),
  archived: z.boolean().optional(),
  version: versionSchema.optional(),
})
export type EducationDepartmentEdit = z.infer<typeof educationDepartmentEditSchema>

const moduleIdsSchema = z.array(idSchema).max(MOST_MODULES)

export const moduleMatrixSchema = z.object({
  /** modules by name, without archived ones */
  modules: z.array(moduleSchema.omit({ archived: true })),
  /** departments by name; `students` is their number */
  departments: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      archived: z.boolean(),
      version: versionSchema,
      students: z.int().min(0),
      module_ids: z.array(idSchema),
    }),
  ),
  _links: z.object({ edit: linkSchema, preview: linkSchema }),
})
export type ModuleMatrix = z.infer<typeof moduleMatrixSchema>

/** Modules that departments gain and lose; unlisted modules stay. */
export const moduleMatrixEditSchema = z.object({
  departments: z
    .array(
      z.object({
        id: idSchema,
        version: versionSchema.optional(),
        added: moduleIdsSchema,
        removed: moduleIdsSchema,
      }),
    )
    .max(MOST_DEPARTMENTS),
})
export type ModuleMatrixEdit = z.infer<typeof moduleMatrixEditSchema>

/** Effects of such an edit, by department and in total; `confirmation` is valid for exactly these. */
export const moduleMatrixPreviewSchema = z.object({
  departments: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      added: z.array(z.string()),
      removed: z.array(z.string()),
      consequences: consequencesSchema,
    }),
  ),
  consequences: consequencesSchema,
  confirmation: z.string(),
})
export type ModuleMatrixPreview = z.infer<typeof moduleMatrixPreviewSchema>

export const departmentSwitchSchema = z.object({ user_id: idSchema, department_id: idSchema })
export type DepartmentSwitch = z.infer<typeof departmentSwitchSchema>

/** Switch with the confirmation of its preview, and a message of a teacher to the student if enrollments end. */
export const confirmedSwitchSchema = departmentSwitchSchema.extend({
  confirmation: exactTextSchema(100).optional(),
  ...withMessageSchema.shape,
})
export type ConfirmedSwitch = z.infer<typeof confirmedSwitchSchema>

/** Modules and enrollments that a switch adds, ends and makes; `without_seat` would be made if the moments were not full. */
export const departmentSwitchMetadataSchema = z.object({
  modules_to_be_added: z.array(moduleSchema.pick({ id: true, name: true, description: true })),
  enrollments_to_be_deleted: z.array(enrollmentSchema.extend({ testmoment: statusMomentSchema })),
  enrollments_to_be_made: z.array(automaticEnrollmentSchema),
  enrollments_without_seat: z.array(automaticEnrollmentSchema),
  waits_to_be_deleted: z.array(lostWaitSchema),
  /** valid for exactly these effects */
  confirmation: z.string(),
})
export type DepartmentSwitchMetadata = z.infer<typeof departmentSwitchMetadataSchema>
