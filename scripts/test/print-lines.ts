import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'

/**
 * Prints each line of a runner after its name, so that the lines of parallel runners stay apart. Without `isShown` the lines
 * are only read, because a full pipe would stop the runner.
 */
export function printLines({ stdout, stderr }: ChildProcess, name: string, isShown = true): void {
  for (const input of [stdout, stderr])
    if (input)
      createInterface({ input }).on('line', (line) => {
        if (isShown) console.log(`${name.padEnd(8)}│ ${line}`)
      })
}
