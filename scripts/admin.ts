import { makeAdministrator } from '#api-server/accounts/invitations.ts'
import { ACTIVATION_HOURS, linkKeyOf } from '#api-server/facts/link-key.ts'
import { openDatabase } from '#database/engine/open-database.ts'
import { isPlausibleUsername, readAddress } from '#domain/accounts/account.rules.ts'
import { readConfig } from '#server/config.ts'
import { readKeys } from '#server/keys.ts'
import { prepareDatabase } from './product/prepare-database.ts'
import { presumePublicUrl } from './product/public-url.ts'
import { adminTexts as texts } from './product/start.texts.ts'
import { commandFor, printFailure } from './product/terminal.ts'

/** Validity of the link, in minutes: enough to walk to one's own computer, too short for others to find it. */
const LINK_MINUTES = 30

/** `npm run admin -- docent@school.nl`: makes an administrator and prints the link with which they set up their account. */
try {
  const username = readAddress(process.argv[2] ?? '')
  if (!isPlausibleUsername(username)) throw new Error(texts.usage(commandFor('admin', 'docent@school.nl')))
  presumePublicUrl()
  const config = readConfig(process.env)
  const { dataDir, databaseUrl, publicUrl, logins } = config
  await prepareDatabase({ ...config, demo: false })

  const { links } = await readKeys(dataDir)
  const database = openDatabase(databaseUrl)
  const now = Date.now()
  const linkUntil = logins.school && now + LINK_MINUTES * 60_000
  const nonce = await makeAdministrator(database, username, now, { linkUntil })
  await database.close()

  console.log(texts.isAdministrator(username))
  if (nonce) {
    console.log(texts.activate(ACTIVATION_HOURS))
    console.log(`   ${publicUrl}/activate/${linkKeyOf(links, 'activation', nonce)}\n`)
  } else {
    console.log(texts.existed(publicUrl))
  }
  if (logins.school) console.log(texts.orBySchool({ username, minutes: LINK_MINUTES, url: publicUrl }))
} catch (error) {
  printFailure(error)
}
