import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.ts'

/** Starts a package's command with this version of Node, so that an older Node on the machine is never used. */
export function spawnTool(name: string, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  return spawn(process.execPath, [commandOf(name), ...args], { cwd: ROOT, ...options })
}

export interface ToolResult {
  ok: boolean
  /** stdout and stderr, in order */
  output: string
}

/** Runs a package's command to its end. It has no time limit: on a machine with other work a check of a minute took nine. */
export async function runTool(
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
  cwd = ROOT,
): Promise<ToolResult> {
  const child = spawnTool(name, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: string[] = []
  child.stdout?.on('data', (chunk) => output.push(String(chunk)))
  child.stderr?.on('data', (chunk) => output.push(String(chunk)))
  const [code] = await once(child, 'close')
  return { ok: code === 0, output: output.join('') }
}

/** Builds by Vite, and throws what it printed where that failed. */
export async function runVite(args: readonly string[], env?: NodeJS.ProcessEnv, cwd?: string): Promise<void> {
  const { ok, output } = await runTool('vite', ['build', '--logLevel', 'warn', ...args], env, cwd)
  if (!ok) throw new Error(`vite build failed\n${output.trim()}`)
}

/** Path of a package's command, from its package.json: most packages do not export their commands. */
export function commandOf(name: string): string {
  const home = join(ROOT, 'node_modules', name)
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  const file = typeof bin === 'string' ? bin : (bin[name.split('/').at(-1) ?? name] ?? Object.values(bin)[0])
  return join(home, file)
}
