import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { openDatabase } from '#database/engine/open-database.ts'
import { readConfig } from '#server/config.ts'
import type { Place } from '#tests/harness/places.ts'
import { makeBackup } from '../../../scripts/backup/make-backup.ts'
import { restoreBackup } from '../../../scripts/backup/restore-backup.ts'
import { prepareDatabase } from '../../../scripts/product/prepare-database.ts'
import { Program } from '../../database/support/program.ts'
import { pairsIn, stateThen } from '../../database/support/saved-pairs.ts'
import { wholeContents } from '../../database/support/whole-contents.ts'

export interface Taken {
  backups: number
  /** transactions that were acknowledged before a backup began, and are not in it */
  lost: number
  /** backups that hold a state that never was */
  torn: number
  /** transactions acknowledged from the first backup to the last */
  written: number
}

/** Saves a demo school again and again while somebody writes, and puts each backup back in a place of its own. */
export async function takeBackups({ dataDir: folder, another }: Place, backups: number): Promise<Taken> {
  const placeOf = async (name: string) =>
    readConfig({ DATA_DIR: join(folder, name), DATABASE_URL: await another(name), DEMO_PASSWORD: 'krijtbord-passer-9' })
  const source = await placeOf('source')
  await prepareDatabase(source)
  const writer = new Program('write-pairs', source.databaseUrl)
  let acknowledged = 0
  const counting = (async () => {
    for await (const line of writer.lines) acknowledged = Number(line)
  })()
  const before: number[] = []
  for (let n = 0; n < backups; n++) {
    const seen = acknowledged
    while (acknowledged <= seen) await new Promise(setImmediate)
    before.push(acknowledged)
    await makeBackup(source, join(folder, `backup-${n}`), Date.now())
  }
  writer.kill()
  await Promise.all([writer.end(), counting])
  await settled(source.databaseUrl)

  const taken: Taken = { backups, lost: 0, torn: 0, written: acknowledged - (before[0] ?? 0) }
  const written = await wholeContents(source.databaseUrl)
  for (const [n, known] of before.entries()) {
    const target = await placeOf(`target_${n}`)
    await restoreBackup(target, join(folder, `backup-${n}`), { replace: false, now: Date.now() })
    const found = await wholeContents(target.databaseUrl)
    taken.lost += Math.max(0, known - pairsIn(found.module).length)
    if (!isDeepStrictEqual(found, stateThen(written, found))) taken.torn += 1
  }
  return taken
}

/** The last transaction of who was killed may still be on its way: a writer after it waits for it. */
async function settled(url: string): Promise<void> {
  const database = openDatabase(url, { timeout: 10_000 })
  await database.transaction(async (trx) => {
    await trx.updateTable('module').set({ active: true }).where('id', '=', -1).execute()
  })
  await database.close()
}
