import { registerHooks } from '#api-server/hooks.ts'

/** Runs before each file of tests/api, because tests that call a use case directly build no app that registers the hooks. */
registerHooks()
