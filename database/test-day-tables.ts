import type { Generated } from 'kysely'
import type { PresenceStatus } from '#domain/presence/presence.schema.ts'
import type { ResultOutcome } from '#domain/results/result.schema.ts'

export interface TestDayTables {
  /** Link by which invigilators without an account reach the presence list of one moment. */
  invigilator_link: {
    id: Generated<number>
    testmoment_id: number
    /** the only room whose students it reads and ticks; null for all rooms */
    room_id: number | null
    /** secret and code of the link are HMACs of it */
    nonce: string
    /** total over all devices */
    wrong_codes: Generated<number>
    maker_id: number | null
    created_at: string
    /** when a teacher ended it, or too many wrong codes */
    ended_at: string | null
  }

  invigilator_device: {
    id: Generated<number>
    link_id: number
    /** SHA-256 of its token, base64url */
    token_hash: string
    name: string
    /** 'Chrome op Android' */
    device: string
    wrong_codes: Generated<number>
    created_at: string
    /** when it entered the right code */
    admitted_at: string | null
    last_seen_at: string | null
    revoked_at: string | null
  }

  /** Attendance of a student at a test, by the last tick. */
  presence: {
    enrollment_id: number
    user_id: number
    status: PresenceStatus
    at: string
  }

  /** All ticks, including overruled ones. */
  presence_tick: {
    id: Generated<number>
    /** a UUID made by the device */
    key: string
    enrollment_id: number
    user_id: number
    /** null undoes an earlier tick */
    status: PresenceStatus | null
    /** when it was made; never later than when it was received */
    at: string
    received_at: string
    /** the administrator or the device that made it; null once deleted */
    actor_id: number | null
    device_id: number | null
    /** the system of the school that sent it; null for a person's */
    connection_id: number | null
    /** made by reading the student's code */
    by_code: Generated<boolean>
  }

  /** What makes earlier codes of a student at a moment invalid; without a row the generation is 0. */
  door_code: {
    user_id: number
    testmoment_id: number
    generation: number
    /** when the student asked for another code; null if their last enrollment there ended since, by a trigger */
    renewed_at: string | null
  }

  walk_in: {
    id: Generated<number>
    key: string
    testmoment_id: number
    name: string
    at: string
    actor_id: number | null
    device_id: number | null
    /** when a teacher dismissed it */
    settled_at: string | null
  }

  /** Result of a test, one per enrollment. Grades are in tenths: 55 means 5,5. */
  result: {
    enrollment_id: number
    user_id: number
    /** outcome as last entered; null if it was cleared */
    outcome: ResultOutcome | null
    grade: number | null
    version: Generated<number>
    editor_id: number | null
    /** the system of the school that sent the draft; null for a person's */
    connection_id: number | null
    edited_at: string
    /** outcome as last published to the student */
    published_outcome: ResultOutcome | null
    published_grade: number | null
    published_at: string | null
  }

  /** Publication of a result; a corrected result has several. */
  result_publication: {
    id: Generated<number>
    enrollment_id: number
    user_id: number
    outcome: ResultOutcome | null
    grade: number | null
    is_correction: Generated<boolean>
    /** JSON text: ids of the moments where this ended the student's enrollment in the module, or their wait for it */
    ended_testmoment_ids: string
    publisher_id: number | null
    /** the system of the school that published it by itself; null for a teacher */
    connection_id: number | null
    at: string
  }
}
