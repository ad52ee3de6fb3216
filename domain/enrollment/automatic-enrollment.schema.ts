import { z } from 'zod'
import { moduleSchema } from '#domain/module/module.schema.ts'
import { testmomentSchema } from '#domain/testmoment/testmoment.schema.ts'

/** An enrollment that confirming would make now. */
export const automaticEnrollmentSchema = z.object({
  testmoment: testmomentSchema.pick({ id: true, date: true, duration: true }),
  module: moduleSchema.pick({ id: true, name: true, description: true }),
})
export type AutomaticEnrollment = z.infer<typeof automaticEnrollmentSchema>
