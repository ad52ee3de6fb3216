import { z } from 'zod'

/** `new_accounts` counts those made since the last 1 August. */
export const accountStatisticsSchema = z.object({
  admin_accounts: z.int().min(0),
  student_accounts: z.int().min(0),
  new_accounts: z.int().min(0),
})
export type AccountStatistics = z.infer<typeof accountStatisticsSchema>
