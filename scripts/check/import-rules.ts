import { globSync } from 'node:fs'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import readCruiseConfig from 'dependency-cruiser/config-utl/extract-depcruise-options'
import { ROOT } from '../root.ts'
import type { ToolResult } from '../tool.ts'

/**
 * Who imports whom, by `.dependency-cruiser.cjs`. Its own report is not used: it warns that TypeScript 7 cannot be its
 * parser, which is why swc is. A parser that reads nothing finds nothing either, so every file must have been read.
 */
export async function checkImportRules(): Promise<ToolResult> {
  const config = await readCruiseConfig(`${ROOT}/.dependency-cruiser.cjs`)
  const files = sourceFiles()
  const { output } = await cruise(files, { ...config, baseDir: ROOT })
  if (typeof output === 'string') return { ok: false, output }

  const read = new Set(output.modules.map((module) => module.source))
  const unread = files.filter((file) => !read.has(file))
  const complaints = [
    ...unread.map((file) => `${file} was not read, so its imports were not checked`),
    ...violationsIn(output),
  ]
  return { ok: complaints.length === 0, output: complaints.join('\n\n') }
}

function sourceFiles(): string[] {
  const exclude = (path: string) => /(^|\/)(node_modules|dist|\.tsbuild|data)$|\.gen\.ts$/.test(path)
  return globSync('*/**/*.{ts,tsx}', { cwd: ROOT, exclude })
}

function violationsIn({ summary }: ICruiseResult): string[] {
  const comments = new Map(summary.ruleSetUsed?.forbidden?.map((rule) => [rule.name, rule.comment]))
  return summary.violations.map(({ rule, from, to, cycle }) => {
    const path = cycle ? cycle.map((step) => step.name).join(' → ') : to
    return `${from} → ${path}\n  ${rule.name}: ${comments.get(rule.name)}`
  })
}
