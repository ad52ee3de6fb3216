import { doorCode } from '#api-server/facts/door-code.ts'
import { enrollmentReply, type Reader, type UnlinkedEnrollment } from '#api-server/facts/enrollment.replies.ts'
import { type ListReply, pathOf } from '#contract/endpoint.ts'
import { createEnrollment } from '#contract/enrollments.gen.ts'
import { futureEnrollment } from '#domain/enrollments/choice.rules.ts'
import { type EnrollmentFacts, mayEnroll } from '#domain/enrollments/enrollment.rules.ts'
import type { ModuleStatus, Testmoment } from '#domain/enrollments/enrollment.schema.ts'
import { isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import { knownTextOf, type OfferedModule, type SchoolMoment, textOf } from './school-cache.ts'
import { chairsIn, MARK } from './student-list.queries.ts'
import type { StudentSnapshot } from './student-snapshots.ts'

/**
 * Lists the active modules of a student's department, and any other module in which they have a current enrollment: a module
 * that the school withdrew must stay visible while they can unenroll.
 */
export function moduleStatuses(snapshot: StudentSnapshot, by: Reader['by']): ModuleStatus[] {
  const { modules } = snapshot.schoolNow.school
  const reader = { by, now: snapshot.now }
  const enrollmentsByModule = Map.groupBy(enrollmentsOf(snapshot, by), ({ module_id }) => module_id)
  const completed = completedBy(snapshot)

  const statuses = offeredTo(snapshot, by).map((offered) => {
    const { id } = offered.module
    const { status } = offered[completed.get(id) ?? 'todo']
    const enrollments = enrollmentsByModule.get(id)
    enrollmentsByModule.delete(id)
    return enrollments ? withEnrollments(status, enrollments, reader) : status
  })
  for (const [id, enrollments] of enrollmentsByModule) {
    const module = modules.get(id)
    const current = enrollments.some(({ moment }) => isCurrent(moment, reader.now))
    if (module && current)
      statuses.push(
        withEnrollments(
          {
            module,
            enrollments: {},
            enrollment_moment: null,
            is_completed: completed.has(id),
            ...(completed.get(id) === 'passed' && { by_result: true as const }),
          },
          enrollments,
          reader,
        ),
      )
  }
  return statuses
}

function withEnrollments(status: ModuleStatus, own: readonly OwnEnrollment[], reader: Reader): ModuleStatus {
  const enrollments: ModuleStatus['enrollments'] = {}
  for (const enrollment of own)
    enrollments[enrollment.testmoment_id] = {
      enrollment: enrollmentReply(enrollment, enrollment.moment, reader),
      testmoment: enrollment.moment.status,
    }
  return {
    ...status,
    enrollments,
    enrollment_moment: futureEnrollment({ enrollments }, reader.now)?.testmoment ?? null,
  }
}

interface TestmomentsQuestion {
  by: Reader['by']
  /** only moments that offer this module */
  moduleId: number | undefined
}

/** Lists current moments of the active school year with this student's enrollments; empty if no year is active. */
export function testmoments(snapshot: StudentSnapshot, { by, moduleId }: TestmomentsQuestion): Testmoment[] {
  const { schoolNow, now } = snapshot
  const enrollments = enrollmentsOf(snapshot, by)
  const completed = completedBy(snapshot)
  // Before the end of onboarding a student can choose nothing; the desk refuses it too.
  const isChoosing = by === 'administrator' || snapshot.student.information_checked
  const modules = (isChoosing ? offeredTo(snapshot, by) : [])
    .filter(({ module }) => moduleId === undefined || module.id === moduleId)
    .map((offered) => offered[completed.get(offered.module.id) ?? 'todo'].facts)

  return schoolNow.current
    .filter(({ module_ids }) => moduleId === undefined || module_ids.length === 0 || module_ids.includes(moduleId))
    .map((moment) => {
      const enrollmentsThere = enrollments.filter(({ testmoment_id }) => testmoment_id === moment.id)
      const mayEnrollInAny = modules.some((module) => mayEnroll({ moment, module, enrollments, by, now }).allowed)
      return testmomentReply(moment, enrollmentsThere, { by, now, mayEnroll: mayEnrollInAny })
    })
}

const enroll = { method: createEnrollment.method, href: pathOf(createEnrollment) }

/** Builds a moment; it has the link `enroll` if this reader may enroll the student in any of the requested modules. */
const testmomentReply = (
  moment: SchoolMoment,
  own: readonly UnlinkedEnrollment[],
  reader: Reader & { mayEnroll: boolean },
): Testmoment => ({
  ...moment.shown,
  enrollments: own.map((enrollment) => enrollmentReply(enrollment, moment, reader)),
  _links: reader.mayEnroll ? { enroll } : {},
})

type OwnEnrollment = UnlinkedEnrollment & EnrollmentFacts & { moment: SchoolMoment }

/** Lists enrollments of the active year, by date of the moment, then by module name. */
function enrollmentsOf(
  { student, enrollments, schoolNow: { school, coded }, doorCodes }: StudentSnapshot,
  by: Reader['by'],
): OwnEnrollment[] {
  const ownEnrollments: OwnEnrollment[] = []
  const chairs = chairsIn(student.chairs)
  const generations = new Map(
    student.code_generations?.split(';').map((pair) => pair.split(' ').map(Number) as [number, number]),
  )
  for (const { testmoment_id, module_id, ...row } of enrollments) {
    const moment = school.moments.get(testmoment_id)
    const module_name = school.modules.get(module_id)?.name ?? ''
    const chair = chairs.get(testmoment_id)
    if (!moment) continue
    const generation = generations.get(testmoment_id) ?? 0
    const code =
      by === 'student' && coded.has(testmoment_id)
        ? doorCode(doorCodes, { user_id: student.id, testmoment_id, generation })
        : undefined
    ownEnrollments.push({
      ...row,
      testmoment_id,
      module_id,
      module_name,
      moment,
      ...(chair && { chair }),
      ...(code && { code }),
    })
  }
  return ownEnrollments.sort(byMomentAndModule)
}

function byMomentAndModule(one: OwnEnrollment, other: OwnEnrollment): number {
  if (one.moment.date !== other.moment.date) return one.moment.date < other.moment.date ? -1 : 1
  return one.module_name < other.module_name ? -1 : 1
}

/** Active modules of the student's department. Teachers see all for a student without a department yet, see `isForStudent`. */
function offeredTo(
  { student: { education_department_id, information_checked }, schoolNow: { school } }: StudentSnapshot,
  by: Reader['by'],
): readonly OfferedModule[] {
  if (education_department_id !== null) return school.offered.get(education_department_id) ?? []
  return by === 'administrator' && !information_checked ? school.inUse : []
}

/** Maps module ids to how the student completed them. */
const completedBy = ({ student }: StudentSnapshot): ReadonlyMap<number, 'completed' | 'passed'> =>
  new Map(
    student.completed_ids
      ?.split(';')
      .map((id) => [Number.parseInt(id, 10), id.endsWith(MARK) ? 'passed' : 'completed']),
  )

/**
 * Writes a list as JSON, equal to JSON.stringify except for the order of fields. Most of it is parts about the school that all
 * readers share.
 */
export const moduleStatusesText = (list: ListReply<ModuleStatus>): string => listText(list, statusText)

/** Returns the shared JSON if the student chose nothing there, else combines shared parts with the student's own. */
function statusText(status: ModuleStatus): string {
  const sharedText = knownTextOf(status)
  if (sharedText !== undefined) return sharedText
  const { module, enrollments, enrollment_moment, ...own } = status
  let chosen = ''
  for (const [id, { enrollment, testmoment }] of Object.entries(enrollments))
    chosen += `${chosen && ','}"${id}":{"enrollment":${JSON.stringify(enrollment)},"testmoment":${textOf(testmoment)}}`
  const moment = enrollment_moment ? textOf(enrollment_moment) : 'null'
  return `{"module":${textOf(module)},"enrollments":{${chosen}},"enrollment_moment":${moment},${JSON.stringify(own).slice(1)}`
}

export const testmomentsText = (list: ListReply<Testmoment>): string =>
  listText(list, ({ modules, ...own }) => `{"modules":${textOf(modules)},${JSON.stringify(own).slice(1)}`)

/** Concatenates with `+`, since that copies nothing until the text is sent. */
function listText<Entity>({ entities, _links }: ListReply<Entity>, write: (entity: Entity) => string): string {
  let texts = ''
  for (const entity of entities) texts += texts === '' ? write(entity) : `,${write(entity)}`
  return `{"entities":[${texts}],"_links":${JSON.stringify(_links)}}`
}
