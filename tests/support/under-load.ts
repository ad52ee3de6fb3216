import { availableParallelism, loadavg } from 'node:os'

/** Processes that want each processor in a run of `npm test` itself, which does several parts side by side. */
const OWN_LOAD = 2

// Workers take the factor of the process that started them.
process.env.LOAD_FACTOR ??= String(Math.max(OWN_LOAD, (loadavg()[0] ?? 0) / availableParallelism()))

/**
 * Stretches a time limit (ms) by the load of this machine when the run began: with 20 processes waiting for two processors each
 * test takes ten times as long. A limit ends what hangs; it does not judge how fast a test is.
 */
export const underLoad = (ms: number): number => Math.round(ms * Number(process.env.LOAD_FACTOR))
