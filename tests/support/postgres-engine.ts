import { randomUUID } from 'node:crypto'
import type { ProvidedContext } from 'vitest'
import { askPostgres } from './postgres-client.ts'
import type { TestEngine } from './test-engine.ts'

/** Databases copied from the migrated template, which takes a fraction of the time of migrating. */
export function postgresEngine({ admin, template }: NonNullable<ProvidedContext['postgres']>): TestEngine {
  const ask = (sql: string) => askPostgres(admin, sql)
  const direct = (url: string) => Object.assign(new URL(admin), { pathname: new URL(url).pathname }).href
  const copyOf = async (source: string) => {
    const name = `test_${randomUUID().replaceAll('-', '')}`
    await ask(`create database ${name} template ${source}`)
    return direct(`postgres:///${name}`)
  }
  return {
    name: 'PostgreSQL',
    freshUrl: () => copyOf(template),
    emptyUrl: () => copyOf('template0'),
    remove: (url) => ask(`drop database if exists ${new URL(url).pathname.slice(1)} with (force)`),
    listenUrl: direct,
  }
}
