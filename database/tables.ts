import type { Generated, Kysely as KyselyOf, Selectable, Transaction as TransactionOf } from 'kysely'
import type { Duration } from '#domain/calendar/when-and-where.schema.ts'
import type { EnrollmentMaker } from '#domain/enrollments/enrollment.schema.ts'
import type { LoginMethod } from '#domain/logins/login.schema.ts'
import type { OnboardingStep } from '#domain/users/user.schema.ts'
import type { ConnectionTables } from './connection-tables.ts'
import type { ImportTables } from './import-tables.ts'
import type { LoginTables } from './login-tables.ts'
import type { SendingTables } from './outbox/sending-tables.ts'
import type { SourceTables } from './source-tables.ts'
import type { TestDayTables } from './test-day-tables.ts'
import type { WaitingTables } from './waiting-tables.ts'

/** Queries on our tables, in a transaction or outside one. */
export type Kysely = KyselyOf<Tables>

/** Queries of one transaction on our tables. */
export type Transaction = TransactionOf<Tables>

/**
 * The tables, the same on both engines: ids are integers, instants ISO text with milliseconds and 'Z', days 'YYYY-MM-DD',
 * booleans true or false. `Generated` marks values that the database fills in.
 */
export interface Tables
  extends ConnectionTables,
    ImportTables,
    LoginTables,
    SendingTables,
    SourceTables,
    TestDayTables,
    WaitingTables {
  user: {
    id: Generated<number>
    /** lower case, so that an address has only one account */
    username: string
    first_name: string
    last_name: string
    /** names and address in the form that searches use; written by `findable` when one of them changes */
    search_text: string
    /** sort keys of the names, written likewise */
    first_name_key: Generated<string>
    last_name_key: Generated<string>
    /** role names separated by spaces, the displayed one first; may be empty */
    roles: string
    password_hash: string | null
    information_checked: Generated<boolean>
    /** furthest step reached; without meaning once `information_checked` is true */
    onboarding_step: Generated<OnboardingStep>
    activated: Generated<boolean>
    /** the activation link for administrators is an HMAC of it, and leads to choosing a password; null once used */
    activation_nonce: string | null
    activation_expires_at: string | null
    /** an account made only by registering is deleted then unless activated; null for other accounts */
    registration_ends_at: string | null
    /** when the owner last got a letter about wrong passwords */
    guesses_notified_at: string | null
    education_department_id: number | null
    /** student number of the school; unique among all accounts */
    student_number: string | null
    /** the part of a department that a student is taught in, as the school calls it */
    class_group: string | null
    /** whether they get a letter when they enroll, move or unenroll, or somebody does it for them */
    confirmation_letters: Generated<boolean>
    /** close to health data: only for invigilators of a test and for administrators who edit the student */
    extra_time: Generated<boolean>
    /** raised when password, role or account change, which revokes all access tokens at once */
    token_version: Generated<number>
    version: Generated<number>
    /** until then the school login may be linked to this administrator by address alone */
    identity_link_until: string | null
    /** a token refresh does not count; null if they never logged in, or not since this is recorded */
    last_login_at: string | null
    created_at: string
  }

  /** Session: one login on one device, with all refresh tokens that came from it. */
  session: {
    id: Generated<number>
    user_id: number
    device: string
    created_at: string
    last_used_at: string
    /** end of the 90 days that no refresh extends */
    expires_at: string
    revoked_at: string | null
    /** how the user proved their identity */
    method: Generated<LoginMethod>
    /** when the user last proved their identity again; null means never since `created_at` */
    authenticated_at: string | null
    /** number of proofs after which its tokens are replaced, those in one generation counted once */
    generation: Generated<number>
    /** when the first tokens of this generation were given; null while those of the one before are in use */
    renewed_at: Generated<string | null>
    /** identity that logged in through the school's provider, with its session there */
    identity_id: number | null
    provider_session: string | null
    /** JSON list of `Factor` by which the session was proved; null if it began before this was recorded */
    factors: string | null
  }

  refresh_token: {
    /** SHA-256 of the token, base64url */
    token_hash: string
    session_id: number
    created_at: string
    /** end of the 14 days without use */
    expires_at: string
    superseded_at: string | null
  }

  /** Registration of an address that is not activated yet. Activation deletes all registrations of the account. */
  registration: {
    id: Generated<number>
    user_id: number
    /** the link in the letter is an HMAC of it */
    nonce: string
    /** becomes the account's password by this link, and by no other */
    password_hash: string
    /** for the owner to recognize, e.g. 'Chrome op Android' */
    device: string
    created_at: string
    expires_at: string
  }

  /** Link with which a person may choose a new password, once. */
  password_reset: {
    id: Generated<number>
    /** the link is an HMAC of it */
    nonce: string
    /** null for an address without an account: the row costs the same work and leads nowhere */
    user_id: number | null
    created_at: string
    expires_at: string
    used_at: string | null
  }

  schoolyear: {
    id: Generated<number>
    name: string
    active: Generated<boolean>
    /** archived: absent from lists and pickers, with all its data unchanged; never the active year */
    archived: Generated<boolean>
    version: Generated<number>
    created_at: string
  }

  /** Days without lessons in a school year, as the school entered them; first and last included. */
  recess: {
    id: Generated<number>
    schoolyear_id: number
    name: string
    first_day: string
    last_day: string
  }

  testmoment: {
    id: Generated<number>
    schoolyear_id: number
    date: string
    duration: Generated<Duration>
    enrollments_enabled: Generated<boolean>
    enrollments_open_at: string | null
    enrollments_close_at: string | null
    max_enrollments: Generated<number>
    location: string | null
    /** 'HH:MM' in Europe/Amsterdam; only for moments of one day */
    starts_at: string | null
    ends_at: string | null
    /** number of students who fit; 0 means no limit */
    seats: Generated<number>
    version: Generated<number>
    /** counts edits of its rooms, which students do not see */
    rooms_version: Generated<number>
    /** when the students were last divided over the moment's rooms, after which new students get a chair; null before */
    divided_at: string | null
    chairs_numbered: Generated<boolean>
    /** null while only administrators see who sits where */
    rooms_published_at: string | null
    created_at: string
  }

  testmoment_module: {
    testmoment_id: number
    module_id: number
    auto_enroll: Generated<boolean>
  }

  module: {
    id: Generated<number>
    name: string
    description: string
    active: Generated<boolean>
    /** archived, and therefore not in use: absent from lists and pickers, with all its data unchanged */
    archived: Generated<boolean>
    version: Generated<number>
    created_at: string
  }

  education_department: {
    id: Generated<number>
    name: string
    auto_enroll: Generated<boolean>
    archived: Generated<boolean>
    version: Generated<number>
    created_at: string
  }

  education_department_module: {
    education_department_id: number
    module_id: number
  }

  room: {
    id: Generated<number>
    name: string
    /** the name as two spellings of it share it; unique */
    name_key: string
    /** number of seats when the room is furnished for a test */
    seats: number
    /** place in the order of rooms, from 1; two may share one */
    position: number
    /** for invigilators */
    remark: string
    /** students with extra time may be seated here; shown to administrators alone */
    extra_time: Generated<boolean>
    /** no longer chosen for a moment */
    archived: Generated<boolean>
    version: Generated<number>
    created_at: string
  }

  testmoment_room: {
    testmoment_id: number
    room_id: number
    /** from 0, in the order in which the rooms are filled */
    position: number
    /** copied from the room, and edited here */
    seats: number
  }

  /** Chair of a student at a moment. A trigger deletes it with the student's last enrollment at the moment (engine/free-chairs.ts). */
  chair: {
    testmoment_id: number
    user_id: number
    room_id: number
    /** from 1, and nobody else's in this room; null where chairs have no numbers */
    seat_number: number | null
    /** an administrator chose it: dividing again keeps it unless asked */
    by_hand: Generated<boolean>
  }

  completed_module: {
    user_id: number
    module_id: number
    created_at: string
    /** completed by a published result: the student can't undo it */
    by_result: Generated<boolean>
  }

  enrollment: {
    id: Generated<number>
    user_id: number
    testmoment_id: number
    module_id: number
    created_at: string
    /** id of the first row of a moved enrollment, by which calendars identify it */
    calendar_id: Generated<number | null>
    /** added to the moment's version in calendars, so that a move counts as an edit */
    calendar_sequence: Generated<number>
    /** null for enrollments from before this was recorded */
    maker: EnrollmentMaker | null
    /** administrator who made it; null once the account is deleted */
    maker_id: number | null
    /** whether attendance or a result belongs to it, so that it is never removed; written by `settleRecords` */
    has_record: Generated<boolean>
  }

  /** Outcome of a write that carried a key, for 24 hours; see server/outcomes.rationale.md. */
  write_outcome: {
    id: Generated<number>
    user_id: number
    key: string
    /**
     * hash of method, address and body; null if the client asked about the key before any request arrived, after which no write
     * may use it
     */
    body_hash: string | null
    /** status of the reply; null with `body_hash` */
    status: number | null
    /** ids of records that were made or changed, as JSON: `OutcomeId[]` */
    ids: string | null
    created_at: string
  }

  /** Address from which a user's calendar program reads their enrollments. */
  calendar_feed: {
    user_id: number
    /** SHA-256 of the key in the address, base64url */
    key_hash: string
    created_at: string
  }

  audit: {
    id: Generated<number>
    at: string
    /** null once the account is deleted, and for a schedule */
    actor_id: number | null
    by_schedule: Generated<boolean>
    action: string
    resource: string
    resource_id: number
    /** JSON text: the names of the fields changed */
    fields: string
    /** JSON text: `[old, new]` by field of school data, with names for ids, never personal data; null if there are none */
    changes: string | null
    /** name of a school record at that time; null for people, who are found by id */
    subject: string | null
    /** names at that time of other records concerned, the module and the moment; never of a person */
    about: string | null
    /** import that made this change, which the log shows as one line; null for that line itself */
    import_id: number | null
    /** name of the system of the school that did it; null for everybody else */
    connection: string | null
  }

  /** One row, written only by triggers. */
  school_state: {
    id: number
    /** changes with each change of a school year, moment, module or department, or of their lists */
    revision: string
  }
}

export type UserRow = Selectable<Tables['user']>
