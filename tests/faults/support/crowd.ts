import { setTimeout as delay } from 'node:timers/promises'
import type { FaultSchool } from './fault-school.ts'
import { JournalingStudent } from './journaling-student.ts'
import { PersistentCaller } from './persistent-caller.ts'

const POLL_MS = 2
const GIVE_UP_MS = 120_000

/** All students of a school at once, each busy from one act to the next. */
export interface Crowd {
  students: readonly JournalingStudent[]
  acknowledged(): number
  /** resolves once so many more changes were acknowledged; throws when none is for two minutes */
  more(count: number): Promise<void>
  /** each ends what they are at: after this no answer is outstanding */
  stop(): Promise<void>
}

/** Sends them to the servers at `urls`, evenly. */
export function startCrowd(school: FaultSchool, urls: readonly string[]): Crowd {
  const students = school.students.map(
    (login, index) => new JournalingStudent(login, school, new PersistentCaller(urls, index)),
  )
  let stopping = false
  const busy = Promise.all(
    students.map(async (student) => {
      while (!stopping) await student.act()
    }),
  )
  // Awaited by `stop`; until then nobody else is to fall over it.
  busy.catch(() => undefined)
  const acknowledged = () => students.reduce((sum, student) => sum + student.acknowledged, 0)
  return {
    students,
    acknowledged,
    more: async (count) => {
      const goal = acknowledged() + count
      for (const deadline = Date.now() + GIVE_UP_MS; acknowledged() < goal; await delay(POLL_MS))
        if (Date.now() > deadline) throw new Error('nobody is answered any more')
    },
    stop: async () => {
      stopping = true
      await busy
    },
  }
}
