import { processorTime } from '../storm/processor-time.ts'
import type { Listeners } from './listeners.ts'
import type { LiveSubject } from './live-subject.ts'

export interface Filling {
  /** how many numbers of free seats each screen received */
  received: number
  /** of one core that the server took meanwhile */
  share: number
}

/** 2,000 seats in half a minute, or part of it. */
const SEATS_A_SECOND = 2_000 / 30
const SECONDS = 12

/**
 * Students without a screen take the seats of a moment, evenly, while so many screens are open that show the free seats
 * and send no requests. `limited`: as many seats as are taken; otherwise the moment has no limit, and there are no
 * events.
 */
export async function fillSeats(
  subject: LiveSubject,
  listeners: Listeners,
  { screens, limited }: { screens: number; limited: boolean },
): Promise<Filling> {
  const seats = Math.round(SEATS_A_SECOND * SECONDS)
  const moment = limited ? 1 : 2
  await subject.limit(moment, limited ? seats : 0)
  let received = 0
  listeners.onReceived(() => {
    received += 1
  }, 'seatsChanged')
  const before = processorTime([subject.pid])
  const started = performance.now()
  const enrolled: Promise<void>[] = []
  for (let taken = 0; taken < seats; taken++) {
    const due = started + (taken * 1000) / SEATS_A_SECOND
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
    enrolled.push(subject.enroll(screens + taken, moment))
  }
  await Promise.all(enrolled)
  // The last number comes a second after the one before.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  const took = performance.now() - started
  return { received: received / screens, share: (processorTime([subject.pid]) - before) / (took / 1_000) }
}
