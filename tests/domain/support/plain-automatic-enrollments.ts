import type { AutomaticSituation } from '#domain/enrollments/automatic.rules.ts'
import { isOver } from './plain-rules.ts'

const DAYS = { day: 1, week: 7 }

/**
 * A second, plain reading of the rules: who is enrolled automatically, and who is left without a seat and where. It
 * uses none of the product's rules.
 */
export function plainOutcome({ moments, active_module_ids, students, free_seats, now }: AutomaticSituation) {
  const pairs = moments
    .flatMap((moment) => moment.auto_enroll_module_ids.map((module_id) => ({ moment, module_id })))
    .filter(({ moment, module_id }) => active_module_ids.has(module_id) && isUpcoming(moment))
    .sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
  const made: string[] = []
  const without_seat: string[] = []
  const seated = new Map<number, number>()
  for (const student of [...students].sort((a, b) => a.id - b.id)) {
    const { id, information_checked, department, completed_module_ids } = student
    if (!information_checked || department === null || !department.auto_enroll) continue
    const current = student.enrollments.filter(({ moment }) => isUpcoming(moment)).map(({ module_id }) => module_id)
    const taken = student.enrollments.map(({ testmoment_id }) => testmoment_id)
    const turnedAway: { line: string; module_id: number }[] = []
    for (const { moment, module_id } of pairs) {
      const line = `student ${id}, moment ${moment.id}, module ${module_id}`
      const wanted = department.module_ids.has(module_id) && !completed_module_ids.has(module_id)
      const count = taken.filter((testmoment_id) => testmoment_id === moment.id).length
      const full = moment.max_enrollments !== 0 && count >= moment.max_enrollments
      if (!wanted || full || current.includes(module_id)) continue
      const given = seated.get(moment.id) ?? 0
      const limit = free_seats.get(moment.id)
      if (count === 0 && limit !== undefined && given >= limit) {
        turnedAway.push({ line, module_id })
        continue
      }
      if (count === 0) seated.set(moment.id, given + 1)
      current.push(module_id)
      taken.push(moment.id)
      made.push(line)
    }
    without_seat.push(...turnedAway.filter(({ module_id }) => !current.includes(module_id)).map(({ line }) => line))
  }
  return { made, without_seat }

  function isUpcoming(moment: { date: string; duration: 'day' | 'week'; schoolyear_active: boolean }): boolean {
    return moment.schoolyear_active && !isOver(moment, now)
  }

  function sortKey({ moment, module_id }: (typeof pairs)[number]): string {
    return `${moment.date} ${DAYS[moment.duration]} ${moment.starts_at ?? ''} ${moment.id} ${module_id}`
  }
}
