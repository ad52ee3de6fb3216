/**
 * - `enrollments-doubled`: a student would have a current enrolment in one module twice
 * - `schedule-reversed`: it would close before it opens
 */
export type TestmomentEditRefusal = 'enrollments-doubled' | 'schedule-reversed'
