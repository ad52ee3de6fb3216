import type { FastifyInstance } from 'fastify'
import { unavailable } from './problem.ts'

/** `live`: the process answers. `ready`: it can do its work too, which needs the database. */
export function healthRoutes(app: FastifyInstance, database: { ping(): Promise<void> }): void {
  app.get('/health/live', async () => ({ status: 'live' }))
  app.get('/health/ready', async (request) => {
    try {
      await database.ping()
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      throw unavailable()
    }
    return { status: 'ready' }
  })
}
