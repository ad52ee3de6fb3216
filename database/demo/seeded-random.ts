/** The same draws each time, so that the demo school is the same for everyone who starts it on the same day. */
export class SeededRandom {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** From 0 up to 1: mulberry32, of Tommy Ettinger, in the public domain. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  between(from: number, to: number): number {
    return from + this.next() * (to - from)
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[Math.floor(this.next() * items.length)] ?? items[0]
  }

  /** `count` different ones, or all there are. */
  sample<Item>(items: readonly Item[], count: number): Item[] {
    return items
      .map((item) => ({ item, place: this.next() }))
      .sort((one, other) => one.place - other.place)
      .slice(0, count)
      .map(({ item }) => item)
  }
}
