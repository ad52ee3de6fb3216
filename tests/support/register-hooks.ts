import { registerHooks } from '#api-server/hooks.ts'

/** Run before each file of tests/api: those that call a use case by itself build no app that would do it. */
registerHooks()
