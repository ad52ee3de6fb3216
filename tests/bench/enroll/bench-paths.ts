import { API_BASE } from '#contract/endpoint.ts'
import { createEnrollment } from '#contract/enrollments.gen.ts'

export const UNBATCHED_BASE = '/bench/unbatched'

export const ENROLL = API_BASE + createEnrollment.path
/** enrolls by a desk that never batches */
export const ENROLL_UNBATCHED = UNBATCHED_BASE + createEnrollment.path
/** authenticated, validated, and then nothing */
export const NOTHING = '/bench/nothing'
/** no caller, no database: what the server itself takes for an answer */
export const HELLO = '/bench/hello'
