import { makeCertificate } from '#tests/support/push/certificate.ts'
import { PUSH_SERVER_FLAGS } from '../../../scripts/product/start-servers.ts'
import { COMPILED } from '../../../scripts/root.ts'
import { type Program, type ProgramOptions, startProgram } from '../programs.ts'

export interface Taken {
  /** when each was answered, ms since the epoch */
  accepted: number[]
  /** made since the last time */
  connections: number
}

export interface AnsweringServices {
  origins: string[]
  /** PEM */
  ca: string
  /** pushes that came to each service since the last call */
  take(): Promise<Taken[]>
  /** has the first of them answer every fourth of its devices badly, or no longer */
  setBad(isBad: boolean): void
  stop(): Promise<void>
}

/** Push services on this machine, each a process of its own. */
export async function startServices(count: number): Promise<AnsweringServices> {
  const { key, cert } = makeCertificate()
  const services = Array.from({ length: count }, () =>
    startProgram('tests/harness/push/answering-service.ts', { args: [key, cert] }),
  )
  const ports = await Promise.all(services.map((service) => service.said<number>()))
  return {
    origins: ports.map((port) => `https://localhost:${port}`),
    ca: cert,
    take: () => Promise.all(services.map((service) => service.ask<Taken>('take'))),
    setBad: (isBad) => void services[0]?.child.send(isBad ? 'be bad' : 'be good'),
    stop: async () => {
      for (const service of services) await service.end()
    },
  }
}

/** Options with which the product starts its push server. */
export const AS_PUSH_SERVER: ProgramOptions = {
  flags: PUSH_SERVER_FLAGS,
  env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? COMPILED },
}

/** A push server on this database that knows these push services and no others. */
export async function startPushing(
  { url, dataDir }: { url: string; dataDir: string },
  { ca, origins }: AnsweringServices,
): Promise<Program> {
  const program = startProgram('tests/harness/push/pushing-process.ts', {
    ...AS_PUSH_SERVER,
    args: [url, dataDir, ca, ...origins],
  })
  await program.said()
  return program
}
