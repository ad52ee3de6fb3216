import { API_BASE } from '#contract/endpoint.ts'
import { createEnrollment } from '#contract/enrollment.ts'

export const ENROLL = API_BASE + createEnrollment.path
/** authenticated, validated, and then nothing */
export const NOTHING = `${API_BASE}/bench/nothing`
/** enrols in a transaction of its own, past the desk's queue */
export const UNBATCHED = `${API_BASE}/bench/enrollment`
