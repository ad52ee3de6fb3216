import type { TestEngine } from './test-engine.ts'

/** Databases of `direct`, through the PgBouncer at `pooler`. */
export function pgbouncerEngine(direct: TestEngine, pooler: string): TestEngine {
  const through = (url: string) => withHostOf(url, pooler)
  return {
    name: 'PgBouncer',
    freshUrl: async () => through(await direct.freshUrl()),
    emptyUrl: async () => through(await direct.emptyUrl()),
    remove: direct.remove,
    listenUrl: (url) => direct.listenUrl(url),
  }
}

const withHostOf = (url: string, other: string) => Object.assign(new URL(url), { host: new URL(other).host }).href
