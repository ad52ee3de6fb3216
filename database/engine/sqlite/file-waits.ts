/** How often and for how long (ms) this process waited for another one's transaction, since it started. */
export class FileWaits {
  count = 0
  ms = 0

  add(ms: number): void {
    this.count += 1
    this.ms += ms
  }
}
