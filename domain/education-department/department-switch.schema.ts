import { z } from 'zod'
import { enrollmentSchema } from '#domain/enrollment/enrollment.schema.ts'
import { idSchema } from '#domain/link/link.schema.ts'
import { moduleSchema } from '#domain/module/module.schema.ts'

export const departmentSwitchSchema = z.object({ user_id: idSchema, department_id: idSchema })
export type DepartmentSwitch = z.infer<typeof departmentSwitchSchema>

/** What a switch would bring about, shown before it is confirmed. */
export const departmentSwitchMetadataSchema = z.object({
  modules_to_be_added: z.array(moduleSchema.pick({ id: true, name: true, description: true })),
  enrollments_to_be_deleted: z.array(enrollmentSchema),
})
export type DepartmentSwitchMetadata = z.infer<typeof departmentSwitchMetadataSchema>
