import type { ReasonCode } from '#contract/refusals.ts'
import type { Obstacle } from '#domain/enrollments/group-act.schema.ts'
import { teacherRefusalText } from '#domain/enrollments/group-act.texts.ts'
import { type HeldElsewhere, type MoveHalf, type MoveRefusal, moveRefusals } from '#domain/enrollments/move.rules.ts'
import { pick } from '#domain/entities/pick.ts'
import { Problem } from '#server/problem.ts'
import type { BatchState } from './batch-state.ts'
import type { ChangeDecision, QueuedRequest } from './decide.ts'

/** Turns a refusal into a problem: teachers get a sentence about the student, students one about themselves. */
export function problemOf(
  { reason, details }: Extract<ChangeDecision, { kind: 'refuse' }>,
  request: QueuedRequest,
  { modules, moments }: Pick<BatchState, 'modules' | 'moments'>,
  now: number,
): Problem {
  const isLeaving = request.wish !== 'move' || details?.half === 'leaving'
  const moment = moments.get(isLeaving ? request.testmoment_id : request.to_testmoment_id)
  const obstacle = obstacleIn({ reason, details })
  const moduleName = modules.get(request.module_id)?.name
  const isForTeacher = request.by === 'administrator' && reason !== 'not-found'
  const sentence =
    isForTeacher && obstacle && moment && moduleName !== undefined
      ? teacherRefusalText({ ...obstacle, moduleName, moment, held: details?.held?.testmoment }, now)
      : undefined
  return new Problem(reason, { ...(details && { details }), sentence })
}

interface Refused {
  reason: ReasonCode
  details?: { half?: MoveHalf; held?: HeldElsewhere | undefined } | undefined
}

/** The refusal as an obstacle of the student; undefined if the reason is about the server. */
export function obstacleIn({ reason, details: { half, held } = {} }: Refused): Obstacle | undefined {
  if (!isAboutStudent(reason)) return undefined
  return { refusal: reason, ...(half && { half }), ...(held && { held: pick(held.testmoment, ['date', 'duration']) }) }
}

const isAboutStudent = (reason: ReasonCode): reason is MoveRefusal | 'not-found' =>
  reason === 'not-found' || moveRefusals.some((refusal) => refusal === reason)
