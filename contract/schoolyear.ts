import type { Schoolyear } from '#domain/schoolyear/schoolyear.schema.ts'
import { endpoint } from './endpoint.ts'

/** The active school year; 404 while none is. */
export const getActiveSchoolyear = endpoint<{ reply: Schoolyear }>('GET', '/schoolyear')
