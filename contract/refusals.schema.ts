import type { z } from 'zod'
import { noConsequences } from '#domain/consequences/consequence.rules.ts'
import { exampleOf } from './endpoint.schema.ts'
import { existingEnrollmentSchema } from './enrollments.calls.ts'
import type { Unreadable } from './import.calls.ts'
import { unreadableSchema } from './import.calls.ts'
import { askedFactorSchema, exampleSecondFactor } from './logins.calls.ts'
import * as fields from './refusal-fields.schema.ts'
import { reasonTexts } from './refusals.texts.ts'
import type { ConfirmationNeeded, Doubled, ErrorReply, ModuleInUse, ReasonCode, RoomFull, Stale } from './refusals.ts'
import { exampleSchoolyear } from './schoolyears.calls.ts'
import { previewMomentsAct } from './testmoments.calls.ts'

/** Extra fields of some reasons; a refusal may lack them. */
const details: Partial<Record<ReasonCode, z.ZodObject>> = {
  'version-stale': fields.staleSchema,
  'confirmation-needed': fields.confirmationNeededSchema,
  'import-line-too-long': unreadableSchema,
  'import-quote-open': unreadableSchema,
  'plan-changed': fields.planChangedSchema,
  'module-in-use': fields.moduleInUseSchema,
  'username-taken': fields.usernameTakenSchema,
  'existing-enrollment': existingEnrollmentSchema,
  'schoolyear-in-use': fields.schoolyearInUseSchema,
  'enrollments-doubled': fields.doubledSchema,
  'room-full': fields.roomFullSchema,
  'second-factor-needed': askedFactorSchema,
}

const detailed: Partial<Record<ReasonCode, object>> = {
  'version-stale': {
    entity: exampleSchoolyear,
    differences: [{ field: 'name', label: 'Naam', yours: '2025/2026', theirs: '2025-2026' }],
  } satisfies Omit<Stale, keyof ErrorReply>,
  'confirmation-needed': {
    consequences: { ...noConsequences, enrollments_deleted: 12, students: 11 },
    confirmation: '12-11',
  } satisfies Omit<ConfirmationNeeded, keyof ErrorReply>,
  'import-line-too-long': { line: 7 } satisfies Omit<Unreadable, keyof ErrorReply>,
  'import-quote-open': { line: 7 } satisfies Omit<Unreadable, keyof ErrorReply>,
  'schoolyear-in-use': { testmoments: 12 },
  'plan-changed': { preview: exampleOf(previewMomentsAct.reply) },
  'module-in-use': { use: { enrollments: 12, completions: 3, waits: 0, testmoments: 1 } } satisfies Omit<
    ModuleInUse,
    keyof ErrorReply
  >,
  'enrollments-doubled': { students_doubled: 3 } satisfies Omit<Doubled, keyof ErrorReply>,
  'room-full': { free: 2 } satisfies Omit<RoomFull, keyof ErrorReply>,
  'second-factor-needed': exampleSecondFactor,
  'username-taken': { user_id: 42 },
}

const exampleOfReason = (reason: ReasonCode) => ({ reason, message: reasonTexts[reason], ...detailed[reason] })

export const errorReplySchema = (reasons: readonly ReasonCode[]) =>
  fields
    .plainRefusalSchema(reasons)
    .extend(Object.assign({}, ...reasons.map((reason) => details[reason]?.partial().shape)))
    .meta({
      description: reasons.join(', '),
      'x-examples': Object.fromEntries(reasons.map((reason) => [reason, { value: exampleOfReason(reason) }])),
    })
