import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PushService } from '#tests/support/push/open-push-service.ts'
import { type KillableServer, makeKillableServer } from '../killable-server.ts'

/** Settings of a push server that trusts this push service of the tests' own and no other; its certificate goes into `folder`. */
export function trusting({ ca, origin }: PushService, folder: string): NodeJS.ProcessEnv {
  const certificate = join(folder, 'push-service.pem')
  writeFileSync(certificate, ca)
  return { NODE_ENV: 'test', NODE_EXTRA_CA_CERTS: certificate, PUSH_TEST_ORIGIN: origin }
}

export async function pushServerBeside(
  service: PushService,
  { url, dataDir }: { url: string; dataDir: string },
  env: NodeJS.ProcessEnv = {},
): Promise<KillableServer> {
  const settings = { ...trusting(service, dataDir), ...env }
  const server = await makeKillableServer({ main: 'push-server/main.ts', databaseUrl: url, dataDir, env: settings })
  await server.start()
  return server
}
