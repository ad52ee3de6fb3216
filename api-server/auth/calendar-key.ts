import { hash, randomBytes } from 'node:crypto'

/** 256 random bits, base64url. Only its hash is stored. */
export const newCalendarKey = (): string => randomBytes(32).toString('base64url')

/** What the database keeps: the key has too many bits to be guessed from its hash, so no slow hash is needed. */
export const calendarKeyHash = (key: string): string => hash('sha256', key, 'base64url')
