/** Whether a value from outside, e.g. from a page's address, can be the id of a record. */
export const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0
