import { z } from 'zod'
import { exactTextSchema, linkSchema } from '#domain/entities/entity.schema.ts'
import { refusedActSchema, refusedResultSchema } from '#domain/source/sending.schema.ts'
import {
  type SourceState,
  sourceLineSchema,
  sourceSettingsSchema,
  sourceShownSchema,
  sourceStateSchema,
  trialStepSchema,
  verdictPlanSchema,
  verdictWishSchema,
} from '#domain/source/source.schema.ts'
import { question, read, write } from './call.schema.ts'
import { entityReplySchema, exampleLink, fromCursorSchema, listReplySchema, shown } from './endpoint.schema.ts'
import type { ReplyOf } from './endpoint.ts'
import { staff } from './proofs.ts'

const settings = {
  session_code: null,
  number_code_type: 'student_number',
  programme_codes: [],
  module_codes: ['ALG1'],
}

const exampleState: SourceState = {
  host: 'oeapi.school.example',
  settings,
  schoolyear: '2025-2026',
  phase: 'previewed',
  by_hand: true,
  started_at: '2026-03-10T02:00:00.000Z',
  finished_at: null,
  is_first: false,
  is_stale: false,
  fault: null,
  counts: { people: 420, followed: 400, added: 12, changed: 3, gone: 8, waiting: 1, remarked: 2 },
  missing: [{ kind: 'module', name: 'ALG1', description: 'Algebra 1' }],
  sending: { waiting: 2, refused: 1, last_sent_at: '2026-03-10T09:00:00.000Z', awaits_first: false, fault: null },
  confirmation: 'Zm9yIHRoaXMgcGxhbg',
}

const linked = shown(
  sourceStateSchema.extend({
    _links: z.object({
      people: linkSchema.optional(),
      edit: linkSchema.optional(),
      run: linkSchema.optional(),
      decide: linkSchema.optional(),
      hurry: linkSchema.optional(),
      try: linkSchema.optional(),
      preview_verdict: linkSchema.optional(),
      give_verdict: linkSchema.optional(),
      refused_results: linkSchema.optional(),
      settle_results: linkSchema.optional(),
    }),
  }),
  {
    ...exampleState,
    _links: {
      people: exampleLink('GET', '/source/people'),
      edit: exampleLink('PUT', '/source'),
      run: exampleLink('POST', '/source/run'),
      decide: exampleLink('POST', '/source/decision'),
      hurry: exampleLink('POST', '/source/hurry'),
      try: exampleLink('POST', '/source/trial'),
      preview_verdict: exampleLink('POST', '/source/people/preview'),
      give_verdict: exampleLink('POST', '/source/people'),
      refused_results: exampleLink('GET', '/source/results/100'),
      settle_results: exampleLink('POST', '/source/results'),
    },
  },
)

shown(sourceSettingsSchema, settings)
shown(sourceLineSchema, {
  key: '6f1c0c7d-2b9a-4e35-8a1b-0c7d2b9a4e35',
  name: 'Noor Bos',
  student_number: '0123456',
  username: 'noor@school.example',
  user_id: 7,
  outcome: 'changed',
  changes: [{ field: 'first_name', old: 'Nora', new: 'Noor' }],
  remarks: [],
  proposal: null,
})

const wish = { verdict: 'confirm' as const, keys: ['6f1c0c7d-2b9a-4e35-8a1b-0c7d2b9a4e35'] }
const proposal = {
  kind: 'address-changed' as const,
  user_id: 7,
  changes: [{ field: 'username', old: 'noor@school.example', new: 'n.bos@school.example' }],
}

export const previewSourceVerdict = question('POST', '/source/people/preview', {
  reach: 'administration',
  summary: 'What confirming or rejecting changes of some people would do',
  body: shown(verdictWishSchema, wish),
  reply: shown(verdictPlanSchema, {
    confirmation: 'Zm9yIHRoaXMgcGxhbg',
    people: [
      {
        key: '6f1c0c7d-2b9a-4e35-8a1b-0c7d2b9a4e35',
        name: 'Noor Bos',
        account: 'Noor Bos',
        student_number: '0123456',
        remarks: ['address-changed'],
        proposal,
      },
    ],
  }),
})

export const giveSourceVerdict = write('POST', '/source/people', {
  reach: 'administration',
  proof: staff,
  summary: 'Confirm or reject changes of some people: an address of an account in use, or an account by its address',
  reasons: ['plan-changed'],
  body: shown(verdictWishSchema.extend({ confirmation: exactTextSchema(100) }), {
    ...wish,
    confirmation: 'Zm9yIHRoaXMgcGxhbg',
  }),
  reply: entityReplySchema(linked),
})

export const getSource = read('/source', {
  reach: 'administration',
  summary: 'How the source of students is, and what its last run found',
  reply: linked,
})

export const listSourcePeople = read('/source/people', {
  reach: 'administration',
  summary: 'People of the last run, with what would become of them now',
  querystring: z.object({
    /** `changes` by default */
    show: sourceShownSchema.optional(),
    /** last person of the page before, from `next` */
    after: shown(z.guid(), '6f1c0c7d-2b9a-4e35-8a1b-0c7d2b9a4e35').optional(),
  }),
  reply: listReplySchema(sourceLineSchema),
})

export const editSource = write('PUT', '/source', {
  reach: 'administration',
  proof: staff,
  summary: 'Set what is read from the source; the next run uses it',
  body: sourceSettingsSchema,
  reply: entityReplySchema(linked),
})

export const runSource = write('POST', '/source/run', {
  reach: 'administration',
  proof: staff,
  summary: 'Begin a run whose changes wait for a confirmation; one that is under way goes on',
  reply: entityReplySchema(linked),
})

export const hurrySource = write('POST', '/source/hurry', {
  reach: 'administration',
  proof: staff,
  summary: 'Resume a run that waits for a process that is gone, and resume sending results',
  reply: entityReplySchema(linked),
})

export const trySource = question('POST', '/source/trial', {
  reach: 'administration',
  summary: 'Ask the source for the first page of each list that a run reads; nothing is kept',
  reply: shown(z.object({ steps: z.array(trialStepSchema) }), {
    steps: [
      { asked: '/academic-sessions', fault: null, found: 3 },
      { asked: '/persons', fault: 'source-refused', found: null },
    ],
  }),
})

export const decideSource = write('POST', '/source/decision', {
  reach: 'administration',
  proof: staff,
  summary: 'Apply or discard what a run found',
  reasons: ['plan-changed'],
  body: shown(z.object({ decision: z.enum(['apply', 'leave']), confirmation: exactTextSchema(100) }), {
    decision: 'apply',
    confirmation: 'Zm9yIHRoaXMgcGxhbg',
  }),
  reply: entityReplySchema(linked),
})

shown(refusedResultSchema, {
  id: 311,
  user: { id: 42, username: 'noor@school.example', first_name: 'Noor', last_name: 'Bos', student_number: '0123456' },
  place: 'ALG1, vr 20 mrt 2026',
  result: { outcome: 'passed', grade: 75 },
  reason: 'test-none',
  may_resend: true,
})

export const listRefusedResults = read('/source/results/:paging', {
  reach: 'administration',
  summary: 'Published results that did not reach the source, latest first',
  querystring: fromCursorSchema,
  reply: listReplySchema(refusedResultSchema).extend({ counts: z.object({ found: z.int().min(0) }) }),
})

export const settleRefusedResults = write('POST', '/source/results', {
  reach: 'administration',
  proof: staff,
  summary: 'Send results again that did not arrive, or note that they were done by hand',
  body: shown(refusedActSchema, { act: 'resend', enrollment_ids: [311] }),
  reply: entityReplySchema(linked),
})

export type SourceReply = ReplyOf<typeof getSource>

export type SourcePeopleReply = ReplyOf<typeof listSourcePeople>

export type RefusedResultsReply = ReplyOf<typeof listRefusedResults>
