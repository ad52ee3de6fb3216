import { z } from 'zod'
import { enrollmentSchema } from '#domain/enrollments/enrollment.schema.ts'
import { automaticEnrollmentSchema } from '#domain/enrollments/listed-enrollment.schema.ts'
import { idSchema } from '#domain/entities/entity.schema.ts'
import { moduleSchema } from '#domain/modules/module.schema.ts'
import { statusMomentSchema } from '#domain/modules/module-status.schema.ts'

export const departmentSwitchSchema = z.object({ user_id: idSchema, department_id: idSchema })
export type DepartmentSwitch = z.infer<typeof departmentSwitchSchema>

/**
 * What a switch would bring about, shown before it is confirmed: the modules that the student gains by it and has not
 * completed, the current enrollments in those that they lose, and the enrollments that are then made automatically.
 */
export const departmentSwitchMetadataSchema = z.object({
  modules_to_be_added: z.array(moduleSchema.pick({ id: true, name: true, description: true })),
  enrollments_to_be_deleted: z.array(enrollmentSchema.extend({ testmoment: statusMomentSchema })),
  enrollments_to_be_made: z.array(automaticEnrollmentSchema),
})
export type DepartmentSwitchMetadata = z.infer<typeof departmentSwitchMetadataSchema>
