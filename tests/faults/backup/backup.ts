import { onEach, type Place } from '#tests/harness/places.ts'
import type { Fault, FaultRow } from '../fault-row.ts'
import { takeBackups } from './take-backups.ts'

const BACKUPS = { quick: 2, full: 20 }

/** Backups of a school in which somebody writes all the while; `npm test` has one on each database. */
export const backup: Fault = {
  quick: false,
  run: (extent) => onEach((place) => row(place, BACKUPS[extent]), { migrated: false }),
}

async function row(place: Place, count: number): Promise<FaultRow> {
  const { backups, lost, torn, written } = await takeBackups(place, count)
  return {
    fault: `backup of ${place.engine} while others write, put back elsewhere`,
    done: `${backups} × of a demo school, during ${written} transactions of two rows`,
    invariant: 'each is, row by row, the state of one moment after it began',
    measured: `${lost} lost, ${torn} torn`,
    goal: '0 of each',
    held: lost === 0 && torn === 0 && written > 0,
  }
}
