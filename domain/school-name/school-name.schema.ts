import { z } from 'zod'

/** Bounds what is read of the name of a school year, department or module; what it must be like is said by `schoolNameRefusal`. */
export const schoolNameSchema = z.string().max(1_000)
