import { z } from 'zod'
import type { ReasonCode } from './reason.ts'

/** What an operation answers when it refuses: one of the reasons it lists. */
export const errorReplySchema = (reasons: readonly ReasonCode[]) => z.object({ reason: z.enum(reasons) })
