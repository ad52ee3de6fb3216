import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readPage, SECTIONS } from '../runbook/page.ts'

test('each section of the runbook that has commands is among those that are tried, and has no curl that hopes for the best', () => {
  const blocks = readPage(readFileSync('docs/runbook.md', 'utf8'))
  expect([...new Set(blocks.map(({ section }) => section))]).toEqual([...SECTIONS])
  const commands = blocks.flatMap((block) => block.commands.map(({ text }) => text))
  // A server that was just started is not ready yet.
  expect(commands.filter((text) => text.includes('health/ready') && !/\buntil curl\b/.test(text))).toEqual([])
})
