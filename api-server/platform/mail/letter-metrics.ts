import { Counter, Gauge, type Registry } from 'prom-client'
import { mailboxHost } from './refusal.ts'

/** Outcome of one attempt to send a letter. */
type LetterResult = 'sent' | 'bad-address' | 'refused' | 'failed'

/** Called once for each attempt, with the address that the letter was for. */
export type LetterWatch = (result: LetterResult, to: string) => void

const RESULTS: readonly LetterResult[] = ['sent', 'bad-address', 'refused', 'failed']

/** Different addresses refused in a row from which on a host is named: fewer may be one person's, or mistyped. */
const NAMED_FROM = 5

/** Anybody may register from any host: so many are followed, the longest without a refusal forgotten first. */
const HOSTS_FOLLOWED = 20

/** ms without a refusal after which a host is forgotten; a letter that waits is tried more often. */
const HOST_KEPT_MS = 2 * 3_600_000

/** Counts letters by result, and follows the mailbox hosts that take none. `clock` in ms, only goes on. */
export function measureLetters(registry: Registry, clock: () => number = () => performance.now()): LetterWatch {
  const registers = [registry]
  const letters = new Counter({
    name: 'letters_total',
    help: 'Attempts to send a letter, by result; bad-address and refused: answered 5xx.',
    labelNames: ['result'],
    registers,
  })
  // A counter that begins at 1 has not increased.
  for (const result of RESULTS) letters.inc({ result }, 0)
  /**
   * refusing hosts, the least recently refused first: different addresses refused since a host last accepted a letter,
   * `NAMED_FROM` at most
   */
  const refusing = new Map<string, { addresses: Set<string>; until: number }>()
  new Gauge({
    name: 'letter_host_refusing',
    help: `1 for a mailbox host of which the last ${NAMED_FROM} addresses or more were all refused.`,
    labelNames: ['host'],
    registers,
    collect() {
      this.reset()
      for (const [host, { addresses, until }] of refusing)
        if (until <= clock()) refusing.delete(host)
        else if (addresses.size >= NAMED_FROM) this.set({ host }, 1)
    },
  })

  return (result, to) => {
    letters.inc({ result })
    const host = mailboxHost(to)
    if (result === 'sent') refusing.delete(host)
    if (result !== 'refused' && result !== 'bad-address') return
    const addresses = refusing.get(host)?.addresses ?? new Set<string>()
    if (addresses.size < NAMED_FROM) addresses.add(to)
    refusing.delete(host)
    refusing.set(host, { addresses, until: clock() + HOST_KEPT_MS })
    const [oldest] = refusing.keys()
    if (refusing.size > HOSTS_FOLLOWED && oldest !== undefined) refusing.delete(oldest)
  }
}
