import { z } from 'zod'
import { idSchema, instantSchema, textSchema } from '#domain/entities/entity.schema.ts'
import { MOST_JUDGED } from './verdict.rules.ts'

/**
 * Phase of a run:
 * - `never`: no run began yet
 * - `reading`: the copy of the source's lists is brought up to date
 * - `previewed`: a teacher asked for the run, and confirms what it would do
 * - `braked`: so much would change that a teacher decides
 * - `applying`: the changes are carried out
 * - `done`, `failed`, `left`: over; `left` if a teacher decided against it
 * - `void`: over, since what was found no longer holds, or waited too long
 */
export const sourcePhaseSchema = z.enum([
  'never',
  'reading',
  'previewed',
  'braked',
  'applying',
  'done',
  'failed',
  'left',
  'void',
])
export type SourcePhase = z.infer<typeof sourcePhaseSchema>

/**
 * Why a run stops. `source-away` after several tries; `source-address`: its host has an address that the settings do not
 * allow; `source-elsewhere`: it sends us to another origin; `source-repeats`: its pages do not end.
 */
export const sourceFaultSchema = z.enum([
  'source-away',
  'source-address',
  'source-elsewhere',
  'source-refused',
  'source-version',
  'source-missing',
  'source-unreadable',
  'source-too-large',
  'source-repeats',
  'source-session',
])
export type SourceFaultCode = z.infer<typeof sourceFaultSchema>

const count = z.int().min(0)

/** Counts of a run: people in the copy, accounts that follow one of them, and how accounts would change. */
export const sourceCountsSchema = z.object({
  people: count,
  followed: count,
  added: count,
  changed: count,
  gone: count,
  /** people that wait for a teacher, and others with a remark */
  waiting: count,
  remarked: count,
})
export type SourceCounts = z.infer<typeof sourceCountsSchema>

/** Most codes of a list, far more than one subject has. */
const MOST_CODES = 500

const codesSchema = z.array(textSchema(100)).max(MOST_CODES)

export const sourceSettingsSchema = z.object({
  /** code of the academic session whose enrollments count; null for the name of the active school year */
  session_code: textSchema(100).nullable(),
  /** type of the code that is the student number */
  number_code_type: textSchema(100),
  /** codes of programmes and modules that are made here if they are missing */
  programme_codes: codesSchema,
  module_codes: codesSchema,
})
export type SourceSettings = z.infer<typeof sourceSettingsSchema>

export const missingItemSchema = z.object({
  kind: z.enum(['education_department', 'module']),
  name: z.string(),
  description: z.string(),
})
export type MissingItem = z.infer<typeof missingItemSchema>

export const sendingOverviewSchema = z.object({
  waiting: count,
  /** those that did not arrive, and stay with a teacher */
  refused: count,
  last_sent_at: instantSchema.nullable(),
  /** whether nothing is sent before a first run of this address was carried out */
  awaits_first: z.boolean(),
  /** why those that wait could not be sent just now */
  fault: sourceFaultSchema.nullable(),
})
export type SendingOverview = z.infer<typeof sendingOverviewSchema>

export const sourceStateSchema = z.object({
  /** host of the source; null if the settings name none */
  host: z.string().nullable(),
  settings: sourceSettingsSchema,
  /** name of the active school year, the session if none is set; null without one */
  schoolyear: z.string().nullable(),
  phase: sourcePhaseSchema,
  by_hand: z.boolean(),
  started_at: instantSchema.nullable(),
  finished_at: instantSchema.nullable(),
  /** whether nobody agreed yet to follow this address and academic session: then only a teacher begins a run */
  is_first: z.boolean(),
  /** whether accounts follow the source, and no run was carried out for longer than a day */
  is_stale: z.boolean(),
  fault: sourceFaultSchema.nullable(),
  counts: sourceCountsSchema.nullable(),
  missing: z.array(missingItemSchema),
  /** null where results are not sent */
  sending: sendingOverviewSchema.nullable(),
  /** identifies what the run would do; null if there is nothing to decide */
  confirmation: z.string().nullable(),
})
export type SourceState = z.infer<typeof sourceStateSchema>

/** Which people of the last run are listed. */
export const sourceShownSchema = z.enum(['changes', 'waiting', 'gone', 'remarks'])
export type SourceShown = z.infer<typeof sourceShownSchema>

/**
 * Remarks about a person. The first three wait for a teacher; the others say what was left as it is.
 *
 * - `address-match`: only the address is the same, and the account has no number
 * - `address-changed`: the account is in use, and its address would change
 * - `department-ends`: another department would end an enrollment or a wait
 * - `number-missing`: nobody is matched or made without a number
 * - `number-repeated`: several people in the source have this number
 * - `number-ambiguous`: several accounts have this number, apart from leading zeros
 * - `number-taken`: the new number belongs to another account
 * - `number-differs`: an account with the address has another number
 * - `no-student`: the account is not only a student's
 * - `address-missing`, `address-invalid`: no account can be made
 * - `address-taken`: the new address belongs to another account
 * - `departments-several`: the person takes programmes of several departments, and has none of these
 * - `rejected`: a teacher rejected the address, or that an account with it is this person's
 */
export const sourceRemarkSchema = z.enum([
  'address-match',
  'address-changed',
  'department-ends',
  'number-missing',
  'number-unreadable',
  'number-repeated',
  'number-ambiguous',
  'number-taken',
  'number-differs',
  'no-student',
  'address-missing',
  'address-invalid',
  'address-taken',
  'name-unreadable',
  'departments-several',
  'rejected',
])
export type SourceRemark = z.infer<typeof sourceRemarkSchema>

export const proposalKindSchema = z.enum(['address-changed', 'address-match'])
export type ProposalKind = z.infer<typeof proposalKindSchema>

const changesSchema = z.array(z.object({ field: z.string(), old: z.string(), new: z.string() }))

/** Change of an account that a teacher confirms or rejects, also later. */
export const proposalSchema = z.object({
  kind: proposalKindSchema,
  user_id: idSchema,
  changes: changesSchema,
})

/** Person of the source, with what a run would do now. */
export const sourceLineSchema = z.object({
  key: z.string(),
  /** name and number in the source */
  name: z.string(),
  student_number: z.string(),
  username: z.string(),
  user_id: idSchema.nullable(),
  outcome: z.enum(['added', 'changed', 'linked', 'same', 'gone', 'skipped']),
  changes: changesSchema,
  remarks: z.array(sourceRemarkSchema),
  proposal: proposalSchema.nullable(),
})
export type SourceLine = z.infer<typeof sourceLineSchema>

export const trialStepSchema = z.object({
  /** 'token', or a path */
  asked: z.string(),
  /** null if it answered well */
  fault: sourceFaultSchema.nullable(),
  /** items on the first page; null for none that are counted */
  found: count.nullable(),
})
export type TrialStep = z.infer<typeof trialStepSchema>

export const verdictSchema = z.enum(['confirm', 'reject'])
export type Verdict = z.infer<typeof verdictSchema>

export const verdictWishSchema = z.object({
  verdict: verdictSchema,
  // Ids of the source: of a UUID's form, not always of a version.
  keys: z.array(z.guid()).min(1).max(MOST_JUDGED),
})

/** Effects of a verdict. A person without `proposal` is no longer to be decided about; `remarks` may say why. */
export const verdictPlanSchema = z.object({
  /** identifies the plan; null if there is nobody left to decide about */
  confirmation: z.string().nullable(),
  people: z.array(
    z.object({
      key: z.string(),
      /** name in the source, and of the account */
      name: z.string(),
      account: z.string(),
      student_number: z.string(),
      remarks: z.array(sourceRemarkSchema),
      proposal: proposalSchema.nullable(),
    }),
  ),
})
export type VerdictPlan = z.infer<typeof verdictPlanSchema>
