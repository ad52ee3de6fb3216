import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Product, ROOT } from './product.ts'

/** `npm run admin`: gives the two links that it prints, by which the first teacher begins. */
export async function makeFirstTeacher({ environment }: Product, username: string) {
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, ['scripts/admin.ts', username], { cwd: ROOT, env: environment })
  const [activation, password] = stdout.match(/http\S+/g) ?? []
  if (!activation || !password) throw new Error(`no links were printed:\n${stdout}`)
  return { activation, password }
}
