import { readFileSync } from 'node:fs'

/** What a runner wrote before it ended; undefined when it crashed before that. */
export function readReport<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
