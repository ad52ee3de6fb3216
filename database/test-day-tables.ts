import type { Generated } from 'kysely'
import type { PresenceStatus } from '#domain/presence/presence.schema.ts'
import type { ResultOutcome } from '#domain/results/result.schema.ts'

// The tables of test days and what came of them: part of `Tables` in database/tables.ts.

/** Link by which invigilators without an account reach the presence list of one moment. */
export interface InvigilatorLinkTable {
  id: Generated<number>
  testmoment_id: number
  /** its secret and its code are HMACs of it */
  nonce: string
  /** on all devices */
  wrong_codes: Generated<number>
  maker_id: number | null
  created_at: string
  /** time at which a teacher, or too many wrong codes, ended it */
  ended_at: string | null
}

export interface InvigilatorDeviceTable {
  id: Generated<number>
  link_id: number
  /** SHA-256 of its token, base64url */
  token_hash: string
  /** name as the invigilator wrote it */
  name: string
  /** 'Chrome op Android' */
  device: string
  wrong_codes: Generated<number>
  created_at: string
  /** once it said the right code */
  admitted_at: string | null
  last_seen_at: string | null
  revoked_at: string | null
}

/** Whether somebody was at a test, as the last tick says. */
export interface PresenceTable {
  enrollment_id: number
  user_id: number
  status: PresenceStatus
  at: string
}

/** All that was ticked, also what a later tick overruled. */
export interface PresenceTickTable {
  id: Generated<number>
  /** a UUID of the device that made it */
  key: string
  enrollment_id: number
  user_id: number
  /** null takes back what was ticked */
  status: PresenceStatus | null
  /** when it was made, and never later than it was received */
  at: string
  received_at: string
  /** the administrator who made it, or the device: one of the two, while it is there */
  actor_id: number | null
  device_id: number | null
}

/** A name noted of who came without being enrolled. */
export interface WalkInTable {
  id: Generated<number>
  key: string
  testmoment_id: number
  name: string
  at: string
  actor_id: number | null
  device_id: number | null
  /** when a teacher put it away */
  settled_at: string | null
}

/** Result of a test, one for an enrollment. Grades are in tenths: 55 is 5,5. */
export interface ResultTable {
  enrollment_id: number
  user_id: number
  /** outcome as last typed; null where it was cleared */
  outcome: ResultOutcome | null
  grade: number | null
  version: Generated<number>
  editor_id: number | null
  edited_at: string
  /** outcome as last published to the student */
  published_outcome: ResultOutcome | null
  published_grade: number | null
  published_at: string | null
}

/** Each time that a result was published: of one that was corrected both values. */
export interface ResultPublicationTable {
  id: Generated<number>
  enrollment_id: number
  user_id: number
  outcome: ResultOutcome | null
  grade: number | null
  is_correction: Generated<boolean>
  /** JSON text: the moments at which the student's enrollment in the module, or wait for it, ended by this */
  ended_testmoment_ids: string
  publisher_id: number | null
  at: string
}
