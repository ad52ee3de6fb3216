import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clientCalls } from '../../scripts/build/client-calls.ts'
import { filesInGit } from '../../scripts/check/house/read-house.ts'
import { ROOT } from '../../scripts/root.ts'

test('the browser’s tables are those of the declared calls (`npm run contract` makes them)', () => {
  const made = clientCalls()
  expect([...made.keys()].toSorted()).toEqual(filesInGit('contract/*.gen.ts').toSorted())
  for (const [file, text] of made) expect(readFileSync(join(ROOT, file), 'utf8'), file).toBe(text)
})
