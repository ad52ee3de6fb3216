import { Counter, type Registry } from 'prom-client'
import { gaugesIn } from '#server/metrics.ts'
import { mailboxHost } from './refusal.ts'

type LetterResult = 'sent' | 'bad-address' | 'refused' | 'failed'

/** Called once per attempt, with the address of the letter. */
export type LetterWatch = (result: LetterResult, to: string) => void

const RESULTS: readonly LetterResult[] = ['sent', 'bad-address', 'refused', 'failed']

/** Different addresses refused in a row before a host is reported: fewer may be one person's, or mistyped. */
const NAMED_FROM = 5

/** Hosts followed at most, since anybody may register from any host; the least recently refused is dropped first. */
const HOSTS_FOLLOWED = 20

/** ms without a refusal after which a host is dropped; a waiting letter is retried more often than that. */
const HOST_KEPT_MS = 2 * 3_600_000

/** Counts letters by result, and finds mailbox hosts that refuse all. */
export function measureLetters(registry: Registry): LetterWatch {
  const letters = new Counter({
    name: 'letters_total',
    help: 'Attempts to send a letter, by result; bad-address and refused: answered 5xx.',
    labelNames: ['result'],
    registers: [registry],
  })
  // Starts at 0: Prometheus sees no increase in a counter that begins at 1.
  for (const result of RESULTS) letters.inc({ result }, 0)
  /**
   * refusing hosts, the least recently refused first, with different addresses refused since the last accepted letter
   * (`NAMED_FROM` at most)
   */
  const refusing = new Map<string, { addresses: Set<string>; until: number }>()
  const help = `1 for a mailbox host of which the last ${NAMED_FROM} addresses or more were all refused.`
  gaugesIn(registry).gaugeBy('host', 'letter_host_refusing', help, () => {
    for (const [host, { until }] of refusing) if (until <= performance.now()) refusing.delete(host)
    return [...refusing].flatMap(([host, { addresses }]) => (addresses.size >= NAMED_FROM ? [[host, 1] as const] : []))
  })

  return (result, to) => {
    letters.inc({ result })
    const host = mailboxHost(to)
    if (result === 'sent') refusing.delete(host)
    if (result !== 'refused' && result !== 'bad-address') return
    const addresses = refusing.get(host)?.addresses ?? new Set<string>()
    if (addresses.size < NAMED_FROM) addresses.add(to)
    refusing.delete(host)
    refusing.set(host, { addresses, until: performance.now() + HOST_KEPT_MS })
    const [oldest] = refusing.keys()
    if (refusing.size > HOSTS_FOLLOWED && oldest !== undefined) refusing.delete(oldest)
  }
}
