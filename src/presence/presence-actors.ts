import { createActor, fromCallback, fromPromise } from 'xstate'
import type { PresencePost, TickOutcome } from '#domain/presence/presence.schema.ts'
import {
  type KeeperEvent,
  type PresenceActor,
  type PresenceEvent,
  type PresenceInput,
  presenceMachine,
} from './presence.machine.ts'
import {
  dropSent,
  type Known,
  keepList,
  keepUnsent,
  keptList,
  type Owner,
  type Place,
  type Sent,
  type Unsent,
  unsentAt,
  unsentOf,
  wipeList,
} from './presence-store.ts'

export type Post = (body: PresencePost) => Promise<{ outcomes: TickOutcome[] }>

export interface PresenceDeps extends Omit<PresenceInput, 'newKey'> {
  place: Place
  /** resolves with the server's clock minus the device's (ms), or to null if the list did not change */
  read: () => Promise<Pick<Known, 'list' | 'offset'> | null>
  post: Post
  /** Deletes all of the place's data from this device after it was removed; absent for an account, which keeps none. */
  wipeAll?: () => Promise<void>
}

type Shared = { added: Unsent } | { gone: readonly string[] }

/** Starts the machine of an attendance list in this tab. Returns its actor, and how to stop. */
export function startPresence(deps: PresenceDeps): { actor: PresenceActor; stop: () => void } {
  const { place, who, isGuest, now } = deps
  const { actors, actions } = presenceActors(deps)
  const input = { who, isGuest, now, newKey: () => crypto.randomUUID() }
  const actor = createActor(presenceMachine.provide({ actors, actions }), { input, id: `${place.testmoment_id}` })
  const listening = new AbortController()
  const { signal } = listening
  const look = () => actor.send({ type: document.visibilityState === 'visible' ? 'page.seen' : 'page.hidden' })
  document.addEventListener('visibilitychange', look, { signal })
  window.addEventListener('online', () => actor.send({ type: 'network.returned' }), { signal })
  window.addEventListener(
    'beforeunload',
    (event) => {
      const { isForgetful, ticks, notes } = actor.getSnapshot().context
      if (isForgetful && ticks.length + notes.length > 0) event.preventDefault()
    },
    { signal },
  )
  actor.start()
  return {
    actor,
    stop: () => {
      actor.stop()
      listening.abort()
    },
  }
}

function presenceActors({ place, read, post, wipeAll }: PresenceDeps) {
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(channelOf(place)) : undefined
  const share = (shared: Shared) => channel?.postMessage(shared)

  const readKept = fromPromise<{ known: Known | null; unsent: Unsent }, void>(async () => {
    const [known, unsent] = await Promise.all([keptList(place), unsentAt(place)])
    return { known, unsent }
  })

  /** The tab that sends a message to the others also stores it. */
  const keeper = fromCallback<KeeperEvent>(({ receive, sendBack }) => {
    const toMachine = (event: PresenceEvent) => sendBack(event)
    const onMessage = ({ data }: MessageEvent<Shared>) =>
      toMachine(
        'added' in data ? { type: 'unsent.added', unsent: data.added } : { type: 'unsent.gone', keys: data.gone },
      )
    channel?.addEventListener('message', onMessage)
    receive(({ unsent }) => {
      keepUnsent(place, unsent).then(
        () => share({ added: unsent }),
        () => toMachine({ type: 'keeping.failed' }),
      )
    })
    return () => channel?.close()
  })

  const send = fromPromise<Sent, Unsent>(async ({ input }) => {
    const sent = await sendPart(input, post)
    share({ gone: [...sent.ticks, ...sent.notes].map(({ key }) => key) })
    return sent
  })

  const fetchList = fromPromise<Known | null, void>(async ({ signal }) => {
    const known = await read()
    // Skipped for a user who has logged out meanwhile. If the list cannot be stored, the screen still shows it.
    if (known && !signal.aborted) await keepList(place, known.list, known.offset).catch(() => undefined)
    return known && { ...known, receivedAt: Date.now() }
  })

  const ignore = () => undefined
  return {
    actors: { readKept, keeper, send, fetchList },
    actions: {
      wipeList: () => void wipeList(place).catch(ignore),
      wipeAll: () => void wipeAll?.().catch(ignore),
    },
  }
}

const channelOf = ({ owner, testmoment_id }: Place): string => `presence ${owner} ${testmoment_id}`

/** May send again what another tab has already sent: the server counts a key once. */
async function sendPart(unsent: Unsent, post: Post): Promise<Sent> {
  const { ticks, notes } = unsent
  const { outcomes } = await post({ ticks: [...ticks], walk_ins: [...notes] })
  // Ticks that cannot be deleted from the device are sent again, which changes nothing.
  await dropSent([...ticks, ...notes].map(({ key }) => key)).catch(() => undefined)
  return { ticks, notes, outcomes }
}

const TICKS_PER_REQUEST = 100

/**
 * Sends the ticks that an earlier page of this owner left unsent, while no list of theirs is open. Resolves to the number still
 * unsent.
 */
export async function sendLeft(owner: Owner, postAt: (testmoment_id: number) => Post): Promise<number> {
  for (const testmoment_id of (await unsentOf(owner)).keys()) {
    const { ticks, notes } = await unsentAt({ owner, testmoment_id })
    const post = postAt(testmoment_id)
    try {
      for (let at = 0; at < ticks.length || at < notes.length; at += TICKS_PER_REQUEST)
        await sendPart(
          { ticks: ticks.slice(at, at + TICKS_PER_REQUEST), notes: notes.slice(at, at + TICKS_PER_REQUEST) },
          post,
        )
    } catch {
      // The ticks stay until the next time.
    }
  }
  return countLeft(owner)
}

const countLeft = async (owner: Owner): Promise<number> =>
  [...(await unsentOf(owner)).values()].reduce((sum, count) => sum + count, 0)
