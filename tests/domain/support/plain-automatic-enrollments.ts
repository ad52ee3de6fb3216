import type { AutomaticSituation } from '#domain/enrollments/automatic.rules.ts'
import { isOver } from './plain-rules.ts'

const DAYS = { day: 1, week: 7 }

/** Who is enrolled without asking, once more and in plain words; it asks none of the product's rules. */
export function plainAutomaticEnrollments({ moments, active_module_ids, students, now }: AutomaticSituation): string[] {
  const pairs = moments
    .flatMap((moment) => moment.auto_enroll_module_ids.map((module_id) => ({ moment, module_id })))
    .filter(({ moment, module_id }) => active_module_ids.has(module_id) && isUpcoming(moment))
    .sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
  return students.flatMap((student) => {
    const { id, information_checked, department, completed_module_ids } = student
    if (!information_checked || department === null || !department.auto_enroll) return []
    const current = student.enrollments.filter(({ moment }) => isUpcoming(moment)).map(({ module_id }) => module_id)
    const taken = student.enrollments.map(({ testmoment_id }) => testmoment_id)
    return pairs.flatMap(({ moment, module_id }) => {
      const wanted = department.module_ids.has(module_id) && !completed_module_ids.has(module_id)
      const count = taken.filter((testmoment_id) => testmoment_id === moment.id).length
      const full = moment.max_enrollments !== 0 && count >= moment.max_enrollments
      if (!wanted || full || current.includes(module_id)) return []
      current.push(module_id)
      taken.push(moment.id)
      return [`student ${id}, moment ${moment.id}, module ${module_id}`]
    })
  })

  function isUpcoming(moment: { date: string; duration: 'day' | 'week'; schoolyear_active: boolean }): boolean {
    return moment.schoolyear_active && !isOver(moment, now)
  }

  function sortKey({ moment, module_id }: (typeof pairs)[number]): string {
    return `${moment.date} ${DAYS[moment.duration]} ${moment.starts_at ?? ''} ${moment.id} ${module_id}`
  }
}
