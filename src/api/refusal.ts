import type { ErrorReply } from '#contract/reason.ts'
import { ApiError } from './api-error.ts'

/** Whether the server refused for this reason; `details` then is what it told besides, as contract/reason.ts says. */
export const isRefusedFor = <Reply extends ErrorReply>(
  error: unknown,
  reason: Reply['reason'],
): error is ApiError & { details: Reply } => error instanceof ApiError && error.reason === reason
