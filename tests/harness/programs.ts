import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { END_WITH_PARENT } from '../../scripts/product/server-process.ts'
import { ROOT } from '../../scripts/root.ts'

export interface ProgramOptions {
  args?: readonly string[]
  /** beyond our own */
  env?: NodeJS.ProcessEnv
  /** for Node itself */
  flags?: readonly string[]
  /** where its output goes, as for `stdio`; else nowhere */
  output?: number | 'pipe'
  /** the folder of the release that it is of; this one by itself */
  root?: string
}

/** A program of ours as a process of its own, which ends when this one does. */
export interface Program {
  pid: number
  child: ChildProcess
  /** the next thing that it sends; rejects when it ends instead */
  said<Said>(): Promise<Said>
  ask<Said>(word: object | string): Promise<Said>
  /** resolves with its exit code, or with the signal that ended it; at once where it has ended */
  end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<number | string>
}

/** `main`: from the root. */
export function startProgram(main: string, options: ProgramOptions = {}): Program {
  const { args = [], env = {}, flags = [], output = 'ignore', root = ROOT } = options
  const child = fork(main, args, {
    cwd: root,
    execArgv: ['--import', END_WITH_PARENT, ...flags],
    env: { ...process.env, ...env },
    stdio: ['ignore', output, 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const said = async <Said>() => {
    const tooEarly = ended.then(([how]) => Promise.reject(new Error(`${main} ended with ${how}`)))
    const [message] = await Promise.race([once(child, 'message'), tooEarly])
    return message as Said
  }
  return {
    pid: child.pid ?? 0,
    child,
    said,
    ask: (word) => {
      const answer = said()
      child.send(word)
      return answer as never
    },
    end: async (signal = 'SIGTERM') => {
      if (hasEnded(child)) return child.exitCode ?? child.signalCode ?? 0
      child.kill(signal)
      await ended
      return child.exitCode ?? child.signalCode ?? 0
    },
  }
}

export const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

export interface ServerProgram {
  port: number
  pid: number
  stop(): Promise<unknown>
}

export async function startServerProgram(main: string, options?: ProgramOptions): Promise<ServerProgram> {
  const program = startProgram(main, options)
  return { port: Number(await program.said()), pid: program.pid, stop: () => program.end() }
}

/** The API server with the bench's own routes. */
export const startBenchServer = ({ url, dataDir }: { url: string; dataDir: string }): Promise<ServerProgram> =>
  startServerProgram('tests/bench/enroll/bench-server.ts', {
    env: { NODE_ENV: 'production', PORT: '0', DATA_DIR: dataDir, DATABASE_URL: url },
  })
