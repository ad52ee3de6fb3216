import { z } from 'zod'

/** On clocks in Amsterdam. */
const timeOfDaySchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** What a student wants to be told of. Between `quiet_from` and `quiet_until`, both or neither, they are left alone. */
export const pushPreferenceSchema = z
  .object({
    opening: z.boolean(),
    reminder: z.boolean(),
    quiet_from: timeOfDaySchema.nullable(),
    quiet_until: timeOfDaySchema.nullable(),
  })
  .refine(({ quiet_from, quiet_until }) => (quiet_from === null) === (quiet_until === null))
export type PushPreference = z.infer<typeof pushPreferenceSchema>
