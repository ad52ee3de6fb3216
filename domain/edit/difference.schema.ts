import { z } from 'zod'

/** One field that a colleague changed meanwhile; label and both values in Dutch, ready to be read. */
export const differenceSchema = z.object({
  field: z.string(),
  label: z.string(),
  yours: z.string(),
  theirs: z.string(),
})
export type Difference = z.infer<typeof differenceSchema>
