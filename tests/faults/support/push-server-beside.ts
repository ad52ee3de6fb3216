import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { openPushService } from '../../support/push/open-push-service.ts'
import type { DatabasePlace } from './database-place.ts'
import { killableServer } from './killable-server.ts'

type PushService = Awaited<ReturnType<typeof openPushService>>

/** A push server on the database of `place`, started, that trusts this push service of the tests' own and no other. */
export async function pushServerBeside(service: PushService, { url, dataDir }: Pick<DatabasePlace, 'url' | 'dataDir'>) {
  const certificate = join(dataDir, 'push-service.pem')
  writeFileSync(certificate, service.ca)
  const server = await killableServer({
    main: 'push-server/main.ts',
    databaseUrl: url,
    dataDir,
    env: { NODE_ENV: 'test', NODE_EXTRA_CA_CERTS: certificate, PUSH_TEST_ORIGIN: service.origin },
  })
  await server.start()
  return server
}
