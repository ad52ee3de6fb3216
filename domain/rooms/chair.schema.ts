import { z } from 'zod'

/** Room and seat of a student, shown to them once rooms are published; `seat_number` is null where chairs have no numbers. */
export const shownChairSchema = z.object({ room: z.string(), seat_number: z.int().min(1).nullable() })
