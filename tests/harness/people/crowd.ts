import { type CallerOptions, PersistentCaller } from '#tests/harness/http/persistent-caller.ts'
import type { FaultSchool } from '#tests/harness/school/fault-school.ts'
import { JournalingStudent } from './journaling-student.ts'
import { type Busy, keepBusy } from './keep-busy.ts'

/** All students of a school at once, each busy from one act to the next. */
export interface Crowd extends Busy {
  students: readonly JournalingStudent[]
}

/** Sends them to the servers at `urls`, evenly. */
export function startCrowd(school: FaultSchool, urls: readonly string[], options?: CallerOptions): Crowd {
  const students = school.students.map(
    (login, index) => new JournalingStudent(login, school, new PersistentCaller(urls, index, options)),
  )
  return { students, ...keepBusy(students) }
}
