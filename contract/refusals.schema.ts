import { z } from 'zod'
import { noConsequences } from '#domain/consequences/consequence.rules.ts'
import { consequencesSchema } from '#domain/consequences/consequence.schema.ts'
import { differenceSchema } from '#domain/entities/entity.schema.ts'
import { moduleUseSchema } from '#domain/modules/module.schema.ts'
import { exampleOf } from './endpoint.schema.ts'
import { heldElsewhereSchema } from './enrollments.schema.ts'
import type { Unreadable } from './import.ts'
import { askedFactorSchema, exampleSecondFactor } from './logins.schema.ts'
import { reasonTexts } from './refusals.texts.ts'
import type { ConfirmationNeeded, Doubled, ErrorReply, ModuleInUse, ReasonCode, RoomFull, Stale } from './refusals.ts'
import { exampleSchoolyear } from './schoolyears.schema.ts'
import { previewMomentsActSchemas } from './testmoments.schema.ts'

/** Extra fields of some reasons. */
const details: Partial<Record<ReasonCode, z.ZodRawShape>> = {
  'version-stale': { entity: z.unknown().optional(), differences: z.array(differenceSchema).optional() },
  'confirmation-needed': { consequences: consequencesSchema.optional(), confirmation: z.string().optional() },
  'import-line-too-long': { line: z.int().min(1).optional() },
  'import-quote-open': { line: z.int().min(1).optional() },
  'plan-changed': { preview: z.unknown().optional() },
  'module-in-use': { use: moduleUseSchema.optional() },
  'username-taken': { user_id: z.int().min(1).optional() },
  'existing-enrollment': { held: heldElsewhereSchema.optional() },
  'schoolyear-in-use': { testmoments: z.int().min(1).optional() },
  'enrollments-doubled': { students_doubled: z.int().min(1).optional() },
  'room-full': { free: z.int().min(0).optional() },
  'second-factor-needed': askedFactorSchema.partial().shape,
}

/** Examples of refusals with more than a reason and its sentence. */
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
  'plan-changed': { preview: exampleOf(previewMomentsActSchemas.reply) },
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

/** Refusal of an operation: one of its reasons, each with its own example. */
export const errorReplySchema = (reasons: readonly ReasonCode[]) =>
  z
    .object({
      reason: z.enum(reasons),
      message: z.string(),
      ...Object.assign({}, ...reasons.map((reason) => details[reason])),
    })
    .meta({
      description: reasons.join(', '),
      'x-examples': Object.fromEntries(reasons.map((reason) => [reason, { value: exampleOfReason(reason) }])),
    })
