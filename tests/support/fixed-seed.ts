import fc from 'fast-check'

/** Runs before each test file: properties have the same examples in each run, but for `npm test -- --explore 10m`. */
if (!process.env.EXPLORE) fc.configureGlobal({ seed: 20_261_128 })
