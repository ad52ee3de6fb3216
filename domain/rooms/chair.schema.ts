import { z } from 'zod'

/** Where a student sits, as they see it once rooms are published; `seat_number` is null where chairs have none. */
export const shownChairSchema = z.object({ room: z.string(), seat_number: z.int().min(1).nullable() })
