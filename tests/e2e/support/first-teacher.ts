import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Product, ROOT } from './product.ts'

/** `npm run admin`: gives the link that it prints, by which the first teacher begins. */
export async function makeFirstTeacher({ environment }: Product, username: string): Promise<string> {
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, ['scripts/admin.ts', username], { cwd: ROOT, env: environment })
  const [link] = stdout.match(/http\S+/) ?? []
  if (!link) throw new Error(`no link was printed:\n${stdout}`)
  return link
}
