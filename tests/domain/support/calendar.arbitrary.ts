import fc from 'fast-check'

/** The directive's rule for October holds since 1996. */
export const years = fc.integer({ min: 1996, max: 2096 })

export const days = fc
  .date({ min: new Date('1996-01-01'), max: new Date('2096-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

export const instants = fc.integer({ min: Date.UTC(1996, 0, 1, 1), max: Date.UTC(2096, 11, 31) })
