import type { Generated } from 'kysely'
import type { SendingRefusal, SendingState } from '#domain/source/sending.schema.ts'
import type { SourcePhase } from '#domain/source/source.schema.ts'

export interface SourceTables {
  /** One row, with id 1: what is read from the source, and how its last run went. */
  source: {
    id: number
    /** code of the academic session whose enrollments count; null for the name of the active school year */
    session_code: string | null
    /** type of the code that is the student number */
    number_code_type: Generated<string>
    /** JSON lists of codes of programmes and components that are made here if they are missing */
    programme_codes: Generated<string>
    module_codes: Generated<string>
    /** address of the source for which a teacher chose these; null before that */
    chosen_url: string | null
    run: Generated<number>
    phase: Generated<SourcePhase>
    by_hand: Generated<boolean>
    started_at: string | null
    finished_at: string | null
    /** page of people at which a run that was cut off goes on */
    next_page: Generated<number>
    /** consecutive failures of this run */
    attempts: Generated<number>
    /** until then one process works on the run, or the source gets a pause */
    held_until: string | null
    /** random name of that hold; a process that lost it writes nothing more */
    holder: string | null
    /** digest of address, session and settings by which the last run read */
    run_basis: string | null
    /** digests of the address and session that accounts follow; null before a first run was carried out */
    followed_origin: string | null
    succeeded_at: string | null
    /** JSON list of departments and modules that the run makes: `MissingItem[]` */
    missing: Generated<string>
    /** JSON text of `RunCounts`; null before the first run */
    counts: string | null
    /** reason of the last failure, a `SourceFaultCode`; null if there is none */
    fault: string | null
    /** until then one process sends results there, or the source gets a pause */
    sending_until: string | null
    /** failures of sending since the last success */
    sending_failures: Generated<number>
    /** reason of the last of them, a `SourceFaultCode` */
    sending_fault: string | null
  }

  /** Person as the source named them in the last run: the copy with which accounts are compared. */
  source_person: {
    source_key: string
    user_id: number | null
    /** tidied; empty for none */
    student_number: string
    first_name: string
    last_name: string
    username: string
    /** JSON list of the names of departments whose programmes they take */
    departments: string
    is_active: boolean
    /**
     * page of the source's list on which the person is: 0 for none; -1 for an id alone, of somebody who is in no list of
     * students
     */
    page: number
    run: number
    /** sort key of the name */
    name_key: Generated<string>
    /** as what the last run counted the person; null for neither */
    counted_as: 'added' | 'changed' | 'gone' | null
    /** whether it counted them as waiting for a teacher or as remarked upon; null for neither */
    remarked_as: 'waiting' | 'remarks' | null
    /** whether a teacher rejected the address; false again when the source gives another address or number */
    is_rejected: Generated<boolean>
  }

  /** Address that an account had before, until its owner was notified there. */
  address_change: {
    id: Generated<number>
    user_id: number
    username: string
    created_at: string
  }

  /** Entity tag of a page of people, so that an unchanged page is not sent again. */
  source_page: {
    page: number
    etag: string
  }

  /** Published result that goes to the source. Only its state is here; the value is the latest one in `result`. */
  result_sending: {
    enrollment_id: number
    user_id: number
    state: SendingState
    /** why it stays with a teacher, while `refused` */
    reason: SendingRefusal | null
    /** goes up with each publication, so that a value that changed during its sending is sent again */
    version: Generated<number>
    /** tries that failed since it was queued */
    attempts: Generated<number>
    queued_at: string
    available_at: string
    /** when it was last offered, whether or not it arrived */
    offered_at: string | null
    /** when the source last accepted it */
    sent_at: string | null
  }
}
