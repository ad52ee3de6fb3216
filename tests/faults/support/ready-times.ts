import { median } from '../../bench/median.ts'

/** 'ready after 640 ms (median), 1,212 ms at most'. */
export const readyInWords = (times: readonly number[]): string =>
  `ready after ${inMs(median([...times]))} (median), ${inMs(Math.max(...times))} at most`

const inMs = (ms: number) => `${Math.round(ms).toLocaleString('en')} ms`
