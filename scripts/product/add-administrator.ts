import { makeAdministrator } from '#api-server/accounts/invitations.ts'
import { ACTIVATION_HOURS, linkKeyOf } from '#api-server/facts/link-key.ts'
import { openDatabase } from '#database/engine/open-database.ts'
import { isPlausibleUsername, readAddress } from '#domain/accounts/account.rules.ts'
import type { Config } from '#server/config.ts'
import { readKeys } from '#server/keys.ts'
import { prepareDatabase } from './prepare-database.ts'
import { adminTexts as texts } from './start.texts.ts'
import { commandFor } from './terminal.ts'

/** Validity of the link, in minutes: enough to walk to one's own computer, too short for others to find it. */
const LINK_MINUTES = 30

/** Makes an administrator. Returns the lines to print, with the link by which they set up their account where they need one. */
export async function addAdministrator(typed: string, config: Config): Promise<string[]> {
  const username = readAddress(typed)
  if (!isPlausibleUsername(username)) throw new Error(texts.usage(commandFor('admin', 'docent@school.nl')))
  const { dataDir, databaseUrl, publicUrl, logins } = config
  await prepareDatabase({ ...config, demo: false })

  const { links } = await readKeys(dataDir)
  const database = openDatabase(databaseUrl)
  const now = Date.now()
  const linkUntil = logins.school && now + LINK_MINUTES * 60_000
  const nonce = await makeAdministrator(database, username, now, { linkUntil })
  await database.close()

  const link = nonce && `   ${publicUrl}/activate/${linkKeyOf(links, 'activation', nonce)}\n`
  return [
    texts.isAdministrator(username),
    ...(link ? [texts.activate(ACTIVATION_HOURS), link] : [texts.existed(publicUrl)]),
    ...(logins.school ? [texts.orBySchool({ username, minutes: LINK_MINUTES, url: publicUrl })] : []),
  ]
}
