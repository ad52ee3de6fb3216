/**
 * After so long a silence (ms) a connection is asked whether it still is one, and some 10 s later taken for lost: a
 * server that lost its power says no goodbye, and Linux by itself asks after two hours.
 */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }
