import { fork } from 'node:child_process'
import { once } from 'node:events'
import { makeCertificate } from '../../support/push/certificate.ts'

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
  /** what came to each since the last time */
  take(): Promise<Taken[]>
  /** has the first of them answer every fourth of its devices badly, or no longer */
  setBad(isBad: boolean): void
  stop(): Promise<void>
}

/** Push services on this machine, each a process of its own. */
export async function startServices(count: number): Promise<AnsweringServices> {
  const { key, cert } = makeCertificate()
  const services = await Promise.all(Array.from({ length: count }, () => startService(key, cert)))
  return {
    origins: services.map(({ port }) => `https://localhost:${port}`),
    ca: cert,
    take: () => Promise.all(services.map((service) => service.take())),
    setBad: (isBad) => services[0]?.send(isBad ? 'be bad' : 'be good'),
    stop: async () => {
      for (const service of services) await service.stop()
    },
  }
}

async function startService(key: string, cert: string) {
  const child = fork(new URL('answering-service.ts', import.meta.url), [key, cert], {
    execArgv: ['--import', './scripts/product/end-with-parent.ts'],
  })
  const [port] = await once(child, 'message')
  return {
    port: Number(port),
    send: (word: string) => void child.send(word),
    take: async (): Promise<Taken> => {
      const answer = once(child, 'message')
      child.send('take')
      const [taken] = await answer
      return taken
    },
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
