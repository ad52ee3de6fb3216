import type { EnrollingParty } from '#domain/enrollments/enrollment.rules.ts'
import type { MomentFacts } from '#domain/testmoments/testmoment.rules.ts'

interface Asked {
  by: EnrollingParty
  /** the administrator who does it for the student, to be recorded; of a student’s own doing nobody */
  actor_id?: number | undefined
  /** the login that asks: its screens see the answer, and need not be told besides */
  session_id?: number
}

export interface EnrollRequest extends Asked {
  wish: 'enroll'
  user_id: number
  testmoment_id: number
  module_id: number
}

export interface LeaveRequest extends Asked {
  wish: 'leave'
  enrollment_id: number
  /** of that enrollment, where they never change: they tell the desk what to lock and to load */
  user_id: number
  testmoment_id: number
  module_id: number
}

/** Leaves that moment for another, both or neither. */
export interface MoveRequest extends Omit<LeaveRequest, 'wish'> {
  wish: 'move'
  to_testmoment_id: number
}

export type DeskRequest = EnrollRequest | LeaveRequest | MoveRequest

export interface DeskEnrollment {
  id: number
  user_id: number
  testmoment_id: number
  module_id: number
  module_name: string
  /** ISO instant */
  created_at: string
}

export interface DeskAnswer {
  enrollment: DeskEnrollment
  moment: MomentFacts
  /** false when the enrollment was there before, or is gone now */
  created: boolean
}
