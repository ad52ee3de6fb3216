import { useEffect, useRef, useState } from 'react'
import { kindOfFailure } from '#src/api/failure.texts.ts'
import { useIsConnected } from '#src/offline/connection-view.tsx'

/** First pause (ms) before a retry; it doubles with each one. */
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 15_000

/** Sends some items; rejects where the outcome is unknown. `isRepeat`: the same items were sent before and the answer was lost. */
type Send<Item, Settled> = (some: readonly Item[], isRepeat: boolean) => Promise<readonly Settled[]>

export interface Job<Item, Settled> {
  send: Send<Item, Settled>
  total: number
  settled: readonly Settled[]
  /** items still to do, in order */
  left: readonly Item[]
}

/** `waiting`: goes on by itself. `stopped`: a person must resume it; `problem` says why, or is null if a person stopped it. */
export type State =
  | { state: 'running' | 'stopping' | 'finished' }
  | { state: 'waiting'; isServerBusy: boolean }
  | { state: 'stopped'; problem: unknown }

/** How far the job is. */
export type Progress<Settled> = Omit<Job<unknown, Settled>, 'send'> & State

/**
 * Does one thing to many items, `batchSize` of them per request. An item is done once the server has answered. After a lost
 * answer the same items are sent again, so a repeated request must have no further effect.
 */
export function useBatches<Item, Settled>(batchSize: number) {
  const [progress, setProgress] = useState<(Job<Item, Settled> & State) | null>(null)
  const isConnected = useIsConnected()
  const isHere = useRef(true)
  const isToStop = useRef(false)
  const pause = useRef(FIRST_PAUSE_MS)
  /** the batch at the front of `left` was sent before, and its answer was lost */
  const isRepeat = useRef(false)

  const run = async (job: Job<Item, Settled>) => {
    isToStop.current = false
    for (let now = job; isHere.current; ) {
      if (now.left.length === 0) return setProgress({ ...now, state: 'finished' })
      if (isToStop.current) return setProgress({ ...now, state: 'stopped', problem: null })
      setProgress({ ...now, state: 'running' })
      const some = now.left.slice(0, batchSize)
      try {
        const settled = await now.send(some, isRepeat.current)
        now = { ...now, settled: [...now.settled, ...settled], left: now.left.slice(some.length) }
        isRepeat.current = false
        pause.current = FIRST_PAUSE_MS
      } catch (error) {
        const kind = kindOfFailure(error)
        const mayPass = kind === 'unreachable' || kind === 'busy'
        isRepeat.current ||= mayPass
        if (!isHere.current) return
        if (mayPass && !isToStop.current)
          return setProgress({ ...now, state: 'waiting', isServerBusy: kind === 'busy' })
        return setProgress({ ...now, state: 'stopped', problem: mayPass ? null : error })
      }
    }
  }

  useEffect(() => {
    if (isConnected) pause.current = FIRST_PAUSE_MS
  }, [isConnected])
  // Runs each time the job comes to wait, also if it fails again before a render shows that it ran.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect depends on when to retry only, not on what `run` uses
  useEffect(() => {
    if (progress?.state !== 'waiting') return
    const timer = setTimeout(() => void run(progress), isConnected ? pause.current : LONGEST_PAUSE_MS)
    pause.current = Math.min(2 * pause.current, LONGEST_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [progress, isConnected])
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  return {
    progress,
    isUnderWay: progress !== null && progress.state !== 'finished' && progress.state !== 'stopped',
    start: (items: readonly Item[], send: Send<Item, Settled>) => {
      isRepeat.current = false
      void run({ send, total: items.length, settled: [], left: items })
    },
    resume: () => {
      if (progress?.state === 'waiting' || progress?.state === 'stopped') void run(progress)
    },
    /** the current batch is still completed and reported */
    stop: () => {
      isToStop.current = true
      if (progress?.state === 'running') setProgress({ ...progress, state: 'stopping' })
      if (progress?.state === 'waiting') setProgress({ ...progress, state: 'stopped', problem: null })
    },
    /** forgets the job once it is over, before another one */
    clear: () => setProgress(null),
  }
}

/** Counts 'already' as 'done' after a lost answer: which items that request changed is unknown, but all have the state. */
export const asDone = <Settled extends { outcome: string }>(settled: Settled): Settled =>
  settled.outcome === 'already' ? { ...settled, outcome: 'done' } : settled
