import { z } from 'zod'

export const confirmedSchema = z.object({ confirmed: z.string().max(300).optional() })
