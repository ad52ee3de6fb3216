import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'

/**
 * Prints each line of a runner behind its name: runners that run side by side would write over each other's lines.
 * Without `isShown` the lines are only read, since a full pipe would stop the runner.
 */
export function printLines({ stdout, stderr }: ChildProcess, name: string, isShown = true): void {
  for (const input of [stdout, stderr])
    if (input)
      createInterface({ input }).on('line', (line) => {
        if (isShown) console.log(`${name.padEnd(8)}│ ${line}`)
      })
}
