import { join, resolve } from 'node:path'
import { ROOT } from '../root.ts'

/** Where builds go, and what the API server serves (server/config.ts). */
export const APP_FOLDER = process.env.WEB_APP ? resolve(process.env.WEB_APP) : join(ROOT, 'dist')
